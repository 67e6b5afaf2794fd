import { beforeEach, describe, expect, test, vi } from 'vitest';
import ar from '../../../locales/ar.json' with { type: 'json' };
import en from '../../../locales/en.json' with { type: 'json' };
import pl from '../../../locales/pl.json' with { type: 'json' };
import { lookUp, type TextRef } from './texts.ts';

const page: { wpwlOptions?: unknown } = {};
const english = (ref: TextRef) => lookUp(ref, en, 'en');

beforeEach(() => {
  delete page.wpwlOptions;
  vi.stubGlobal('window', page);
});

describe('a text', () => {
  test('comes from the dictionary', () => {
    expect(english({ key: 'submit' })).toBe('Pay now');
  });

  test('has a closer wording where there is one', () => {
    expect(english({ key: 'cvvError', variant: 'cvvErrorAmex' })).toContain('4 digits');
    expect(english({ key: 'cvvError', variant: 'notThere' })).toContain('3 digits');
  });

  test.each([
    ['in labels', { labels: { cvvError: 'Own words' } }],
    ['in errorMessages', { errorMessages: { cvvError: 'Own words' } }],
  ])('of the merchant goes before it, also before the closer wording: %s', (_, options) => {
    page.wpwlOptions = options;
    expect(english({ key: 'cvvError', variant: 'cvvErrorAmex' })).toBe('Own words');
  });

  test('that is no text is passed over', () => {
    page.wpwlOptions = { labels: { submit: 5 } };
    expect(english({ key: 'submit' })).toBe('Pay now');
  });

  test.each([
    [1, 'Please check CVV.'],
    [3, 'Please check 3 fields: CVV.'],
  ])('has the plural form for %d', (count, expected) => {
    expect(english({ key: 'errorSummary', values: { count, fields: 'CVV' } })).toBe(expected);
  });

  test('of the merchant may be one plural form, or all of them', () => {
    const polish = (count: number) =>
      lookUp({ key: 'errorSummary', values: { count, fields: 'CVV' } }, pl, 'pl');
    page.wpwlOptions = { labels: { errorSummary_few: 'Kilka: {{fields}}' } };
    expect(polish(3)).toBe('Kilka: CVV');
    expect(polish(5)).toContain('5');
    page.wpwlOptions = { labels: { errorSummary_few: 'Kilka', errorSummary: 'Wszystko' } };
    expect([polish(3), polish(5)]).toEqual(['Kilka', 'Wszystko']);
  });

  test.each([1, 2, 3, 11, 100])('has a plural form of its own in Arabic for %d', (count) => {
    const text = lookUp({ key: 'errorSummary', values: { count, fields: 'CVV' } }, ar, 'ar');
    expect(text).toContain('CVV');
  });

  test('is there for the worst before any dictionary has come', () => {
    expect(lookUp({ key: 'loadFailed' }, undefined, 'en')).toContain('Check your connection');
    expect(lookUp({ key: 'submit' }, undefined, 'en')).toBe('');
  });
});
