/** Access tokens: what they are for, until when, from where, and what is noted of their use. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditExpiredTokens,
  issueToken,
  latestEntries,
  listTokens,
  revokeToken,
  type TokenTerms,
} from '../../gateway/access/index.ts';
import { CARD_FIELDS, CHECKOUT, type Fields, startAlone } from '../support/test-gateway.ts';

const test = await startAlone({ trustProxy: 'loopback' });
afterAll(() => test[Symbol.asyncDispose]());
const { db } = test.gateway;

const issue = async (terms: TokenTerms, label = 'shop server') => {
  const issued = await issueToken(db, { entityId: test.entityId, label, ...terms });
  const call = (path: string, body?: Fields, from = '203.0.113.9', method?: string) =>
    test.call(path, body, {
      ...(method && { method }),
      headers: {
        authorization: `Bearer ${issued.token}`,
        'x-forwarded-for': from,
        'x-forwarded-proto': 'https',
      },
    });
  return { ...issued, call };
};
const audited = async (action: string, tokenId: string) =>
  (await latestEntries(db, 500)).filter(
    (entry) => entry.action === action && `${entry.actor} ${entry.detail}`.includes(tokenId),
  );
const rowOf = async (id: string) => (await listTokens(db)).find((token) => token.id === id);
const OTHER = { amount: '93.00', currency: 'EUR' };
const DAY = '?date.from=2026-01-01&date.to=2026-01-02';

describe('a scope', () => {
  let paid: { id: string };
  let sale: { id: string };
  let credit: { id: string };
  beforeAll(async () => {
    const { call } = await issue({});
    paid = (await call('/v1/payments', { ...CHECKOUT, ...CARD_FIELDS })).body;
    sale = (await call('/v1/checkouts', { ...CHECKOUT })).body;
    credit = (await call('/v1/checkouts', { ...CHECKOUT, paymentType: 'CD' })).body;
  });

  const requests: readonly [
    string,
    () => [path: string, body?: Fields | undefined, method?: string],
    readonly string[],
  ][] = [
    ['a checkout', () => ['/v1/checkouts', { ...CHECKOUT }], ['payments']],
    ['a payment', () => ['/v1/payments', { ...CHECKOUT, ...CARD_FIELDS }], ['payments']],
    [
      'a credit',
      () => ['/v1/payments', { ...CHECKOUT, ...CARD_FIELDS, paymentType: 'CD' }],
      ['refunds'],
    ],
    [
      'a credit by checkout',
      () => ['/v1/checkouts', { ...CHECKOUT, paymentType: 'CD' }],
      ['refunds'],
    ],
    [
      'a credit by a brand’s own payment type',
      () => ['/v1/checkouts', { ...CHECKOUT, 'overridePaymentType[VISA]': 'CD' }],
      ['refunds'],
    ],
    ['a checkout’s other amount', () => [`/v1/checkouts/${sale.id}`, OTHER], ['payments']],
    ['a credit’s other amount', () => [`/v1/checkouts/${credit.id}`, OTHER], ['refunds']],
    [
      'a refund',
      () => [`/v1/payments/${paid.id}`, { amount: '1.00', currency: 'EUR', paymentType: 'RF' }],
      ['refunds'],
    ],
    [
      'a reversal, with another type beside it',
      () => [`/v1/payments/${paid.id}`, { paymentType: 'RV', amount: '92.00', currency: 'EUR' }],
      ['refunds'],
    ],
    [
      'a capture',
      () => [`/v1/payments/${paid.id}`, { amount: '1.00', currency: 'EUR', paymentType: 'CP' }],
      ['payments'],
    ],
    ['a payment’s status', () => [`/v1/payments/${paid.id}`], ['payments', 'refunds', 'reports']],
    ['a query', () => [`/v3/query/${paid.id}`], ['payments', 'refunds', 'reports']],
    ['a report', () => [`/reports/v1/reconciliations/aggregations${DAY}`], ['reports']],
    ['the webhooks', () => ['/v1/webhooks'], ['webhooks']],
    ['a stored card', () => ['/v1/registrations', { ...CARD_FIELDS }], ['payments']],
    ['an unknown checkout’s end', () => ['/v1/checkouts/none', undefined, 'DELETE'], ['payments']],
  ];

  it.each(requests)('for %s', async (_, request, needed) => {
    for (const scope of ['payments', 'refunds', 'reports', 'webhooks'] as const) {
      const { call } = await issue({ scopes: [scope] });
      const [path, body, method] = request();
      const answer = await call(path, body, undefined, method);
      const isRefused = answer.status === 403 && answer.body.result.code === '800.900.301';
      expect([scope, isRefused]).toEqual([scope, !needed.includes(scope)]);
    }
  });

  it('that is missing is told, and the audit log hears of it once', async () => {
    const { id, call } = await issue({ scopes: ['reports', 'webhooks'] });
    const refund = { amount: '1.00', currency: 'EUR', paymentType: 'RF' };
    for (let n = 0; n < 3; n += 1) {
      const { status, body } = await call(`/v1/payments/${paid.id}`, refund);
      expect(status).toBe(403);
      expect(body.result.description).toContain(
        'the access token is for reports, webhooks, and this is for refunds',
      );
    }
    const [misuse, ...more] = await audited('token misused', id);
    expect(more).toEqual([]);
    expect(JSON.parse(misuse?.detail ?? '')).toEqual({ reason: 'scope', address: '203.0.113.9' });
  });
});

describe('a token', () => {
  it('ends when its time is over, and the audit log hears of it once', async () => {
    const { id, call } = await issue({ expiresAt: Date.now() + 3_600_000 });
    expect((await call('/v1/webhooks')).status).toBe(200);
    // Its end comes now: however busy the machine is, the call before was in time.
    const end = { expires_at: Date.now() };
    await db.updateTable('access_tokens').set(end).where('id', '=', id).execute();
    const { status, body } = await call('/v1/webhooks');
    expect(status).toBe(403);
    expect(body.result).toMatchObject({
      code: '800.900.300',
      description: expect.stringContaining('the access token has expired'),
    });
    await Promise.all([auditExpiredTokens(test.gateway), auditExpiredTokens(test.gateway)]);
    await auditExpiredTokens(test.gateway);
    expect(await audited('token expired', id)).toHaveLength(1);
    expect(await audited('token misused', id)).toHaveLength(1);
  });

  it.each([
    ['203.0.113.9', true],
    ['203.0.113.200', true],
    ['203.0.114.1', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['2001:db8:5::1', true],
    ['2001:db8:6::1', false],
  ])('for two networks and an address, from %s', async (from, isAllowed) => {
    const networks = ['203.0.113.0/24', '198.51.100.7', '2001:db8:5::/48'];
    const { call } = await issue({ networks });
    const { status, body } = await call('/v1/webhooks', undefined, from);
    expect(status).toBe(isAllowed ? 200 : 403);
    if (!isAllowed) expect(body.result.code).toBe('800.900.401');
  });

  it('that is revoked is refused and audited', async () => {
    const { id, call } = await issue({});
    await revokeToken(db, id);
    const { status, body } = await call('/v1/webhooks');
    expect([status, body.result.code]).toEqual([403, '800.900.300']);
    const [misuse] = await audited('token misused', id);
    expect(misuse?.actor).toBe(`token ${id} (shop server)`);
    expect(JSON.parse(misuse?.detail ?? '')).toMatchObject({ reason: 'revoked' });
  });

  it('knows when it was used last, to the minute', async () => {
    const { id, call } = await issue({});
    expect((await rowOf(id))?.lastUsedAt).toBeNull();
    const before = Date.now();
    await call('/v1/webhooks');
    const first = (await rowOf(id))?.lastUsedAt ?? 0;
    expect(first).toBeGreaterThanOrEqual(before);
    await call('/v1/webhooks');
    expect((await rowOf(id))?.lastUsedAt).toBe(first);
  });

  it('answers though its use could not be noted, and notes the next one', async () => {
    const { id, call } = await issue({});
    await sql`alter table access_tokens rename column last_used_at to gone`.execute(db);
    const unnoted = await call('/v1/webhooks');
    await sql`alter table access_tokens rename column gone to last_used_at`.execute(db);
    expect(unnoted.status).toBe(200);
    await call('/v1/webhooks');
    expect((await rowOf(id))?.lastUsedAt).not.toBeNull();
  });

  it('is named in the access log, with its entity, and never in clear', async () => {
    const { id, token, call } = await issue({}, 'till 7');
    const before = test.log.length;
    await call('/v1/webhooks');
    const completed = test.log
      .slice(before)
      .map((line) => JSON.parse(line))
      .find(({ msg }) => msg === 'request completed');
    expect(completed).toMatchObject({ entity: test.entityId, token: `token ${id} (till 7)` });
    expect(test.log.join('')).not.toContain(token);
  });
});

describe('who asked for it', () => {
  it.each([
    ['RF', 'refund', { amount: '2.00' }],
    ['RV', 'reversal', {}],
  ])(
    '%s: the audit log says who, how much and of which payment',
    async (paymentType, action, more) => {
      const { id, call } = await issue({}, 'back office');
      const paid = (await call('/v1/payments', { ...CHECKOUT, ...CARD_FIELDS })).body;
      const done = await call(`/v1/payments/${paid.id}`, { paymentType, currency: 'EUR', ...more });
      expect(done.status).toBe(200);
      const [entry, ...others] = await audited(action, id);
      expect(others).toEqual([]);
      expect(entry).toMatchObject({ actor: `token ${id} (back office)`, subject: paid.id });
      expect(JSON.parse(entry?.detail ?? '')).toEqual({
        operation: done.body.id,
        amount: paymentType === 'RF' ? '2.00' : '92.00',
        currency: 'EUR',
      });
    },
  );

  it('a refund that the ledger refuses is none', async () => {
    const { id, call } = await issue({});
    const paid = (await call('/v1/payments', { ...CHECKOUT, ...CARD_FIELDS })).body;
    const refund = { paymentType: 'RF', currency: 'EUR', amount: '93.00' };
    expect((await call(`/v1/payments/${paid.id}`, refund)).status).toBe(400);
    expect(await audited('refund', id)).toEqual([]);
  });
});
