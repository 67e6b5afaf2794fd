/** How many statements a payment costs its database: who adds one takes another out, or says here why. */
import { afterAll, expect, it } from 'vitest';
import { statementsOf } from '../support/count-statements.ts';
import { SHOP_ORIGIN, sealer } from '../support/seal.ts';
import { type Answer, CARD, CARD_FIELDS, CHECKOUT, startAlone } from '../support/test-gateway.ts';

const test = await startAlone();
afterAll(() => test[Symbol.asyncDispose]());
const { call, entityId } = test;
const { db } = test.gateway;

type Ask = () => Promise<Answer>;

/** Once before, so that what is remembered is not counted. */
async function expectAtMost(
  most: number,
  prepare: () => Promise<Ask>,
  status = 200,
): Promise<string[]> {
  await (await prepare())();
  const ask = await prepare();
  const statements = await statementsOf(db, async () => {
    expect((await ask()).status).toBe(status);
  });
  expect(statements.length, statements.join('\n')).toBeGreaterThan(0);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
  return statements;
}

const debit = async () => () => call('/v1/payments', { entityId, ...CHECKOUT, ...CARD_FIELDS });

async function paymentOfForm(): Promise<Ask> {
  const checkoutId = await test.createCheckout();
  const seal = await sealer(test, checkoutId);
  const { 'card.number': _number, 'card.cvv': _cvv, ...typed } = CARD;
  const fields = {
    ...typed,
    'sealed[card.number]': await seal(checkoutId, 'card.number'),
    'sealed[card.cvv]': await seal(checkoutId, 'card.cvv'),
  };
  const headers = { origin: SHOP_ORIGIN, accept: 'application/json' };
  return () => call(`/v1/checkouts/${checkoutId}/payment`, fields, { headers });
}

it('a debit of a merchant’s server takes 10 statements at most', () => expectAtMost(10, debit));

it('a checkout that a form pays takes 14 statements at most', () =>
  expectAtMost(14, paymentOfForm));

it('a message to the merchant takes two more for all that a transaction tells', async () => {
  // Deliveries are not started: the address is not called.
  const webhook = { entityId, kind: 'notifications', url: 'https://8.8.8.8/' };
  expect((await call('/v1/webhooks', webhook)).status).toBe(200);
  await expectAtMost(12, debit);
});

it.each<[string, Record<string, string>]>([
  ['an amount that is none', { amount: 'ninety' }],
  ['a card that is over', { 'card.expiryYear': '2020' }],
  ['a currency that there is not', { currency: 'EUX' }],
  ['a mail that is none', { 'customer.email': 'jane' }],
])('%s is refused before the database is asked for more than who asks', async (_, wrong) => {
  const ask = () => call('/v1/payments', { entityId, ...CHECKOUT, ...CARD_FIELDS, ...wrong });
  // For the payment, and for what a developer is told.
  const statements = await expectAtMost(4, async () => ask, 400);
  const others = statements.filter(
    (sql) => !/^select .* from "(access_tokens|entities)"/.test(sql),
  );
  expect(others).toEqual([]);
});
