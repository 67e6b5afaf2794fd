/** A message as receivers get it: signed or encrypted, whole or without its shopper. */
import { createDecipheriv } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newKey } from './encrypted-body.ts';
import { attemptHeaders, messageHeaders } from './message-headers.ts';
import { constantHeaders, requestsFor } from './request.ts';
import { newEventSecret } from './signed-headers.ts';

const MESSAGE = JSON.stringify({
  type: 'PAYMENT',
  payload: {
    id: 'pay1',
    customer: { email: 'jane@shop.example' },
    card: { holder: 'Jäne', last4Digits: '0000' },
    merchant: { bankAccount: { holder: 'Shop' } },
    cart: { items: [{ name: 'Tea', iban: 'x' }] },
  },
});
const WITHOUT_SHOPPER = {
  type: 'PAYMENT',
  payload: {
    id: 'pay1',
    card: { last4Digits: '0000' },
    merchant: { bankAccount: { holder: 'Shop' } },
    cart: { items: [{ name: 'Tea' }] },
  },
};
const EVENTS = { kind: 'events', wrapper: 'NONE', fields: 'ALL' } as const;
const NOTIFICATIONS = { kind: 'notifications', wrapper: 'NONE', fields: 'ALL' } as const;

function decrypted(body: string, headers: Readonly<Record<string, string>>, key: string): string {
  const bytes = (name: string) => Buffer.from(headers[name] ?? '', 'hex');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    Buffer.from(key, 'hex'),
    bytes('x-initialization-vector'),
  );
  decipher.setAuthTag(bytes('x-authentication-tag'));
  return decipher.update(body, 'hex', 'utf8') + decipher.final('utf8');
}

describe('an event', () => {
  it('is one request, signed with every secret that is valid', () => {
    const secrets = [newEventSecret(), newEventSecret()];
    const requests = requestsFor(EVENTS, secrets, Date.now)('delivery1', MESSAGE, {
      'webhook-sequence': '2',
    });
    expect(requests).toHaveLength(1);
    const { method, body = '', headers = {}, timeLimitMs } = requests[0] ?? {};
    expect([method, body, timeLimitMs]).toEqual(['POST', MESSAGE, 30_000]);
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(MESSAGE));
    }
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(MESSAGE)),
      'webhook-id': 'delivery1',
      'webhook-sequence': '2',
      'user-agent': 'payment-gateway-webhooks/1',
    });
  });

  it('tells nothing of the shopper where that is not wanted, and is signed as it is sent', () => {
    const secret = newEventSecret();
    const withoutShopper = { ...EVENTS, fields: 'NON_CUSTOMER_DATA' } as const;
    const [{ body = '', headers = {} } = {}] = requestsFor(
      withoutShopper,
      [secret],
      Date.now,
    )('1', MESSAGE);
    expect(JSON.parse(body)).toEqual(WITHOUT_SHOPPER);
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual(WITHOUT_SHOPPER);
  });
});

describe('a notification', () => {
  it('is a request for each key, the newest first, with a vector of its own', () => {
    const keys = [newKey(), newKey()];
    const requests = requestsFor(NOTIFICATIONS, keys, Date.now)('delivery1', MESSAGE);
    expect(
      requests.map(({ body = '', headers = {} }, at) => decrypted(body, headers, keys[at] ?? '')),
    ).toEqual([MESSAGE, MESSAGE]);
    expect(requests[0]?.headers).toMatchObject({ 'content-type': 'text/plain' });
    expect(new Set(requests.map(({ headers }) => headers?.['x-initialization-vector'])).size).toBe(
      2,
    );
  });

  it('stands in JSON where its receiver wants that', () => {
    const key = newKey();
    const [{ body = '', headers = {} } = {}] = requestsFor(
      { ...NOTIFICATIONS, wrapper: 'JSON' },
      [key],
      Date.now,
    )('1', MESSAGE);
    expect(headers['content-type']).toBe('application/json');
    const { encryptedBody } = JSON.parse(body);
    expect(Object.keys(JSON.parse(body))).toEqual(['encryptedBody']);
    expect(decrypted(encryptedBody, headers, key)).toBe(MESSAGE);
  });

  it('tells nothing of the shopper where that is not wanted', () => {
    const key = newKey();
    const withoutShopper = { ...NOTIFICATIONS, fields: 'NON_CUSTOMER_DATA' } as const;
    const [{ body = '', headers = {} } = {}] = requestsFor(
      withoutShopper,
      [key],
      Date.now,
    )('1', MESSAGE);
    expect(JSON.parse(decrypted(body, headers, key))).toEqual(WITHOUT_SHOPPER);
  });
});

describe('the headers of a message', () => {
  it('say its place among those of its payment, when it happened, and whose it is', () => {
    const about = messageHeaders(
      { position: 3, group_id: 'pay1', created_at: Date.parse('2026-01-01T00:00:00Z') },
      { channelId: 'channel1', merchantId: 'm1' },
    );
    expect(about).toEqual({
      'webhook-sequence': '3',
      'webhook-sequence-of': 'pay1',
      'webhook-occurred-at': '2026-01-01T00:00:00.000Z',
      'webhook-channel-id': 'channel1',
      'webhook-merchant-id': 'm1',
    });
  });

  it('are kept of an attempt where another attempt has others', () => {
    const secret = newEventSecret();
    const [event] = requestsFor(EVENTS, [secret], Date.now)('1', MESSAGE);
    expect(Object.keys(attemptHeaders(event?.headers ?? {})).sort()).toEqual([
      'webhook-signature',
      'webhook-timestamp',
    ]);
    const [notification] = requestsFor(NOTIFICATIONS, [newKey()], Date.now)('1', MESSAGE);
    expect(Object.keys(attemptHeaders(notification?.headers ?? {})).sort()).toEqual([
      'x-authentication-tag',
      'x-initialization-vector',
    ]);
  });

  it('are the same in every attempt but for those', () => {
    expect(constantHeaders(NOTIFICATIONS, 'delivery1')).toEqual({
      'user-agent': 'payment-gateway-webhooks/1',
      'content-type': 'text/plain',
      'webhook-id': 'delivery1',
    });
  });
});
