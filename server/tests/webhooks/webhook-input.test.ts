/** What a subscription asks for, as its receiver sees it. Its secret is shown once. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEntity, findEntity } from '../../gateway/entities/entities.ts';
import { changeEntityKey } from '../../gateway/events/webhooks.ts';
import { type Received, startReceiver, status } from '../support/receiver.ts';
import {
  CARD_FIELDS,
  type Fields,
  startTestGateway,
  type TestGateway,
} from '../support/test-gateway.ts';
import { everythingIsTold } from './published-flows.ts';
import { advance, payByCard, read, remove, type Subscription, subscribe } from './subscribe.ts';

let test: TestGateway;
beforeAll(async () => {
  test = await startTestGateway({ delivers: true });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const pay = (fields: Fields = {}) => payByCard(test, fields);
const register = (fields: Fields = {}) =>
  test.call('/v1/registrations', { entityId: test.entityId, ...CARD_FIELDS, ...fields });
const messages = (received: readonly Received[], { secret }: Subscription) =>
  received.map((call) => read(call, secret).message);

describe('a subscription to notifications', () => {
  it.each(['PAYMENT', 'REGISTRATION'])('of type %s is told of no other', async (type) => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver, { types: type });
    await pay({ createRegistration: 'true' });
    await register();
    await everythingIsTold(test);
    const told = messages(receiver.received.slice(1), subscription);
    expect(new Set(told.map((message) => message.type))).toEqual(new Set([type]));
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('gets ciphertext as text, or wrapped in JSON', async () => {
    await using receiver = await startReceiver();
    const plain = await subscribe(test, receiver);
    const wrapped = await subscribe(test, receiver, { wrapper: 'JSON' });
    const [asText, asJson] = receiver.received;
    expect(asText?.headers['content-type']).toBe('text/plain');
    expect(asText?.body).toMatch(/^[0-9A-F]+$/);
    expect(asJson?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(asJson?.body ?? '')).toEqual({
      encryptedBody: expect.stringMatching(/^[0-9A-F]+$/),
    });
    expect(asJson && read(asJson, wrapped.secret).message.type).toBe('TEST');
    for (const { id } of [plain, wrapped]) await remove(test, `/v1/webhooks/${id}`);
  });

  it('without customer data says nothing of the customer, and all of the payment', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver, { fields: 'NON_CUSTOMER_DATA' });
    const paid = await pay({
      createRegistration: 'true',
      merchantTransactionId: 'order-0001',
      'customer.givenName': 'Jane',
      'customer.surname': 'Doe-Jones',
      'customer.email': 'jane@shop.example',
      'customer.ip': '203.0.113.7',
      'billing.city': 'Berlin',
      'shipping.customer.surname': 'Receiver',
      'shipping.street1': 'Backyard 3',
    });
    await everythingIsTold(test);
    const told = messages(receiver.received.slice(1), subscription);
    expect(told).toHaveLength(2);
    const { customer, billing, shipping, card, timestamp, ...rest } = paid.body;
    for (const gone of [customer, billing, shipping, card?.holder]) expect(gone).toBeDefined();
    const { holder, ...shownCard } = card;
    expect(told[0].payload).toEqual({ ...rest, card: shownCard, timestamp: expect.any(String) });
    for (const secretOfJane of ['Jane', 'Doe-Jones', 'Berlin', 'Backyard', '203.0.113', holder]) {
      expect(JSON.stringify(told)).not.toContain(secretOfJane);
    }
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });
});

describe('a notificationUrl', () => {
  it('is told of its payment, checkout or registration, by the nearest key above', async () => {
    await using receiver = await startReceiver();
    const { db } = test.gateway;
    const merchant = await db
      .selectFrom('entities')
      .select('parent_id')
      .where('id', '=', test.entityId)
      .executeTakeFirstOrThrow();
    const parentId = merchant.parent_id ?? '';
    const key = await changeEntityKey(test.gateway, await entity(parentId));
    const sibling = await createEntity(db, { kind: 'channel', name: 'Another', parentId });
    const siblingKey = await changeEntityKey(test.gateway, sibling);
    expect(siblingKey).not.toBe(key);

    const of = (path: string) => `${receiver.url}/told?of=${path}`;
    const paid = await pay({ notificationUrl: of('payment') });
    const stored = await register({ notificationUrl: of('registration') });
    const checkout = await test.createCheckout({ notificationUrl: of('checkout') });
    await test.pay(checkout);
    await pay();
    await everythingIsTold(test);
    const told = receiver.received.map((call) => [call.path, read(call, key).message.payload]);
    const byPath = Object.fromEntries(told);
    expect(told).toHaveLength(3);
    expect(byPath['/told?of=payment'].id).toBe(paid.body.id);
    expect(byPath['/told?of=registration'].id).toBe(stored.body.id);
    expect(byPath['/told?of=checkout'].ndc).toBe(checkout);
  });

  const entity = async (id: string) => {
    const found = await findEntity(test.gateway.db, id);
    if (!found) throw new Error(`there is no ${id}`);
    return found;
  };
});

describe('a secret', () => {
  it.each(['notifications', 'events'])('of %s is shown once, and logged nowhere', async (kind) => {
    await using receiver = await startReceiver();
    const own = kind === 'events' ? `whsec_${randomBytes(32).toString('base64')}` : undefined;
    const subscription = await subscribe(test, receiver, { kind, ...(own && { secret: own }) });
    const { id, secret } = subscription;
    const fields = { entityId: test.entityId };
    const keyed = { headers: { 'idempotency-key': `rotate ${kind}` } };
    const rotated = await test.call(`/v1/webhooks/${id}/secret`, fields, keyed);
    const secrets = [secret, rotated.body.secret];
    expect(new Set(secrets).size).toBe(2);
    receiver.answer(status(500, {}, 'no'));
    await pay();
    await receiver.until(3);
    receiver.answer(status(200));
    await advance(test, 60);
    await everythingIsTold(test);
    const shown = await test.call(`/v1/webhooks/${id}`);
    const delivery = shown.body.deliveries[0].id;
    const others = [
      shown,
      await test.call('/v1/webhooks'),
      await test.call(`/v1/webhooks/${id}/test`, fields),
      await test.call(`/v1/webhooks/${id}/deliveries/${delivery}/replay`, fields),
    ];
    await everythingIsTold(test);
    const { db } = test.gateway;
    const kept = await Promise.all(
      (['webhooks', 'webhook_lanes', 'messages', 'deliveries', 'idempotency_keys'] as const).map(
        (table) => db.selectFrom(table).selectAll().execute(),
      ),
    );
    const everything = JSON.stringify([others.map(({ body }) => body), kept, test.log]);
    for (const each of secrets) expect(everything).not.toContain(each.replace('whsec_', ''));
    await remove(test, `/v1/webhooks/${id}`);
  });
});
