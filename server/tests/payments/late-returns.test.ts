/** A bank's yes that comes when the payment was ended otherwise, or at the same moment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeMessage } from '../../../contract/simulated-bank.ts';
import { endOverduePayments } from '../../gateway/undecided/recovery.ts';
import { type Shopper, shopperOf } from '../support/shopper.ts';
import { CARD, type Fields, startTestGateway, type TestGateway } from '../support/test-gateway.ts';

const PAID = '000.100.110';
const CHALLENGED: Fields = { ...CARD, 'card.number': '4200000000000018' };

let test: TestGateway;
let shopper: Shopper;
beforeAll(async () => {
  test = await startTestGateway();
  shopper = shopperOf(test);
});
afterAll(() => test[Symbol.asyncDispose]());

interface Asked {
  readonly checkoutId: string;
  readonly id: string;
  readonly start: string;
  /** The bank says so, and the browser brings it. */
  say(outcome: string): Promise<unknown>;
}

async function ask(): Promise<Asked> {
  const checkoutId = await test.createCheckout();
  const start = (await test.pay(checkoutId, CHALLENGED)).body.redirect.url;
  const { body } = await test.call(`/v1/checkouts/${checkoutId}/payment`);
  const { returnUrl, question } = await shopper.bankAnswer(start, 'Y');
  const { transactionId = '' } = question;
  return {
    checkoutId,
    id: body.id,
    start,
    say: (outcome) =>
      shopper.comeBack(returnUrl, writeMessage(test.bankKey, 'answer', { transactionId, outcome })),
  };
}

const remove = ({ checkoutId }: Asked) =>
  test.call(`/v1/checkouts/${checkoutId}?entityId=${test.entityId}`, undefined, {
    method: 'DELETE',
  });
const cancel = ({ start }: Asked) => shopper.browse(start.replace('/start/', '/cancel/'), '');
const settle = (result: string) => (asked: Asked) =>
  test.call(`/sandbox/payments/${asked.id}/settle`, { entityId: test.entityId, result });
const payAnew = ({ checkoutId }: Asked) => test.pay(checkoutId);
const rowsOf = ({ checkoutId }: Asked) =>
  test.gateway.db
    .selectFrom('payments')
    .leftJoin('simulator_ledger', 'simulator_ledger.reference', 'payments.reference')
    .select(['payments.id', 'payments.state', 'payments.result_code'])
    .select('simulator_ledger.result_code as booked')
    .where('checkout_id', '=', checkoutId)
    .orderBy('payments.created_at')
    .execute();

describe('changes nothing, and is logged, after', () => {
  it.each([
    ['the merchant deleted the checkout', remove, '100.396.201'],
    ['the shopper gave it up', cancel, '100.396.101'],
    ['another attempt was made', payAnew, '100.396.101'],
    ['the sandbox declined it', settle('decline'), '100.397.102'],
    [
      'its time was over',
      async () => {
        await test.call('/sandbox/clock', { entityId: test.entityId, advance: '1800' });
        await endOverduePayments(test.gateway);
      },
      '100.396.103',
    ],
  ])('%s', async (_, end, code) => {
    const asked = await ask();
    await end(asked);
    const before = await rowsOf(asked);
    expect(before[0]).toMatchObject({ id: asked.id, state: 'failed', result_code: code });
    await asked.say('Y');
    expect(await rowsOf(asked)).toEqual(before);
    const refusals = test.log.filter((line) => line.includes(asked.id) && line.includes('"late"'));
    expect(refusals).toHaveLength(1);
  });
});

describe('at the same moment as another end comes to one result, in all books', () => {
  const RIVALS = { remove, cancel, decline: settle('decline'), accept: settle('accept'), payAnew };

  it.each(Object.entries(RIVALS))('%s', async (_, rival) => {
    for (let n = 0; n < 2; n += 1) {
      const asked = await ask();
      const both = [() => asked.say('Y'), () => rival(asked), () => asked.say('N')];
      await Promise.all((n % 2 === 0 ? both : both.reverse()).map((act) => act()));
      const rows = await rowsOf(asked);
      for (const row of rows) expect(row.booked).toBe(row.result_code);
      // Never two payments, and the checkout knows which one it was.
      const paid = rows.filter(({ state }) => state === 'succeeded');
      expect(paid.length).toBeLessThanOrEqual(1);
      expect(rows.every(({ state }) => state === 'succeeded' || state === 'failed')).toBe(true);
      const checkout = await test.gateway.db
        .selectFrom('checkouts')
        .select(['paid_id', 'paying_id'])
        .where('id', '=', asked.checkoutId)
        .executeTakeFirstOrThrow();
      expect(checkout).toEqual({ paid_id: paid[0]?.id ?? null, paying_id: null });
      const left = await test.gateway.db
        .selectFrom('card_numbers')
        .select('record_id')
        .where(
          'record_id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute();
      expect(left).toEqual([]);
    }
  });
});

it('is worth nothing at the address of another merchant’s payment', async () => {
  const mine = await ask();
  const others = await ask();
  const { returnUrl } = await shopper.bankAnswer(others.start, 'Y');
  const { question } = await shopper.bankAnswer(mine.start, 'Y');
  const { transactionId = '' } = question;
  const answer = writeMessage(test.bankKey, 'answer', { transactionId, outcome: 'Y' });
  const back = await shopper.comeBack(returnUrl, answer);
  expect(back.status).toBe(400);
  for (const asked of [mine, others]) {
    expect((await rowsOf(asked))[0]).toMatchObject({ state: 'pending' });
  }
  await mine.say('Y');
  expect((await rowsOf(mine))[0]).toMatchObject({ state: 'succeeded', booked: PAID });
});
