/** What becomes of a stored card is told in one sequence, also where a payment has stored it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReceiver } from '../support/receiver.ts';
import { type Fields, startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import { payByCard, remove, subscribe } from './subscribe.ts';

let test: TestGateway;
beforeAll(async () => {
  test = await startTestGateway({ delivers: true });
});
afterAll(() => test[Symbol.asyncDispose]());

const STORED = { createRegistration: 'true', recurringType: 'INITIAL' };

it('from the payment that stored it to its end, whatever else is told of that payment', async () => {
  await using receiver = await startReceiver();
  const subscription = await subscribe(test, receiver, { kind: 'events' });
  const { id, registrationId } = (await payByCard(test, STORED)).body;
  await test.call(`/v1/payments/${id}`, {
    ...{ entityId: test.entityId, paymentType: 'RF', amount: '1.00', currency: 'EUR' },
  });
  await test.call(`/sandbox/registrations/${registrationId}/update`, {
    ...{ entityId: test.entityId, 'card.expiryMonth': '11', 'card.expiryYear': '2038' },
  });
  await remove(test, `/v1/registrations/${registrationId}`);
  const calls = await receiver.until(9);
  const agreement = calls.slice(1).flatMap(({ headers, body }) => {
    const { type } = JSON.parse(body);
    const place = {
      type: type as string,
      of: headers['webhook-sequence-of'],
      at: Number(headers['webhook-sequence']),
    };
    return place.type.startsWith('PAYMENT_AGREEMENT_') ? [place] : [];
  });
  expect(agreement.toSorted((a, b) => a.at - b.at).map(({ type }) => type)).toEqual([
    'PAYMENT_AGREEMENT_CREATED',
    'PAYMENT_AGREEMENT_ACTIVE',
    'PAYMENT_AGREEMENT_UPDATED',
    'PAYMENT_AGREEMENT_REVOKED_BY_MERCHANT',
  ]);
  expect(new Set(agreement.map(({ of }) => of))).toEqual(new Set([id]));
  expect(new Set(calls.slice(1).map(({ headers }) => headers['webhook-sequence'])).size).toBe(8);
  await remove(test, `/v1/webhooks/${subscription.id}`);
});

it('has no place twice where the payment is refunded while the card is removed', async () => {
  await using receiver = await startReceiver();
  const subscription = await subscribe(test, receiver, { kind: 'events' });
  const ROUNDS = 5;
  const REFUNDS = 8;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { id, registrationId } = (await payByCard(test, STORED)).body;
    const refunds = Array.from({ length: REFUNDS }, () =>
      test.call(`/v1/payments/${id}`, {
        ...{ entityId: test.entityId, paymentType: 'RF', amount: '1.00', currency: 'EUR' },
      }),
    );
    await Promise.all([...refunds, remove(test, `/v1/registrations/${registrationId}`)]);
  }
  // One of the subscription itself; a payment, the card stored and usable, what each refund tells, the end.
  const calls = await receiver.until(1 + ROUNDS * (4 + REFUNDS));
  const places = calls.slice(1).map(({ headers }) => {
    return `${headers['webhook-sequence-of']} ${headers['webhook-sequence']}`;
  });
  expect(new Set(places).size).toBe(places.length);
  await remove(test, `/v1/webhooks/${subscription.id}`);
});

it('has no place twice where a capture is refunded while the card is renewed', async () => {
  await using receiver = await startReceiver();
  const subscription = await subscribe(test, receiver, { kind: 'events' });
  const ROUNDS = 8;
  const TIMES = 8;
  const ask = (of: string, fields: Fields) =>
    test.call(`/v1/payments/${of}`, { entityId: test.entityId, currency: 'EUR', ...fields });
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { id, registrationId } = (await payByCard(test, { ...STORED, paymentType: 'PA' })).body;
    const capture = (await ask(id, { paymentType: 'CP', amount: '92.00' })).body;
    const both = Array.from({ length: TIMES }, (_, index) => [
      ask(capture.id, { paymentType: 'RF', amount: '1.00' }),
      test.call(`/sandbox/registrations/${registrationId}/update`, {
        ...{ entityId: test.entityId, 'card.expiryMonth': '11' },
        'card.expiryYear': String(2038 + index),
      }),
    ]);
    await Promise.all(both.flat());
  }
  const { db } = test.gateway;
  const messages = await db.selectFrom('messages').select(['group_id', 'position']).execute();
  const places = messages.map(({ group_id, position }) => `${group_id} ${position}`);
  expect(places.length).toBeGreaterThan(ROUNDS * TIMES);
  expect(new Set(places).size).toBe(places.length);
  await remove(test, `/v1/webhooks/${subscription.id}`);
});
