/** What a subscription asks for, as its receiver sees it. Its secret is shown once. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTable } from '../../../conformance/statements.ts';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { createEntity, findEntity } from '../../gateway/entities/entities.ts';
import { changeEntityKey } from '../../gateway/events/webhooks.ts';
import { type Received, startReceiver, status } from '../support/receiver.ts';
import {
  type Answer,
  CARD_FIELDS,
  CHECKOUT,
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
const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : value);
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
      'cart.items[0].name': 'Mug',
      'cart.items[0].shipping': '4.90',
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

describe('a notification', () => {
  /** The column Format of the document's table. */
  const FORMATS: Readonly<Record<string, RegExp>> = {
    'PAYMENT or REGISTRATION': /^(PAYMENT|REGISTRATION)$/,
    'CREATED, UPDATED or DELETED': /^(CREATED|UPDATED|DELETED)$/,
    JSON: /^\{.+\}$/,
    'N10.N2': /^\d{1,10}\.\d{2}$/,
    A3: /^[A-Z]{3}$/,
  };

  it('has the fields of the document, and tells what was created, updated and deleted', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    const paid = await pay({ paymentType: 'PA' });
    const capture = { paymentType: 'CP', amount: '92.00', currency: 'EUR' };
    const captured = await test.call(`/v1/payments/${paid.body.id}`, capture);
    const pending = await pay({ 'customParameters[simulator.result]': '000.200.000' });
    await test.call(`/sandbox/payments/${pending.body.id}/settle`, { result: 'accept' });
    const stored = await register();
    const removed = await remove(test, `/v1/registrations/${stored.body.id}`);
    const { registrationId } = (await pay({ createRegistration: 'true' })).body;
    await everythingIsTold(test);
    const told = messages(receiver.received.slice(1), subscription);
    const of = (id: string) =>
      told
        .filter(({ payload }) => payload.id === id)
        .map(({ type, action, referencedId }) => [type, action, referencedId]);
    const ids = [paid, captured, pending, stored, removed].map(({ body }) => body.id);
    expect([...ids, registrationId].map(of)).toEqual([
      [['PAYMENT', 'CREATED', undefined]],
      [['PAYMENT', 'CREATED', paid.body.id]],
      [
        ['PAYMENT', 'CREATED', undefined],
        ['PAYMENT', 'UPDATED', undefined],
      ],
      [['REGISTRATION', 'CREATED', undefined]],
      [['REGISTRATION', 'DELETED', undefined]],
      [['REGISTRATION', 'CREATED', undefined]],
    ]);
    expect(removed.body.referencedId).toBe(stored.body.id);
    const ofPayment = told.find(({ type }) => type === 'PAYMENT');
    for (const { Field = '', Format = '', Required } of readTable(
      'gateway-api',
      'Webhook notification object',
    )) {
      const format = FORMATS[Format];
      if (!format) throw new Error(`no format "${Format}"`);
      expect(asText(ofPayment[Field])).toMatch(format);
      if (Required !== 'Required') continue;
      for (const message of told) expect(asText(message[Field])).toMatch(format);
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

describe('a notification key', () => {
  const HEADER = 'x-missing-notification-key';
  const drawKey = async (options: RequestInit = {}): Promise<string> => {
    const drawn = await test.call('/v1/webhooks/key', { entityId: test.entityId }, options);
    expect(drawn).toMatchObject({ status: 200, body: { entityId: test.entityId } });
    return drawn.body.key;
  };
  /** What is told of the path's first message, by the key. */
  const toldAt = ({ received }: { received: readonly Received[] }, path: string, key: string) => {
    const call = received.find((each) => each.path === path);
    if (!call) throw new Error(`nothing has come to ${path}`);
    return read(call, key).message.payload;
  };

  it('that is missing is named by each answer that promises a notification, until one is drawn', async () => {
    await using test = await startTestGateway({ delivers: true });
    await using receiver = await startReceiver();
    const call = (path: string, fields: Fields) =>
      test.call(path, { entityId: test.entityId, ...fields });
    const notificationUrl = `${receiver.url}/kept`;
    const promising = async (url?: string) => [
      await payByCard(test, { notificationUrl: url }),
      await payByCard(test, { notificationUrl: url, 'card.number': '4200000000001024' }),
      await call('/v1/registrations', { ...CARD_FIELDS, notificationUrl: url }),
      await call('/v1/checkouts', { ...CHECKOUT, notificationUrl: url }),
    ];
    const named = (answers: readonly Answer[]) => answers.map(({ headers }) => headers.get(HEADER));
    const kept = await promising(notificationUrl);
    expect(kept.map(({ status }) => status)).toEqual([200, 400, 200, 200]);
    expect(named(kept)).toEqual(kept.map(() => test.entityId));
    expect(named(await promising())).toEqual(kept.map(() => null));
    const wrong = await payByCard(test, { notificationUrl, amount: 'much' });
    const unread = await call('/v1/webhooks', {
      notificationUrl,
      kind: 'events',
      url: receiver.url,
    });
    expect([wrong.status, unread.status, ...named([wrong, unread])]).toEqual([
      400,
      200,
      null,
      null,
    ]);

    const { body } = await call('/v1/webhooks/key', {});
    expect(named(await promising(`${receiver.url}/new`))).toEqual(kept.map(() => null));
    await everythingIsTold(test);
    expect(toldAt(receiver, '/kept', body.key).id).toBe(kept[0]?.body.id);
  });

  it('is the same under its Idempotency-Key, and so is what was said of a missing one', async () => {
    await using test = await startTestGateway();
    const again = { headers: { 'idempotency-key': 'one order' } };
    const fields = { ...CHECKOUT, ...CARD_FIELDS, notificationUrl: 'https://shop.example/told' };
    const pay = () => test.call('/v1/payments', { entityId: test.entityId, ...fields }, again);
    const draw = () =>
      test.call('/v1/webhooks/key', {}, { headers: { 'idempotency-key': 'one key' } });
    const first = await pay();
    const drawn = await draw();
    expect((await draw()).body).toEqual(drawn.body);
    const second = await pay();
    expect(second.body).toEqual(first.body);
    expect(second.headers.get(HEADER)).toBe(test.entityId);
  });

  it('that is drawn anew is used from then on, and is told by no answer again', async () => {
    await using receiver = await startReceiver();
    const before = await drawKey();
    const key = await drawKey();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(key).not.toBe(before);
    const paid = await pay({ notificationUrl: `${receiver.url}/rotated` });
    expect(paid.headers.get(HEADER)).toBeNull();
    await everythingIsTold(test);
    expect(toldAt(receiver, '/rotated', key).id).toBe(paid.body.id);
    expect(() => toldAt(receiver, '/rotated', before)).toThrow();
    const { body } = await test.call('/v1/webhooks');
    expect(JSON.stringify([body, test.log])).not.toContain(key);
  });

  it('of another merchant, or with a token that is for payments alone, is refused', async () => {
    const { db } = test.gateway;
    const other = await createEntity(db, { kind: 'merchant', name: 'Another' });
    const { token } = await issueToken(db, {
      entityId: test.entityId,
      label: 'payments',
      scopes: ['payments'],
    });
    const headers = { authorization: `Bearer ${token}` };
    expect((await test.call('/v1/webhooks/key', { entityId: other.id })).status).toBe(400);
    expect((await test.call('/v1/webhooks/key', {}, { headers })).status).toBe(403);
  });
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
