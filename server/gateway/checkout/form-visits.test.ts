/** Which forms were drawn, written beside everything else. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway } from '../../tests/support/test-gateway.ts';
import { type FormVisits, openFormVisits } from './form-visits.ts';

const test = await startTestGateway();
afterAll(() => test[Symbol.asyncDispose]());
const { db } = test.gateway;

let errors: unknown[];
beforeEach(() => {
  errors = [];
});
const open = (of = db): FormVisits =>
  openFormVisits(of, {
    onError: (error) => void errors.push(error),
    onLost: (count) => void errors.push(count),
  });
const visit = (checkoutId: string, language: string) =>
  ({ checkoutId, language, device: 'phone', at: 1 }) as const;
const languageOf = async (checkoutId: string) => {
  const row = await db
    .selectFrom('form_visits')
    .select('language')
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst();
  return row?.language;
};

it('the first time counts, also of two that are written together', async () => {
  const id = await test.createCheckout();
  const visits = open();
  visits.note(visit(id, 'de'));
  visits.note(visit(id, 'ar'));
  await visits.stop();
  expect(await languageOf(id)).toBe('de');
  expect(errors).toEqual([]);
});

it('a checkout that has gone meanwhile holds up no other', async () => {
  const id = await test.createCheckout();
  const visits = open();
  visits.note(visit('gone', 'en'));
  visits.note(visit(id, 'ja'));
  await visits.stop();
  expect(await languageOf(id)).toBe('ja');
  expect(errors).toEqual([]);
});

it('a database that drops the connection loses none', async () => {
  const id = await test.createCheckout();
  let isBack = false;
  const away = new Proxy(db, {
    get(target, name) {
      if (name === 'insertInto' && !isBack) throw new Error('the connection was lost');
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const visits = open(away);
  visits.note(visit(id, 'fr'));
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  isBack = true;
  await visits.stop();
  expect(await languageOf(id)).toBe('fr');
});

describe('that a shopper has begun to type', () => {
  const rowOf = (checkoutId: string) =>
    db
      .selectFrom('form_visits')
      .select(['language', 'loaded_at', 'typed_at'])
      .where('checkout_id', '=', checkoutId)
      .executeTakeFirst();
  const typed = (checkoutId: string, at: number) => ({ checkoutId, device: 'phone', at }) as const;

  it.each<[string, (visits: FormVisits, id: string) => void | Promise<void>]>([
    ['together with the form', (visits, id) => visits.note(visit(id, 'de'))],
    [
      'after the form was written',
      async (visits, id) => {
        visits.note(visit(id, 'de'));
        await visits.stop();
      },
    ],
  ])('is kept once, %s', async (_, load) => {
    const id = await test.createCheckout();
    const first = open();
    await load(first, id);
    await first.stop();
    const visits = open();
    visits.noteTyped(typed(id, 2));
    visits.noteTyped(typed(id, 3));
    await visits.stop();
    const late = open();
    late.noteTyped(typed(id, 4));
    await late.stop();
    expect(await rowOf(id)).toEqual({ language: 'de', loaded_at: 1, typed_at: 2 });
    expect(errors).toEqual([]);
  });

  it('may come before the form, whose language is kept then', async () => {
    const id = await test.createCheckout();
    const visits = open();
    visits.noteTyped(typed(id, 2));
    await visits.stop();
    expect(await rowOf(id)).toEqual({ language: '', loaded_at: 2, typed_at: 2 });
    const later = open();
    later.note(visit(id, 'de'));
    await later.stop();
    expect(await rowOf(id)).toEqual({ language: 'de', loaded_at: 2, typed_at: 2 });
  });
});
