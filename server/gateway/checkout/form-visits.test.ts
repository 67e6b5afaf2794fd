/** Which forms were drawn, written beside everything else. */
import { afterAll, beforeEach, expect, it } from 'vitest';
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
  ({ checkoutId, language, device: 'phone', loadedAt: 1 }) as const;
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
  await expect.poll(() => errors.length, { timeout: 5_000 }).toBeGreaterThan(0);
  isBack = true;
  await visits.stop();
  expect(await languageOf(id)).toBe('fr');
});
