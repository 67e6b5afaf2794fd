/** The card of a payment whose shopper is asked, row by row: sealed while it waits, gone after. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeMessage } from '../../../contract/simulated-bank.ts';
import { purgeCards, startSweeper } from '../../gateway/sweeper.ts';
import { endOverduePayments } from '../../gateway/undecided/recovery.ts';
import { CVV_KEY_TABLES } from '../../store/tables/vault-tables.ts';
import { aWhile } from '../support/a-while.ts';
import { CARD, type Fields, startTestGateway, type TestGateway } from '../support/test-gateway.ts';

const NUMBER = '4200000000000018';
const CVV = '917';
const CHALLENGED: Fields = { ...CARD, 'card.number': NUMBER, 'card.cvv': CVV };
const MINUTE_MS = 60_000;

let test: TestGateway;
beforeAll(async () => {
  test = await startTestGateway();
});
afterAll(() => test[Symbol.asyncDispose]());

interface Waiting {
  readonly checkoutId: string;
  readonly paymentId: string;
}
async function challenge(fields: Fields = {}): Promise<Waiting> {
  const checkoutId = await test.createCheckout(fields);
  const { body } = await test.pay(checkoutId, CHALLENGED);
  expect(body.result.code).toBe('000.200.000');
  const status = await test.call(`/v1/checkouts/${checkoutId}/payment`);
  return { checkoutId, paymentId: status.body.id };
}

const TABLES = ['card_numbers', 'card_cvvs'] as const;
/** How many rows of a payment: number, CVV, key of the CVV. */
const rows = async (paymentId: string) => {
  const { db } = test.gateway;
  const found = [...TABLES, ...CVV_KEY_TABLES].map((table) =>
    db.selectFrom(table).select('record_id').where('record_id', '=', paymentId).execute(),
  );
  const [numbers = 0, cvvs = 0, ...keys] = (await Promise.all(found)).map(({ length }) => length);
  return [numbers, cvvs, keys.reduce((sum, n) => sum + n, 0)];
};
const KEPT = [1, 1, 1];
const GONE = [0, 0, 0];

async function comeBack(paymentId: string, outcome: string) {
  const row = await test.gateway.db
    .selectFrom('payments')
    .select('next_step')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const { transactionId, page } = JSON.parse(row.next_step ?? '{}');
  const [text = ''] = page.parameters[0].value.split('.');
  const { returnUrl } = JSON.parse(decodeURIComponent(atob(text)));
  const cres = writeMessage(test.bankKey, 'answer', { transactionId, outcome });
  return fetch(returnUrl, { method: 'POST', body: new URLSearchParams({ cres }) });
}
const resultOf = async (paymentId: string) =>
  (await test.call(`/v1/payments/${paymentId}`)).body.result.code;

describe('number and CVV of a payment whose shopper is asked', () => {
  it('wait sealed: in no row of any table as text', async () => {
    const { paymentId } = await challenge();
    expect(await rows(paymentId)).toEqual(KEPT);
    const { db } = test.gateway;
    for (const { name } of await db.introspection.getTables()) {
      const all = await db
        .selectFrom(name as 'payments')
        .selectAll()
        .execute();
      for (const value of all.flatMap((row) => Object.values(row).map(String))) {
        expect(value).not.toContain(NUMBER);
        expect(value).not.toBe(CVV);
        expect(value).not.toContain(`"${CVV}"`);
      }
    }
  });

  it('have half an hour of the real clock at the most', async () => {
    const { paymentId } = await challenge();
    for (const table of TABLES) {
      const row = await test.gateway.db
        .selectFrom(table)
        .select('purge_at')
        .where('record_id', '=', paymentId)
        .executeTakeFirstOrThrow();
      const left = Number(row.purge_at) - Date.now();
      expect(left).toBeGreaterThan(29 * MINUTE_MS);
      expect(left).toBeLessThanOrEqual(30 * MINUTE_MS);
    }
  });

  const ENDS: readonly (readonly [string, (waiting: Waiting) => Promise<unknown>])[] = [
    ['the shopper confirms', ({ paymentId }) => comeBack(paymentId, 'Y')],
    ['the shopper declines', ({ paymentId }) => comeBack(paymentId, 'N')],
    ['another card is tried', ({ checkoutId }) => test.pay(checkoutId)],
    [
      'the merchant deletes the checkout',
      ({ checkoutId }) =>
        test.call(`/v1/checkouts/${checkoutId}?entityId=${test.entityId}`, undefined, {
          method: 'DELETE',
        }),
    ],
    [
      'the sandbox settles it',
      ({ paymentId }) =>
        test.call(`/sandbox/payments/${paymentId}/settle`, {
          entityId: test.entityId,
          result: 'accept',
        }),
    ],
    [
      'half an hour of the channel passes',
      async () => {
        await test.call('/sandbox/clock', { entityId: test.entityId, advance: '1800' });
        await endOverduePayments(test.gateway);
      },
    ],
  ];
  it.each(ENDS)('are gone when %s', async (_, end) => {
    const waiting = await challenge();
    expect(await rows(waiting.paymentId)).toEqual(KEPT);
    await end(waiting);
    expect(await rows(waiting.paymentId)).toEqual(GONE);
  });

  it('are gone after the half hour though nothing has ended, and the bank comes too late', async () => {
    const { paymentId } = await challenge();
    for (const table of TABLES) {
      await test.gateway.db
        .updateTable(table)
        .set({ purge_at: Date.now() - 1 })
        .where('record_id', '=', paymentId)
        .execute();
    }
    await purgeCards(test.gateway);
    expect(await rows(paymentId)).toEqual(GONE);
    expect(await resultOf(paymentId)).toBe('000.200.000');
    await comeBack(paymentId, 'Y');
    expect(await resultOf(paymentId)).toBe('100.396.103');
  });

  it('are gone within seconds of the half hour, not at the next round of the rest', async () => {
    const sweeper = startSweeper(test.gateway, (error) => {
      throw error;
    });
    // The first round of everything is over, which nothing shows where there was nothing to do.
    await aWhile(500);
    const { paymentId } = await challenge();
    for (const table of TABLES) {
      await test.gateway.db
        .updateTable(table)
        .set({ purge_at: Date.now() - 1 })
        .where('record_id', '=', paymentId)
        .execute();
    }
    await expect.poll(() => rows(paymentId)).toEqual(GONE);
    await sweeper.stop();
  });

  it('wait without the CVV, which has been used, while a bank makes up its mind', async () => {
    const checkoutId = await test.createCheckout({
      'customParameters[simulator.result]': '000.200.000',
    });
    await test.pay(checkoutId, { ...CARD, 'card.cvv': CVV });
    const { body } = await test.call(`/v1/checkouts/${checkoutId}/payment`);
    expect(body.result.code).toBe('000.200.000');
    expect(await rows(body.id)).toEqual([1, 0, 0]);
  });

  it('leave the number, and no CVV, to the registration that was asked for', async () => {
    const { checkoutId, paymentId } = await challenge({ createRegistration: 'true' });
    await comeBack(paymentId, 'Y');
    const { body } = await test.call(`/v1/checkouts/${checkoutId}/payment`);
    expect(await rows(paymentId)).toEqual(GONE);
    expect(await rows(body.registrationId)).toEqual([1, 0, 0]);
  });
});
