/** A subscription that is changed, paused, resumed, given other secrets, and sent samples. */
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../contract/events/events.ts';
import { NOTIFICATION_TYPES } from '../../../contract/notification.ts';
import { aWhile } from '../support/a-while.ts';
import { mistakesOf } from '../support/event-validity.ts';
import { type Received, startReceiver, status } from '../support/receiver.ts';
import { startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import { advance, payByCard, read, remove, type Subscription, subscribe } from './subscribe.ts';

let test: TestGateway;
beforeAll(async () => {
  test = await startTestGateway({ delivers: true });
});
afterAll(() => test[Symbol.asyncDispose]());

const soon = (check: () => unknown) => expect.poll(check, { interval: 40 });
const look = async ({ id }: Subscription) =>
  (await test.call(`/v1/webhooks/${id}?entityId=${test.entityId}`)).body;
const at = ({ id }: Subscription, action: string, fields: Record<string, string> = {}) =>
  test.call(`/v1/webhooks/${id}${action}`, { entityId: test.entityId, ...fields });
const pay = async (fields = {}): Promise<string> => (await payByCard(test, fields)).body.id;
const paymentsOf = (calls: readonly Received[], ...secrets: string[]): string[] =>
  calls.flatMap((call) => read(call, ...secrets).message.payload.id ?? []);

describe('a subscription that is changed', () => {
  it('to another address sends there what waits, once that acknowledges a test call', async () => {
    await using before = await startReceiver();
    await using after = await startReceiver(status(500));
    const subscription = await subscribe(test, before);
    before.answer(status(503, { 'retry-after': '3600' }));
    const waiting = await pay();
    await soon(async () => (await look(subscription)).deliveries[0]?.attempts).toBe(1);

    const moved = await at(subscription, '', { url: `${after.url}/new` });
    expect(moved.body).toMatchObject({
      url: `${after.url}/new`,
      active: false,
      test: { acknowledged: false, status: 500 },
    });
    const second = await pay();
    await aWhile();
    expect(after.received).toHaveLength(1);
    after.answer(status(200));
    expect((await at(subscription, '/test')).body.active).toBe(true);
    const calls = await after.until(4);
    expect(paymentsOf(calls.slice(2), subscription.secret).sort()).toEqual(
      [waiting, second].sort(),
    );
    expect(before.received).toHaveLength(2);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('to another address is not there by a call that the address before acknowledges late', async () => {
    await using before = await startReceiver();
    await using after = await startReceiver(status(500));
    const subscription = await subscribe(test, before);
    const { promise: called, resolve: hold } = Promise.withResolvers<ServerResponse>();
    before.answer(hold);
    const late = at(subscription, '/test');
    const answer = await called;
    expect((await at(subscription, '', { url: after.url })).body.active).toBe(false);
    answer.writeHead(200).end();
    expect((await late).status).toBe(200);
    expect((await look(subscription)).active).toBe(false);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('keeps what is not sent, makes no test call for it, and takes ALL for no choice', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver, { types: 'REGISTRATION' });
    const changed = await at(subscription, '', { fields: 'NON_CUSTOMER_DATA', wrapper: 'JSON' });
    expect(changed.body).toMatchObject({
      ...{ url: `${receiver.url}/hook`, types: ['REGISTRATION'] },
      ...{ fields: 'NON_CUSTOMER_DATA', wrapper: 'JSON', active: true },
    });
    await pay();
    expect((await at(subscription, '', { types: 'ALL' })).body.types).toEqual([]);
    const told = await pay();
    const [, call] = (await receiver.until(2)) as [Received, Received];
    expect(call.headers['content-type']).toBe('application/json');
    const { message } = read(call, subscription.secret);
    expect(message.payload.id).toBe(told);
    expect(JSON.stringify(message)).not.toContain('Jane');
    await aWhile();
    expect(receiver.received).toHaveLength(2);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it.each([
    ['url', 'ftp://shop.example/', 'must be'],
    ['url', 'https://does-not-exist.invalid/', 'cannot be called'],
    ['types', 'CHARGEBACK_SUCCEEDED', 'notifications have the types'],
    ['wrapper', 'XML', 'must be one of NONE, JSON'],
    ['fields', 'SOME', 'must be one of ALL'],
  ])('is refused for its %s: %s', async (name, value, why) => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    const { status: code, body } = await at(subscription, '', { [name]: value });
    expect(code).toBe(400);
    expect(body.result.parameterErrors).toEqual([
      { name, value, message: expect.stringContaining(why) },
    ]);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });
});

describe('a subscription that is paused', () => {
  it('is told nothing, keeps everything, and gets it when it is resumed, in order', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver, { kind: 'events' });
    const paused = await at(subscription, '/pause');
    expect(paused.body).toMatchObject({ active: false, paused: expect.stringMatching(/^\d{4}-/) });
    expect(paused.body).not.toHaveProperty('ended');
    const paymentId = await pay();
    await advance(test, 24 * 3600);
    await aWhile();
    expect(receiver.received).toHaveLength(1);

    expect((await at(subscription, '/resume')).body).toMatchObject({ active: true });
    const calls = await receiver.until(4);
    const types = calls.slice(1).map(({ body }) => JSON.parse(body).type);
    expect(types).toEqual([
      'PAYMENT_CHARGE_CREATED',
      'PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED',
      'PAYMENT_CHARGE_CAPTURE_SUCCEEDED',
    ]);
    const sequence = calls.slice(1).map(({ headers }) => Number(headers['webhook-sequence']));
    expect(sequence).toEqual(sequence.toSorted((a, b) => a - b));
    expect(new Set(sequence).size).toBe(3);
    const { headers } = calls[1] as Received;
    expect(headers).toMatchObject({
      'webhook-sequence-of': paymentId,
      'webhook-occurred-at': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
      'webhook-channel-id': test.entityId,
      'webhook-merchant-id': JSON.parse(calls[1]?.body ?? '').merchantId.replace('merch_', ''),
    });
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('is paused and resumed twice as once', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    const first = await at(subscription, '/pause');
    expect((await at(subscription, '/pause')).body.paused).toBe(first.body.paused);
    await at(subscription, '/resume');
    expect((await at(subscription, '/resume')).body.active).toBe(true);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });
});

describe('secrets', () => {
  it('are valid together as long as the merchant says, several at a time', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver, {
      kind: 'events',
      types: 'CHARGEBACK_SUCCEEDED',
    });
    const secrets = [subscription.secret];
    for (const overlap of ['3600', '7200', '60', '2592000']) {
      secrets.push((await at(subscription, '/secret', { overlap })).body.secret);
    }
    expect(new Set(secrets).size).toBe(5);
    const refused = await at(subscription, '/secret', { overlap: '60' });
    expect(refused.status).toBe(400);
    expect(refused.body.result.parameterErrors[0]).toMatchObject({
      name: 'overlap',
      message: expect.stringContaining('5 secrets'),
    });
    await at(subscription, '/test');
    const { headers, body } = receiver.received.at(-1) as Received;
    for (const secret of secrets) {
      new Webhook(secret).verify(body, headers as Record<string, string>);
    }
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('end at once where one has leaked', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver, { kind: 'events' });
    const earlier = [subscription.secret];
    for (const _ of 'ab') earlier.push((await at(subscription, '/secret')).body.secret);
    const { body: changed } = await at(subscription, '/secret', { overlap: '0' });
    await at(subscription, '/test');
    const { headers, body } = receiver.received.at(-1) as Received;
    const verified = (secret: string) =>
      new Webhook(secret).verify(body, headers as Record<string, string>);
    verified(changed.secret);
    for (const secret of earlier) expect(() => verified(secret)).toThrow();
    const { db } = test.gateway;
    const kept = await db.selectFrom('webhook_secrets').select('id').execute();
    expect(kept).toEqual([]);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('of notifications decrypt in turn: who knows the oldest still reads', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    for (const _ of 'abc') await at(subscription, '/secret');
    receiver.answer((response, call) => {
      try {
        read(call, subscription.secret);
        response.writeHead(200).end();
      } catch {
        response.writeHead(400).end();
      }
    });
    await pay();
    await soon(async () => (await look(subscription)).deliveries[0]).toMatchObject({
      status: 'delivered',
      attempts: 1,
    });
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('of the receiver’s own choice are taken, and checked', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    const own = 'ab'.repeat(32);
    expect((await at(subscription, '/secret', { secret: own })).body.secret).toBe(own);
    for (const [name, value] of [
      ['secret', 'ab'.repeat(31)],
      ['overlap', '2592001'],
      ['overlap', '-1'],
    ] as const) {
      const { status: code, body } = await at(subscription, '/secret', { [name]: value });
      expect(code).toBe(400);
      expect(body.result.parameterErrors).toMatchObject([{ name }]);
      expect(JSON.stringify(body)).not.toContain('ab'.repeat(31));
    }
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('and keys of an entity end at once, too', async () => {
    await using receiver = await startReceiver();
    const draw = async (fields = {}): Promise<string> =>
      (await test.call('/v1/webhooks/key', { entityId: test.entityId, ...fields })).body.key;
    const leaked = await draw();
    const key = await draw({ overlap: '0' });
    await pay({ notificationUrl: `${receiver.url}/told` });
    const [call] = (await receiver.until(1)) as [Received];
    expect(read(call, key).message.type).toBe('PAYMENT');
    expect(() => read(call, leaked)).toThrow();
  });
});

describe('a sample', () => {
  it('of every event is valid by its schema, signed, and said to be a sample', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver, {
      kind: 'events',
      types: 'CHARGEBACK_SUCCEEDED',
    });
    for (const type of EVENT_TYPES) {
      const { body } = await at(subscription, '/test', { type });
      expect(body.test).toMatchObject({ acknowledged: true, status: 200 });
      const call = receiver.received.at(-1) as Received;
      const event = new Webhook(subscription.secret).verify(
        call.body,
        call.headers as Record<string, string>,
      ) as { type: string };
      expect(event.type).toBe(type);
      expect(mistakesOf(event)).toEqual([]);
      expect(call.headers['webhook-sample']).toBe('sample');
    }
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('of every notification is one, encrypted', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver, { types: 'REGISTRATION' });
    for (const type of NOTIFICATION_TYPES) {
      await at(subscription, '/test', { type });
      const { message } = read(receiver.received.at(-1) as Received, subscription.secret);
      expect(message).toMatchObject({ type, payload: { result: { code: expect.any(String) } } });
    }
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it.each([
    ['notifications', 'PAYMENT_CHARGE_CREATED', 'notifications have the types PAYMENT, '],
    ['events', 'PAYMENT', 'events have the types PAYMENT_AGREEMENT_'],
    ['events', 'payment', 'must match'],
  ])('to %s of the type %s is refused', async (kind, type, why) => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver, { kind });
    const { status: code, body } = await at(subscription, '/test', { type });
    expect(code).toBe(400);
    expect(body.result.parameterErrors).toEqual([
      { name: 'type', value: type, message: expect.stringContaining(why) },
    ]);
    expect(receiver.received).toHaveLength(1);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });
});
