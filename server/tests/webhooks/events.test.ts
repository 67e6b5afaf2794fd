/** How events are sent: signed, rotated, ended, by their types; and where their schemas are. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../contract/events/events.ts';
import { aWhile } from '../support/a-while.ts';
import { type Received, startReceiver, status } from '../support/receiver.ts';
import { CARD, type Fields, startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import { everythingIsTold } from './published-flows.ts';
import { advance, remove, subscribe } from './subscribe.ts';

let test: TestGateway;
beforeAll(async () => {
  test = await startTestGateway({ delivers: true });
});
afterAll(() => test[Symbol.asyncDispose]());

const pay = (fields: Fields = {}) =>
  test.call('/v1/payments', {
    entityId: test.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'PA',
    ...CARD,
    ...fields,
  });
const look = (id: string) => test.call(`/v1/webhooks/${id}?entityId=${test.entityId}`);

/** @throws unless the official library believes it */
const verify = ({ headers, body }: Received | undefined = {} as Received, secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>;

const CREATED = { kind: 'events', types: 'PAYMENT_CHARGE_CREATED' };

describe('an event', () => {
  it('is the plain object, as JSON, signed', async () => {
    await using receiver = await startReceiver();
    const { id, secret } = await subscribe(test, receiver, CREATED);
    const paid = await pay();
    const [, call] = await receiver.until(2);
    expect(call?.headers['content-type']).toBe('application/json');
    expect(verify(call, secret)).toMatchObject({
      type: 'PAYMENT_CHARGE_CREATED',
      paymentChargeId: `charge_${paid.body.id}`,
      merchantId: expect.stringMatching(/^merch_[0-9a-f]{32}$/),
    });
    await remove(test, `/v1/webhooks/${id}`);
  });

  it('is told of the types that were asked for, and of no other', async () => {
    await using receiver = await startReceiver();
    const types = 'PAYMENT_CHARGE_AUTHORIZATION_FAILED,CHARGEBACK_SUCCEEDED';
    const { id, secret } = await subscribe(test, receiver, { kind: 'events', types });
    await pay();
    await pay({ 'card.number': '4200000000001016' });
    await everythingIsTold(test);
    const told = receiver.received.slice(1).map((call) => verify(call, secret)['type']);
    expect(told).toEqual(['PAYMENT_CHARGE_AUTHORIZATION_FAILED']);
    await remove(test, `/v1/webhooks/${id}`);
  });

  it('is sent again under its id, with a time and a signature of that moment', async () => {
    await using receiver = await startReceiver();
    const { id, secret } = await subscribe(test, receiver, CREATED);
    receiver.answer(status(500));
    await pay();
    const [, first] = await receiver.until(2);
    // Signatures tell whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    receiver.answer(status(200));
    await advance(test, 60);
    const [, , second] = await receiver.until(3);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    expect(Number(second?.headers['webhook-timestamp'])).toBeGreaterThan(
      Number(first?.headers['webhook-timestamp']),
    );
    verify(first, secret);
    verify(second, secret);
    await everythingIsTold(test);
    await remove(test, `/v1/webhooks/${id}`);
  });

  it('bears both signatures for a day after a rotation, and then the new one', async () => {
    await using receiver = await startReceiver();
    const { id, secret: before } = await subscribe(test, receiver, CREATED);
    const rotated = await test.call(`/v1/webhooks/${id}/secret`, { entityId: test.entityId });
    const after: string = rotated.body.secret;
    expect(after).toMatch(/^whsec_/);
    await pay();
    const [, during] = await receiver.until(2);
    expect(verify(during, before)).toEqual(verify(during, after));
    expect(String(during?.headers['webhook-signature']).split(' ')).toHaveLength(2);

    const { previous_until } = await test.gateway.db
      .selectFrom('webhooks')
      .select('previous_until')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const hours = (Number(previous_until) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    await test.gateway.db
      .updateTable('webhooks')
      .set({ previous_until: Date.now() - 1 })
      .where('id', '=', id)
      .execute();
    await pay();
    const [, , late] = await receiver.until(3);
    verify(late, after);
    expect(() => verify(late, before)).toThrow();
    await everythingIsTold(test);
    await remove(test, `/v1/webhooks/${id}`);
  });

  it('pauses its subscription when the receiver answers 410', async () => {
    await using receiver = await startReceiver();
    const { id } = await subscribe(test, receiver, CREATED);
    receiver.answer(status(410));
    await pay();
    await receiver.until(2);
    await expect.poll(async () => (await look(id)).body.active).toBe(false);
    receiver.answer(status(200));
    await pay();
    await advance(test, 24 * 3600);
    await aWhile();
    expect(receiver.received).toHaveLength(2);
    await remove(test, `/v1/webhooks/${id}`);
  });
});

describe('the schemas', () => {
  const get = (path: string) => test.call(path, undefined, { headers: { authorization: '' } });

  it('are listed and published for everybody, one for each event', async () => {
    const { status, headers, body } = await get('/schemas/events/v1');
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body.events.map(({ type }: { type: string }) => type)).toEqual(EVENT_TYPES);
    expect((await get('/schemas/events/v1/')).body).toEqual(body);
    for (const { type, schema } of body.events) {
      const published = await get(schema);
      expect(published.status).toBe(200);
      expect(published.headers.get('content-type')).toContain('application/schema+json');
      const validate = addFormats.default(new Ajv2020({ strict: true })).compile(published.body);
      expect(validate({ type })).toBe(true);
      expect(validate({ type: 'ANOTHER' })).toBe(false);
    }
  });

  it('are what a receiver can validate with', async () => {
    await using receiver = await startReceiver();
    const { id, secret } = await subscribe(test, receiver, CREATED);
    await pay();
    const [, call] = await receiver.until(2);
    const event = verify(call, secret);
    const { body } = await get(`/schemas/events/v1/${event['type']}.json`);
    const validate = addFormats.default(new Ajv2020({ strict: true })).compile(body);
    expect(validate(event), JSON.stringify(validate.errors)).toBe(true);
    await everythingIsTold(test);
    await remove(test, `/v1/webhooks/${id}`);
  });

  it.each(['NOTHING.json', 'CHARGEBACK_SUCCEEDED', 'toString.json', '..%2f..%2fpackage.json'])(
    'have none for %s',
    async (file) => {
      expect((await get(`/schemas/events/v1/${file}`)).status).toBe(404);
    },
  );
});
