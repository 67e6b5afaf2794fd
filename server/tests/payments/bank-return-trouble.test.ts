/** The connector in trouble just when the shopper comes back from the bank or the wallet. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeMessage } from '../../../contract/simulated-bank.ts';
import { startSweeper } from '../../gateway/sweeper.ts';
import { CARD, type Fields, startTestGateway, type TestGateway } from '../support/test-gateway.ts';

const PENDING = '000.200.000';
/** A payment is in doubt for its lease plus a minute at the longest. */
const LONGEST_MS = 70_000;

let test: TestGateway;
let stop: () => Promise<void>;
beforeAll(async () => {
  test = await startTestGateway();
  const sweeper = startSweeper(test.gateway, (error) => {
    throw error;
  });
  stop = () => sweeper.stop();
});
afterAll(async () => {
  await stop();
  await test[Symbol.asyncDispose]();
});

const behave = (behaviour: string) =>
  test.call('/sandbox/connector', { entityId: test.entityId, behaviour });
const read = async (id: string) => (await test.call(`/v1/payments/${id}`)).body;
const rowOf = (id: string) =>
  test.gateway.db
    .selectFrom('payments')
    .select(['state', 'reference', 'lease_until', 'settled_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const ledgerOf = (reference: string) =>
  test.gateway.db
    .selectFrom('simulator_ledger')
    .select('result_code')
    .where('reference', '=', reference)
    .execute();
const cardRows = (id: string) =>
  test.gateway.db.selectFrom('card_numbers').selectAll().where('record_id', '=', id).execute();

const CHALLENGED: Fields = { ...CARD, 'card.number': '4200000000000018' };
const WALLET: Fields = { paymentBrand: 'PAYPAL', shopperResultUrl: 'https://shop.example/result' };

const payment = async (fields: Fields) => {
  const { body } = await test.call('/v1/payments', {
    entityId: test.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    ...fields,
  });
  expect(body.result.code).toBe(PENDING);
  return body;
};

/** The bank says yes, or what is said; the browser brings it. */
async function comeBack(id: string, outcome: string) {
  const { gateway } = test;
  const row = await gateway.db
    .selectFrom('payments')
    .select('next_step')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { kind, transactionId, page } = JSON.parse(row.next_step ?? '{}');
  const [text = ''] = page.parameters[0].value.split('.');
  const { returnUrl } = JSON.parse(decodeURIComponent(atob(text)));
  const answer = writeMessage(test.bankKey, 'answer', { transactionId, outcome });
  const name = kind === 'redirect' ? 'receipt' : 'cres';
  return fetch(`${returnUrl}?${new URLSearchParams({ [name]: answer })}`, { redirect: 'manual' });
}

const CASES = [
  ['challenge', CHALLENGED, 'Y'],
  ['wallet', WALLET, 'accept'],
] as const;

describe.each(CASES)('back from a %s', (_, fields, yes) => {
  it.each([
    ['slow', '000.100.110'],
    ['lose-answer', '000.100.110'],
    ['fail', '900.100.500'],
    ['hang', '900.100.500'],
  ])(
    '%s: ends definitely, in time, as the simulator has it in its books',
    async (behaviour, code) => {
      const { id } = await payment(fields);
      await behave(behaviour);
      const back = await comeBack(id, yes);
      await behave('normal');
      expect(back.status).toBeLessThan(400);
      await expect
        .poll(() => read(id), { timeout: LONGEST_MS })
        .toMatchObject({ result: { code } });
      const { reference, lease_until } = await rowOf(id);
      expect(lease_until).toBeNull();
      expect(await ledgerOf(reference)).toEqual([{ result_code: code }]);
      expect(await cardRows(id)).toEqual([]);

      // The browser sends the same again: nothing is charged a second time.
      await comeBack(id, yes).catch(() => undefined);
      expect(await ledgerOf(reference)).toEqual([{ result_code: code }]);
      expect((await read(id)).result.code).toBe(code);
    },
  );
});

it('a checkout whose payment failed on the way back can be paid with another card', async () => {
  const checkoutId = await test.createCheckout();
  const first = await test.pay(checkoutId, CHALLENGED);
  expect(first.body.result.code).toBe(PENDING);
  const { id } = (await test.call(`/v1/checkouts/${checkoutId}/payment`)).body;
  await behave('fail');
  await comeBack(id, 'Y');
  await behave('normal');
  const second = await test.pay(checkoutId);
  expect(second.body.result.code).toBe('000.100.110');
  const booked = await test.gateway.db
    .selectFrom('simulator_ledger')
    .innerJoin('payments', 'payments.reference', 'simulator_ledger.reference')
    .select('simulator_ledger.result_code')
    .where('payments.checkout_id', '=', checkoutId)
    .execute();
  expect(booked.map(({ result_code }) => result_code).sort()).toEqual([
    '000.100.110',
    '900.100.500',
  ]);
});

it('a return while the first one is still being booked waits for its outcome', async () => {
  const { id } = await payment(CHALLENGED);
  await behave('slow');
  const [first, second] = await Promise.all([comeBack(id, 'Y'), comeBack(id, 'N')]);
  await behave('normal');
  expect([first.status, second.status]).toEqual([200, 200]);
  const { reference } = await rowOf(id);
  expect(await ledgerOf(reference)).toHaveLength(1);
  const { result } = await read(id);
  expect([{ result_code: result.code }]).toEqual(await ledgerOf(reference));
});
