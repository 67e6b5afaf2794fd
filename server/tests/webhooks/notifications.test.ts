/**
 * Every notification is what the API answers at its moment. The receiver asks the API before it
 * acknowledges, and no flow goes on before everything is acknowledged.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESULT } from '../../../contract/result-by-name.ts';
import { startReceiver, status, type TestReceiver } from '../support/receiver.ts';
import { CARD, startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import { FLOWS } from './published-flows.ts';
import { read, type Subscription, subscribe, timeless } from './subscribe.ts';

const { registrationRevoked: GONE } = RESULT;

let test: TestGateway;
let receiver: TestReceiver;
let subscription: Subscription;
/** What the API has answered, without the times. */
let answers: Record<string, unknown>[] = [];
// The receiver looks at messages as a merchant's untyped code does.
// biome-ignore lint/suspicious/noExplicitAny: see above
let told: any[] = [];

beforeAll(async () => {
  test = await startTestGateway({ delivers: true });
  receiver = await startReceiver();
  subscription = await subscribe(test, receiver);
  receiver.answer(async (response, call) => {
    const { message } = read(call, subscription.secret);
    told.push(message);
    const { type, payload } = message;
    const isOfCheckout = payload.ndc.includes('.');
    if (type === 'PAYMENT') await ask(`/v1/payments/${payload.id}`);
    else if (isOfCheckout) await ask(`/v1/checkouts/${payload.ndc}/registration`);
    status(200)(response, call);
  });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const ask = async (path: string) => {
  const { body } = await test.call(`${path}?entityId=${test.entityId}`);
  answers.push(timeless(body));
};
const settled = () =>
  expect
    .poll(
      async () => {
        const { db } = test.gateway;
        const waiting = db.selectFrom('deliveries').select('id').where('due_at', 'is not', null);
        return (await waiting.execute()).length;
      },
      { interval: 10 },
    )
    .toBe(0);

/** The gateway, whose calls wait until everything is told, and are noted. */
const patient = (): TestGateway => {
  const call: TestGateway['call'] = async (...request) => {
    await settled();
    const answer = await test.call(...request);
    if (typeof answer.body === 'object') answers.push(timeless(answer.body));
    return answer;
  };
  const pay: TestGateway['pay'] = (id, fields = {}, options = {}) =>
    call(`/v1/checkouts/${id}/payment`, { ...CARD, ...fields }, options);
  return { ...test, call, pay };
};

describe('what is notified of', () => {
  it.each(FLOWS)('$name', async ({ run }) => {
    answers = [];
    told = [];
    await run(patient());
    await settled();

    expect(told.length).toBeGreaterThan(0);
    for (const { type, payload, ...rest } of told) {
      if (answers.some(isLike(timeless(payload)))) {
        if (type === 'PAYMENT') {
          expect(rest).toMatchObject({
            presentationAmount: payload.amount,
            presentationCurrency: payload.currency,
          });
          expect(rest.referencedId).toBe(payload.referencedId);
        }
        continue;
      }
      // Asked for in a payment it has no answer of its own: it is what that one says of it. Refused by
      // itself it has that of its request, and what it was; gone, that of the next who uses it.
      expect(type).toBe('REGISTRATION');
      const paymentOf =
        payload.result.code === GONE
          ? undefined
          : answers.findLast(({ registrationId, ndc }) =>
              registrationId ? registrationId === payload.id : ndc === payload.ndc,
            );
      const refusal = answers.find(({ result }) => isLike(payload.result)(result));
      const { card, result } = paymentOf ?? refusal ?? {};
      expect(result).toMatchObject(payload.result);
      if (paymentOf) expect(payload.card).toEqual(card);
      expect(payload.timestamp).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+0000$/);
    }
    // And nothing that was answered of a payment is left untold.
    const payments = answers.filter(({ paymentType }) => paymentType !== undefined);
    for (const answer of payments) {
      expect(told.map(({ payload }) => timeless(payload))).toContainEqual(answer);
    }
    expect(JSON.stringify(told)).not.toMatch(/42000000000\d{5}/);
  });
});

const isLike = (expected: unknown) => (value: unknown) => {
  try {
    expect(value).toEqual(expected);
    return true;
  } catch {
    return false;
  }
};
