import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replaceLayer } from './page-options.ts';

const page: { wpwlOptions?: Record<string, unknown> } = {};

beforeEach(() => {
  for (const key of Reflect.ownKeys(page)) Reflect.deleteProperty(page, key);
  vi.stubGlobal('window', page);
});
afterEach(() => vi.unstubAllGlobals());

it('what a form has put in goes with it, and what the page has said is back', () => {
  page.wpwlOptions = { locale: 'fr', spinner: {} };
  const own = page.wpwlOptions;
  const layer = { locale: 'de', maskCvv: true };
  replaceLayer(undefined, layer);
  expect(page.wpwlOptions).toEqual({ locale: 'de', maskCvv: true, spinner: {} });
  replaceLayer(layer);
  expect(page.wpwlOptions).toEqual({ locale: 'fr', spinner: {} });
  expect(page.wpwlOptions).toBe(own);
});

it('an option that a form does not give any more is gone, and one without a value says nothing', () => {
  const before = { locale: 'de', maskCvv: true, style: undefined };
  replaceLayer(undefined, before);
  expect(page.wpwlOptions).toEqual({ locale: 'de', maskCvv: true });
  const after = { locale: 'de', maskCvv: undefined };
  replaceLayer(before, after);
  expect(page.wpwlOptions).toEqual({ locale: 'de' });
  replaceLayer(after);
  expect(page.wpwlOptions).toEqual({});
});

it('of two forms the last one’s options hold, until it goes or the other is drawn anew', () => {
  const first = { locale: 'de', maskCvv: true };
  const second = { locale: 'fr' };
  replaceLayer(undefined, first);
  replaceLayer(undefined, second);
  expect(page.wpwlOptions).toEqual({ locale: 'fr', maskCvv: true });
  // A change of the first one does not put it on top.
  const changed = { locale: 'it' };
  replaceLayer(first, changed);
  expect(page.wpwlOptions).toEqual({ locale: 'fr' });
  const raised = { locale: 'es' };
  replaceLayer(changed, raised, true);
  expect(page.wpwlOptions).toEqual({ locale: 'es' });
  replaceLayer(raised);
  expect(page.wpwlOptions).toEqual({ locale: 'fr' });
  replaceLayer(second);
  expect(page.wpwlOptions).toEqual({});
});

it('what the page has assigned while a form was there stays, where no form says anything of it', () => {
  const layer = { locale: 'de' };
  replaceLayer(undefined, layer);
  Object.assign(page.wpwlOptions ?? {}, { showAmount: true });
  replaceLayer(layer);
  expect(page.wpwlOptions).toEqual({ showAmount: true });
});
