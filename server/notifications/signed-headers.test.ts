/** Signatures, checked with the library that receivers use. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { isEventSecret, newEventSecret, signedHeaders } from './signed-headers.ts';

const BODY = JSON.stringify({ type: 'CHARGEBACK_SUCCEEDED', merchantId: 'merch_ä→𝒳' });
const secretOf = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`;

describe('a signature', () => {
  it('is what the standard’s own library makes', () => {
    const secret = newEventSecret();
    const sentAt = Date.now();
    const headers = signedHeaders('msg_1', sentAt, BODY, [secret]);
    expect(headers['webhook-signature']).toBe(
      new Webhook(secret).sign('msg_1', new Date(sentAt), BODY),
    );
    expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
  });

  it('is made with both secrets during a rotation, so that either verifies it', () => {
    const [before, after] = [newEventSecret(), newEventSecret()];
    const headers = signedHeaders('msg_1', Date.now(), BODY, [after, before]);
    for (const secret of [before, after]) {
      expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    }
    expect(() => new Webhook(newEventSecret()).verify(BODY, headers)).toThrow();
  });

  it('is for one id, one time and one body', () => {
    const secret = newEventSecret();
    const headers = signedHeaders('msg_1', Date.now(), BODY, [secret]);
    const webhook = new Webhook(secret);
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => webhook.verify(`${BODY} `, headers)).toThrow();
    expect(() => webhook.verify(BODY, { ...headers, 'webhook-id': 'msg_2' })).toThrow();
    expect(() => webhook.verify(BODY, { ...headers, 'webhook-timestamp': later })).toThrow();
  });

  it('is not believed when it is old', () => {
    const secret = newEventSecret();
    const headers = signedHeaders('msg_1', Date.now() - 6 * 60_000, BODY, [secret]);
    expect(() => new Webhook(secret).verify(BODY, headers)).toThrow(/old/);
  });
});

describe('a secret', () => {
  it('has 24 to 64 bytes', () => {
    expect(isEventSecret(newEventSecret())).toBe(true);
    expect([24, 64].map((bytes) => isEventSecret(secretOf(bytes)))).toEqual([true, true]);
    expect([23, 65, 0].map((bytes) => isEventSecret(secretOf(bytes)))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('is whsec_ and base64', () => {
    const hexadecimal = randomBytes(32).toString('hex');
    const [, encoded = ''] = secretOf(33).split('_');
    for (const wrong of [
      ...['', hexadecimal, secretOf(32).slice(6), `whsec_${'*'.repeat(44)}`],
      // Whatever a library would make of it: another one would make something else.
      ...[`whsek_${encoded}`, `whsec_*${encoded.slice(1)}`, `whsec_${encoded.slice(1)}*`],
      ...[`whsec_${encoded.slice(1)}`, `whsec_${encoded.slice(4)}====`],
    ]) {
      expect(isEventSecret(wrong)).toBe(false);
    }
  });
});
