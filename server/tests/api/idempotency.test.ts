/** `Idempotency-Key` on every POST of the API (D14): an answer that got lost can be asked for again. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import {
  ACCEPTED,
  CARD,
  DECLINE,
  DECLINED_CARD,
  inShort,
  PAYMENT,
  SUCCESS,
  slowDownBank,
  startMerchant,
} from '../support/merchant.ts';
import { type Answer, CHECKOUT, type Fields } from '../support/test-gateway.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, entityId, payment, paymentId, countPayments, read } = merchant;
slowDownBank(merchant);

const SLOW_CARD = '4200000000001081';
const HOUR = 3_600_000;

const keyed = (key: string, token = merchant.token): RequestInit => ({
  headers: { 'idempotency-key': key, authorization: `Bearer ${token}` },
});

/** Status and body are what a client sees of an answer. */
const seen = ({ status, body }: Answer) => ({ status, body });

interface Post {
  readonly what: string;
  readonly path: () => string;
  readonly fields: Fields;
  /** Another request of the same kind. */
  readonly other: Fields;
}

let debit: string;
let registrationId: string;
let checkoutId: string;
beforeAll(async () => {
  debit = await paymentId();
  registrationId = (await merchant.register()).body.id;
  checkoutId = await merchant.createCheckout();
});

const REFUND: Fields = { paymentType: 'RF', amount: '1.00', currency: 'EUR' };
const STORED: Fields = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };

const POSTS: readonly Post[] = [
  {
    what: 'a payment',
    path: () => '/v1/payments',
    fields: PAYMENT,
    other: { ...PAYMENT, amount: '92.01' },
  },
  {
    what: 'a payment with another card',
    path: () => '/v1/payments',
    fields: PAYMENT,
    other: { ...PAYMENT, 'card.number': '4111111111111111' },
  },
  {
    what: 'a refund',
    path: () => `/v1/payments/${debit}`,
    fields: REFUND,
    other: { ...REFUND, amount: '2.00' },
  },
  {
    what: 'a registration',
    path: () => '/v1/registrations',
    fields: CARD,
    other: { ...CARD, 'card.holder': 'Joan Jones' },
  },
  {
    what: 'a payment with a registration',
    path: () => `/v1/registrations/${registrationId}/payments`,
    fields: STORED,
    other: { ...STORED, currency: 'USD' },
  },
  {
    what: 'a checkout',
    path: () => '/v1/checkouts',
    fields: CHECKOUT,
    other: { ...CHECKOUT, amount: '1.00' },
  },
  {
    what: 'an update of a checkout',
    path: () => `/v1/checkouts/${checkoutId}`,
    fields: { amount: '93.00' },
    other: { amount: '94.00' },
  },
];

describe.each(POSTS)('$what', ({ path, fields, other }) => {
  it('sent again under its key is answered as before, and made once', async () => {
    const key = randomUUID();
    const first = await call(path(), { entityId, ...fields }, keyed(key));
    expect(first.status).toBe(200);
    const count = await countPayments();
    const again = await call(path(), { entityId, ...fields }, keyed(key));
    expect(seen(again)).toEqual(seen(first));
    expect(await countPayments()).toBe(count);
  });

  it('is made anew under another key, or without one', async () => {
    if (path().startsWith('/v1/checkouts/')) return;
    const ids = [];
    for (const options of [keyed(randomUUID()), keyed(randomUUID()), {}, {}]) {
      const { body } = await call(path(), { entityId, ...fields }, options);
      ids.push(body.id);
    }
    expect(new Set(ids).size).toBe(4);
  });

  it('is refused under the key of another request', async () => {
    const key = randomUUID();
    const first = await call(path(), { entityId, ...fields }, keyed(key));
    expect(first.status).toBe(200);
    const count = await countPayments();
    const different = await call(path(), { entityId, ...other }, keyed(key));
    expect(different.status).toBe(422);
    expect(different.body).toEqual({
      result: expect.objectContaining({
        code: expect.stringMatching(/^\d{3}\.\d{3}\.\d{3}$/),
        description: expect.stringMatching(/\w/),
      }),
      buildNumber: expect.any(String),
      timestamp: expect.any(String),
      ndc: expect.any(String),
    });
    expect(await countPayments()).toBe(count);
    const again = await call(path(), { entityId, ...fields }, keyed(key));
    expect(seen(again)).toEqual(seen(first));
  });
});

describe('the same key', () => {
  it('for another operation is another request', async () => {
    const key = randomUUID();
    await payment({}, keyed(key));
    expect((await merchant.register({}, keyed(key))).status).toBe(422);
    const refund = await merchant.refer(debit, { ...REFUND }, keyed(key));
    expect(refund.status).toBe(422);
  });

  it('for another payment is another request', async () => {
    const [key, one, two] = [randomUUID(), await paymentId(), await paymentId()];
    expect(inShort(await merchant.refer(one, REFUND, keyed(key)))).toEqual(ACCEPTED);
    expect((await merchant.refer(two, REFUND, keyed(key))).status).toBe(422);
    expect(inShort(await merchant.refer(two, { ...REFUND, amount: '92.00' }))).toEqual(ACCEPTED);
  });

  it('with another CVV is the same request: no hash is kept that CVVs could be tried on', async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    const { db } = merchant.gateway;
    await db.deleteFrom('idempotency_keys').execute();
    const first = await payment({ 'card.cvv': '123', amount: '7.31' }, keyed(key));
    await payment({ 'card.cvv': '456', amount: '7.31' }, keyed(other));
    expect(inShort(first)).toEqual(ACCEPTED);
    const rows = await db.selectFrom('idempotency_keys').select('request_hash').execute();
    expect(rows).toEqual([rows[0], rows[0]]);
    const count = await countPayments();
    const again = await payment({ 'card.cvv': '789', amount: '7.31' }, keyed(key));
    expect(seen(again)).toEqual(seen(first));
    expect(await countPayments()).toBe(count);
  });

  it('gives a decline again, without asking the bank', async () => {
    const key = randomUUID();
    const first = await payment({ 'card.number': DECLINED_CARD }, keyed(key));
    expect(inShort(first)).toEqual({ status: 400, code: DECLINE });
    const count = await countPayments();
    expect(seen(await payment({ 'card.number': DECLINED_CARD }, keyed(key)))).toEqual(seen(first));
    expect(await countPayments()).toBe(count);
  });

  it('gives a refusal of an operation again', async () => {
    const [key, id] = [randomUUID(), await paymentId()];
    const tooMuch = { ...REFUND, amount: '92.01' };
    const first = await merchant.refer(id, tooMuch, keyed(key));
    expect(inShort(first)).toEqual({ status: 400, code: '700.400.200' });
    const again = await merchant.refer(id, tooMuch, keyed(key));
    expect(inShort(again)).toEqual(inShort(first));
  });

  it('is free after a request with a mistake, which made nothing', async () => {
    const key = randomUUID();
    expect((await payment({ amount: 'much' }, keyed(key))).status).toBe(400);
    expect([200, 422]).toContain((await payment({}, keyed(key))).status);
  });

  it('is independent in another entity', async () => {
    const { db } = merchant.gateway;
    const other = await createEntity(db, { kind: 'merchant', name: 'Other merchant' });
    const channel = await createEntity(db, {
      kind: 'channel',
      name: 'Other channel',
      parentId: other.id,
    });
    const { token } = await issueToken(db, { entityId: channel.id, label: 'test' });
    const key = randomUUID();
    const here = await payment({}, keyed(key));
    const there = await payment({ entityId: channel.id, amount: '5.00' }, keyed(key, token));
    expect(inShort(here)).toEqual(ACCEPTED);
    expect(inShort(there)).toEqual(ACCEPTED);
    expect(there.body.id).not.toBe(here.body.id);
  });

  it.each([
    ['one character', 'x'],
    ['255 characters', 'x'.repeat(255)],
    ['punctuation', 'order:4711/attempt#1 "a"; b=c'],
  ])('may have %s', async (_what, key) => {
    const first = await payment({}, keyed(key));
    expect(inShort(first)).toEqual(ACCEPTED);
    expect(seen(await payment({}, keyed(key)))).toEqual(seen(first));
  });

  it('tells upper case from lower case', async () => {
    const [upper, lower] = [await payment({}, keyed('KEY-1')), await payment({}, keyed('key-1'))];
    expect(upper.body.id).not.toBe(lower.body.id);
  });
});

describe('at the same moment', () => {
  it('thirty requests make one payment', async () => {
    const key = randomUUID();
    const before = await countPayments();
    const answers = await Promise.all(Array.from({ length: 30 }, () => payment({}, keyed(key))));
    expect(await countPayments()).toBe(before + 1);
    const made = answers.filter(({ status }) => status === 200);
    expect(made.length).toBeGreaterThan(0);
    for (const answer of made) expect(seen(answer)).toEqual(seen(made[0] as Answer));
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(inShort(await read(made[0]?.body.id))).toEqual(ACCEPTED);
  });

  it('thirty requests make one refund', async () => {
    const [key, id] = [randomUUID(), await paymentId()];
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => merchant.refer(id, REFUND, keyed(key))),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const rest = await merchant.refer(id, { ...REFUND, amount: '91.00' });
    expect(inShort(rest)).toEqual(ACCEPTED);
  });

  it('thirty requests make one registration', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => merchant.register({}, keyed(key))),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
  });

  it('one that is with the bank is waited for, or named as being in flight', async () => {
    const key = randomUUID();
    const before = await countPayments();
    const first = payment({ 'card.number': SLOW_CARD }, keyed(key));
    await expect.poll(countPayments).toBe(before + 1);
    const second = await payment({ 'card.number': SLOW_CARD }, keyed(key));
    const answer = await first;
    expect(inShort(answer)).toEqual(ACCEPTED);
    if (second.status === 409) {
      expect(second.body.result.code).toMatch(/^\d{3}\.\d{3}\.\d{3}$/);
      expect(seen(await payment({ 'card.number': SLOW_CARD }, keyed(key)))).toEqual(seen(answer));
    } else {
      expect(seen(second)).toEqual(seen(answer));
    }
    expect(await countPayments()).toBe(before + 1);
  });

  it('another request under the key of one in flight is refused at once', async () => {
    const key = randomUUID();
    const before = await countPayments();
    const first = payment({ 'card.number': SLOW_CARD }, keyed(key));
    // Before it is in flight the other one would be the first.
    await expect.poll(countPayments).toBe(before + 1);
    expect([409, 422]).toContain((await payment({}, keyed(key))).status);
    expect(inShort(await first)).toEqual(ACCEPTED);
  });
});

describe('a malformed key is refused', () => {
  /** `fetch` sends no such header. */
  const raw = (header: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(merchant.url);
      const body = new URLSearchParams({ entityId, ...PAYMENT } as Record<string, string>);
      const socket = connect(Number(port), hostname);
      let answer = '';
      socket.on('error', reject);
      socket.on('data', (data) => {
        answer += data;
      });
      socket.on('close', () => resolve(answer));
      socket.write(
        [
          'POST /v1/payments HTTP/1.1',
          `Host: ${hostname}`,
          `Authorization: Bearer ${merchant.token}`,
          'Content-Type: application/x-www-form-urlencoded',
          `Content-Length: ${Buffer.byteLength(body.toString())}`,
          'Connection: close',
          header,
          '',
          body.toString(),
        ].join('\r\n'),
      );
    });

  it.each([
    ['empty', 'Idempotency-Key:'],
    ['only blanks', 'Idempotency-Key:   '],
    ['256 characters', `Idempotency-Key: ${'x'.repeat(256)}`],
    ['a tab', 'Idempotency-Key: a\tb'],
    ['a control character', 'Idempotency-Key: a\x01b'],
    ['a delete character', 'Idempotency-Key: a\x7fb'],
    ['two of them', 'Idempotency-Key: one\r\nIdempotency-Key: two'],
  ])('%s', async (_what, header) => {
    const before = await countPayments();
    expect(await raw(header)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await countPayments()).toBe(before);
  });

  it('and a good one goes the same way', async () => {
    expect(await raw(`Idempotency-Key: ${randomUUID()}`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('in the envelope of every answer', async () => {
    const answer = await payment({}, keyed('x'.repeat(256)));
    expect(answer.body).toEqual({
      result: expect.objectContaining({ code: '200.300.404' }),
      buildNumber: expect.any(String),
      timestamp: expect.any(String),
      ndc: expect.any(String),
    });
    expect(JSON.stringify(answer.body)).toMatch(/idempotency-key/i);
  });
});

describe('how long', () => {
  afterEach(() => vi.useRealTimers());
  const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

  it('for 24 hours', async () => {
    const key = randomUUID();
    const first = await payment({}, keyed(key));
    later(24 * HOUR - 60_000);
    expect(seen(await payment({}, keyed(key)))).toEqual(seen(first));
  });

  it('not for ever', async () => {
    const key = randomUUID();
    const first = await payment({}, keyed(key));
    later(24 * HOUR + 60_000);
    const again = await payment({ amount: '1.00' }, keyed(key));
    expect(inShort(again)).toEqual(ACCEPTED);
    expect(again.body.id).not.toBe(first.body.id);
  });
});

describe('what is kept of a request', () => {
  it('is neither the card nor the holder', async () => {
    const fields = {
      'card.number': '4111111111111111',
      'card.holder': 'Wilhelmina Unforgettable',
      'card.cvv': '739',
      'customer.email': 'wilhelmina@shop.example',
    };
    expect(inShort(await payment(fields, keyed('kept-key')))).toEqual(ACCEPTED);
    expect(inShort(await merchant.register(fields, keyed(randomUUID())))).toEqual(ACCEPTED);
    expect((await payment({ ...fields, amount: '0.00' }, keyed(randomUUID()))).status).toBe(400);
    const { rows } = await sql<Record<string, unknown>>`select * from idempotency_keys`.execute(
      merchant.gateway.db,
    );
    expect(rows.length).toBeGreaterThan(1);
    const values = rows.flatMap((row) => Object.values(row).map(String));
    const text = values.join('\n');
    expect(text).not.toContain('4111111111111111');
    expect(text).not.toContain('Wilhelmina');
    expect(text).not.toContain('wilhelmina');
    expect(values).not.toContain('739');
    expect(text).not.toMatch(/card\.number|card%2Enumber/);
    const kept = merchant.log.join('');
    expect(kept).not.toContain('4111111111111111');
  });
});

it('a payment that succeeded is the one that is read', async () => {
  const key = randomUUID();
  const { body } = await payment({ merchantTransactionId: 'lost-answer' }, keyed(key));
  await payment({ merchantTransactionId: 'lost-answer' }, keyed(key));
  const query = await call(`/v1/query?entityId=${entityId}&merchantTransactionId=lost-answer`);
  expect(query.body.payments.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  expect(query.body.payments[0].result.code).toBe(SUCCESS);
});
