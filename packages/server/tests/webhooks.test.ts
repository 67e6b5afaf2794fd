/** Messages of a real gateway, opened. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Received, startReceiver } from '../../../server/tests/support/receiver.ts';
import { startAlone } from '../../../server/tests/support/test-gateway.ts';
import { constructEvent, createClient, WebhookError, type WebhookKeys } from '../src/index.ts';

const gateway = await startAlone({ delivers: true });
const receivers = { events: await startReceiver(), notifications: await startReceiver() };
const wrapped = await startReceiver();
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  for (const each of [...Object.values(receivers), wrapped]) await each[Symbol.asyncDispose]();
});
const { url, entityId, token: accessToken } = gateway;
const client = createClient({ url, entityId, accessToken });
const keys: { secret: string; key: string; wrappedKey: string } = {
  secret: '',
  key: '',
  wrappedKey: '',
};
const OLD_KEY = 'ab'.repeat(32);
let event: Received;
let notification: Received;
let wrappedNotification: Received;

beforeAll(async () => {
  const subscribe = async (kind: 'events' | 'notifications') =>
    (await client.webhooks.create({ url: receivers[kind].url, kind })).secret;
  keys.secret = await subscribe('events');
  keys.key = await subscribe('notifications');
  keys.wrappedKey = (
    await client.webhooks.create({ url: wrapped.url, kind: 'notifications', wrapper: 'JSON' })
  ).secret;
  await client.payments.create({
    ...{ amount: '92.00', currency: 'EUR', paymentType: 'DB', paymentBrand: 'VISA' },
    ...{ 'card.number': '4200000000000000', 'card.holder': 'Jane Jones', 'card.cvv': '123' },
    ...{ 'card.expiryMonth': '05', 'card.expiryYear': '2034' },
  });
  [, event] = (await receivers.events.until(2)) as [Received, Received];
  [, notification] = (await receivers.notifications.until(2)) as [Received, Received];
  [, wrappedNotification] = (await wrapped.until(2)) as [Received, Received];
});

const open = ({ body, headers }: Received, more: WebhookKeys) =>
  constructEvent(body, headers, more);

describe('a message', () => {
  it('is an event, with its type and id', () => {
    expect(open(event, { secret: keys.secret })).toMatchObject({
      kind: 'event',
      id: event.headers['webhook-id'],
      type: 'PAYMENT_CHARGE_CREATED',
      event: { type: 'PAYMENT_CHARGE_CREATED' },
    });
  });

  it('is a notification, with what the API answers', () => {
    const message = open(notification, { key: keys.key });
    expect(message).toMatchObject({
      kind: 'notification',
      type: 'PAYMENT',
      notification: { action: 'CREATED', payload: { amount: '92.00' } },
    });
  });

  it('is opened in its wrapper, as bytes, with headers of any kind, and during a rotation', () => {
    const bytes = new TextEncoder().encode(wrappedNotification.body);
    const headers = new Headers(
      Object.entries(wrappedNotification.headers).map(([name, value]) => [name, String(value)]),
    );
    const message = constructEvent(bytes, headers, { key: [OLD_KEY, keys.wrappedKey] });
    expect(message.type).toBe('PAYMENT');
    const upper = Object.fromEntries(
      Object.entries(event.headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(constructEvent(event.body, upper, keys).kind).toBe('event');
  });

  it('is opened where the other secret or key of a rotation is not set', () => {
    expect(open(event, { secret: [undefined, keys.secret] }).kind).toBe('event');
    expect(open(notification, { key: ['', keys.key] }).kind).toBe('notification');
  });

  it('of a test call is one, too', async () => {
    const [test] = await receivers.events.until(1);
    expect(open(test as Received, keys).type).toBe('TEST');
  });
});

describe('a message is refused', () => {
  const refused = (made: () => unknown, words: RegExp) => {
    expect(made).toThrow(WebhookError);
    expect(made).toThrow(words);
  };

  it('that was changed', () => {
    const changed = { ...event, body: event.body.replace('9200', '9201') };
    expect(changed.body).not.toBe(event.body);
    refused(() => open(changed, keys), /no secret fits the signature, or the message was changed/);
    const { body } = notification;
    const last = body.endsWith('0') ? '1' : '0';
    const other = { ...notification, body: body.slice(0, -1) + last };
    refused(() => open(other, keys), /no key fits the message, or it was changed/);
  });

  it('that may be a recording', () => {
    const later = Date.now() + 6 * 60_000;
    refused(() => constructEvent(event.body, event.headers, keys, later), /not of these minutes/);
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      'whose body something has parsed',
      () => constructEvent({} as never, {}, keys),
      /has parsed it/,
    ],
    ['without a signature', () => constructEvent('{}', {}, keys), /neither webhook-signature/],
    ['for which there is no secret', () => open(event, { key: keys.key }), /no secret was given/],
    // A variable of the environment that is empty.
    ['for which the secret is empty', () => open(event, { secret: '' }), /no secret was given/],
    ['for which the key is empty', () => open(notification, { key: [''] }), /no key was given/],
    ['for which there is no key', () => open(notification, {}), /no key was given/],
    ['with a secret of another kind', () => open(event, { secret: OLD_KEY }), /has to be whsec_/],
    ['with a key of another kind', () => open(notification, { key: 'x' }), /key has to be 64 hex/],
  ])('%s', (_, made, words) => refused(made, words));
});
