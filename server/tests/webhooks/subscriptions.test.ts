/** Subscriptions by the API: made, tested, looked at, replayed, given another secret, deleted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutgoing } from '../../outgoing/guarded-client.ts';
import { aWhile } from '../support/a-while.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import { advance, payByCard, read, remove, subscribe } from './subscribe.ts';

let test: TestGateway;
beforeAll(async () => {
  test = await startTestGateway({ delivers: true });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const pay = (fields = {}) => payByCard(test, fields);
const look = (id: string) => test.call(`/v1/webhooks/${id}?entityId=${test.entityId}`);
const soon = (check: () => unknown) => expect.poll(check, { interval: 50 });

describe('a new subscription', () => {
  it('is tested before its request is answered, and is active when that is acknowledged', async () => {
    await using receiver = await startReceiver();
    const { id, secret, answer } = await subscribe(test, receiver);
    expect(answer.status).toBe(200);
    expect(receiver.received).toHaveLength(1);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      entityId: test.entityId,
      url: `${receiver.url}/hook`,
      kind: 'notifications',
      types: [],
      wrapper: 'NONE',
      fields: 'ALL',
      active: true,
      test: { acknowledged: true, status: 200 },
      result: { code: '000.000.100' },
    });
    const [call] = receiver.received;
    expect(call && read(call, secret).message).toMatchObject({ type: 'TEST' });
    await remove(test, `/v1/webhooks/${id}`);
  });

  it('has a secret in whsec_ for events, and is shown without it afterwards', async () => {
    await using receiver = await startReceiver();
    const { id, secret } = await subscribe(test, receiver, {
      kind: 'events',
      types: 'PAYMENT_CHARGE_CREATED, CHARGEBACK_SUCCEEDED',
    });
    expect(secret).toMatch(/^whsec_/);
    const { body } = await look(id);
    expect(body.types).toEqual(['PAYMENT_CHARGE_CREATED', 'CHARGEBACK_SUCCEEDED']);
    const list = await test.call(`/v1/webhooks?entityId=${test.entityId}`);
    expect(list.body.webhooks.map((each: { id: string }) => each.id)).toContain(id);
    expect(JSON.stringify([body, list.body])).not.toContain(secret);
    const rows = await test.gateway.db.selectFrom('webhooks').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    await remove(test, `/v1/webhooks/${id}`);
  });

  it('keeps what happens until a later test call is acknowledged', async () => {
    await using receiver = await startReceiver(status(500));
    const { id, secret, answer } = await subscribe(test, receiver);
    expect(answer.body).toMatchObject({
      active: false,
      test: { acknowledged: false, status: 500 },
    });
    const paid = await pay();
    await aWhile();
    expect(receiver.received).toHaveLength(1);
    receiver.answer(status(204));
    const tested = await test.call(`/v1/webhooks/${id}/test`, { entityId: test.entityId });
    expect(tested.body).toMatchObject({ active: true, test: { acknowledged: true, status: 204 } });
    const calls = await receiver.until(3);
    const told = calls.slice(2).map((call) => read(call, secret).message.payload.id);
    expect(told).toEqual([paid.body.id]);
    await remove(test, `/v1/webhooks/${id}`);
  });

  it('is one, with one secret, when it is asked for twice under a key', async () => {
    await using receiver = await startReceiver();
    const fields = { entityId: test.entityId, url: receiver.url, kind: 'notifications' };
    const options = { headers: { 'idempotency-key': 'subscribe once' } };
    const first = await test.call('/v1/webhooks', fields, options);
    const second = await test.call('/v1/webhooks', fields, options);
    expect(second.body).toEqual(first.body);
    expect(receiver.received).toHaveLength(1);
    await remove(test, `/v1/webhooks/${first.body.id}`);
  });

  it.each([
    ['url', { url: undefined }, 'is required'],
    ['url', { url: 'ftp://shop.example/' }, 'must be'],
    ['url', { url: 'https://does-not-exist.invalid/' }, 'cannot be called'],
    ['kind', { kind: undefined }, 'is required'],
    ['kind', { kind: 'letters' }, 'must be'],
    ['types', { types: 'PAYMENT,CHARGEBACK_SUCCEEDED' }, 'PAYMENT, REGISTRATION'],
    ['types', { types: 'payment' }, 'must match'],
    ['types', { kind: 'events', types: 'PAYMENT' }, 'events have the types'],
    ['wrapper', { wrapper: 'XML' }, 'must be'],
    ['wrapper', { kind: 'events', wrapper: 'JSON' }, 'not wrapped'],
    ['fields', { fields: 'SOME' }, 'must be'],
    ['secret', { secret: 'ab'.repeat(31) }, '64 hexadecimal'],
    ['secret', { secret: 'ab'.repeat(33) }, '64 hexadecimal'],
    ['secret', { kind: 'events', secret: 'whsec_c2hvcnQ=' }, '24 to 64 bytes'],
    ['secret', { kind: 'events', secret: `whsec_${'ab d'.repeat(11)}` }, 'send a + as %2B'],
    ['entityId', { entityId: 'f'.repeat(32) }, 'not an entity'],
  ])('is refused for its %s: %j', async (name, fields, why) => {
    const { answer } = await subscribe(test, { url: 'http://127.0.0.1:9' }, fields);
    expect(answer.status).toBe(400);
    expect(answer.body.result.parameterErrors).toEqual([
      expect.objectContaining({ name, message: expect.stringContaining(why) }),
    ]);
  });

  it('takes a secret of the receiver’s own', async () => {
    await using receiver = await startReceiver();
    const own = '0f'.repeat(32);
    const { id, secret } = await subscribe(test, receiver, { secret: own });
    expect(secret).toBe(own);
    await remove(test, `/v1/webhooks/${id}`);
  });

  it('is refused when an entity has twenty', async () => {
    await using receiver = await startReceiver();
    const made = [];
    for (let n = 0; n < 20; n += 1) made.push(await subscribe(test, receiver));
    const { answer } = await subscribe(test, receiver);
    expect(answer.status).toBe(400);
    expect(answer.body.result.description).toContain('up to 20');
    for (const { id } of made) await remove(test, `/v1/webhooks/${id}`);
  });
});

describe('an address that is not for everybody', () => {
  let guarded: TestGateway;
  beforeAll(async () => {
    guarded = await startTestGateway({ outgoing: createOutgoing({ allowPrivate: false }) });
  });
  afterAll(async () => {
    await guarded[Symbol.asyncDispose]();
  });

  it.each([
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://10.0.0.8/hook',
    'https://169.254.169.254/latest',
    'https://localhost/hook',
    'http://8.8.8.8/hook',
  ])('%s is refused, naming url', async (url) => {
    const { answer } = await subscribe(guarded, { url }, { url });
    expect(answer.status).toBe(400);
    expect(answer.body.result.parameterErrors).toMatchObject([{ name: 'url', value: url }]);
  });
});

describe('a delivery', () => {
  it('is shown with its attempts, its next attempt and what was answered', async () => {
    await using receiver = await startReceiver();
    const { id } = await subscribe(test, receiver);
    receiver.answer(status(503, {}, `no\u0000 luck ${'x'.repeat(5000)}`));
    const paid = await pay();
    await soon(async () => (await look(id)).body.deliveries[0]?.attempts).toBe(1);
    const { body } = await look(id);
    expect(body.deliveries).toHaveLength(1);
    const [delivery] = body.deliveries;
    expect(delivery).toMatchObject({
      type: 'PAYMENT',
      subjectId: paid.body.id,
      status: 'waiting',
      attempts: 1,
      answer: { status: 503, body: expect.stringContaining('no� luck') },
    });
    expect(delivery.answer.body).toHaveLength(500);
    const wait = Date.parse(delivery.nextAttempt) - Date.parse(delivery.latestAttempt);
    expect(wait).toBeGreaterThanOrEqual(52_000);
    expect(wait).toBeLessThanOrEqual(61_000);

    receiver.answer(status(200, {}, 'thanks'));
    await advance(test, 60);
    await soon(async () => (await look(id)).body.deliveries[0].status).toBe('delivered');
    const [after] = (await look(id)).body.deliveries;
    expect(after).toMatchObject({
      attempts: 2,
      nextAttempt: null,
      answer: { status: 200, body: 'thanks' },
    });
    const [, first, second] = receiver.received;
    expect(first?.headers['webhook-id']).toBe(delivery.id);
    expect(second?.headers['webhook-id']).toBe(delivery.id);
    await remove(test, `/v1/webhooks/${id}`);
  });

  it('is sent again when it is replayed, under the same id', async () => {
    await using receiver = await startReceiver();
    const { id, secret } = await subscribe(test, receiver);
    await pay();
    const [, first] = await receiver.until(2);
    await soon(async () => (await look(id)).body.deliveries[0].status).toBe('delivered');
    const [delivery] = (await look(id)).body.deliveries;
    const path = `/v1/webhooks/${id}/deliveries/${delivery.id}/replay`;
    const replayed = await test.call(path, { entityId: test.entityId });
    expect(replayed.body).toMatchObject({ id: delivery.id, status: 'waiting' });
    const [, , again] = await receiver.until(3);
    if (!first || !again) throw new Error('nothing arrived');
    expect(read(again, secret)).toEqual(read(first, secret));
    const unknown = await test.call(`/v1/webhooks/${id}/deliveries/${'0'.repeat(32)}/replay`, {
      entityId: test.entityId,
    });
    expect(unknown.status).toBe(404);
    await remove(test, `/v1/webhooks/${id}`);
  });
});

describe('a rotation', () => {
  it('leaves both secrets valid for a day, whichever the receiver knows', async () => {
    await using receiver = await startReceiver();
    const { id, secret: before } = await subscribe(test, receiver);
    const rotated = await test.call(`/v1/webhooks/${id}/secret`, { entityId: test.entityId });
    const after: string = rotated.body.secret;
    expect(after).toMatch(/^[0-9a-f]{64}$/);
    expect(after).not.toBe(before);
    const knows = (key: string) =>
      receiver.answer((response, call) => {
        try {
          read(call, key);
          response.writeHead(200).end();
        } catch {
          response.writeHead(400).end();
        }
      });
    const told = async () => (await look(id)).body.deliveries[0];
    for (const key of [before, after]) {
      knows(key);
      const paid = await pay();
      await soon(told).toMatchObject({
        subjectId: paid.body.id,
        status: 'delivered',
        attempts: 1,
      });
    }
    // A day later only the new one is.
    await test.gateway.db
      .updateTable('webhooks')
      .set({ previous_until: Date.now() - 1 })
      .where('id', '=', id)
      .execute();
    knows(before);
    const paid = await pay();
    await soon(told).toMatchObject({ subjectId: paid.body.id, status: 'waiting', attempts: 1 });
    await remove(test, `/v1/webhooks/${id}`);
  });
});

describe('a deleted subscription', () => {
  it('is told nothing more, not even what was waiting', async () => {
    await using receiver = await startReceiver();
    const { id } = await subscribe(test, receiver);
    receiver.answer(status(500));
    await pay();
    await receiver.until(2);
    expect((await remove(test, `/v1/webhooks/${id}`)).status).toBe(200);
    await pay();
    await advance(test, 24 * 3600);
    await aWhile();
    expect(receiver.received).toHaveLength(2);
    expect((await look(id)).status).toBe(404);
    expect((await remove(test, `/v1/webhooks/${id}`)).status).toBe(404);
  });
});

describe('another merchant’s subscription', () => {
  it('is none', async () => {
    await using receiver = await startReceiver();
    const { id } = await subscribe(test, receiver);
    const headers = { authorization: 'Bearer nobody' };
    expect((await test.call(`/v1/webhooks/${id}`, undefined, { headers })).status).toBe(403);
    await using other = await startTestGateway();
    expect((await other.call(`/v1/webhooks/${id}`)).status).toBe(404);
    await remove(test, `/v1/webhooks/${id}`);
  });
});
