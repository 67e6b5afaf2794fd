/** Access tokens: what is kept of one, until when and from where it may be used, and what takes its place. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../store/dialect.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { openVault } from '../../vault/vault.ts';
import {
  type AccessToken,
  auditExpiredTokens,
  auditMisuse,
  endToken,
  findToken,
  isNetwork,
  issueToken,
  listTokens,
  misuseOf,
  noteUse,
  revokeToken,
  type TokenTerms,
} from './access-tokens.ts';
import { auditEntries } from './audit-log.ts';

const { db, location, drop } = await openTestDatabase();
afterAll(drop);
const vault = await openVault({ db, dataDir: location.dataDir });
const tools = { db, vault };
const ENTITY = 'a'.repeat(32);
await db
  .insertInto('entities')
  .values({
    ...{ id: ENTITY, kind: 'merchant', parent_id: null, name: 'Shop', settings: '{}' },
    ...{ clock_offset_ms: 0, created_at: 0 },
  })
  .execute();

const NOW = Date.parse('2026-11-01T12:00:00.000Z');
const HOUR_MS = 60 * 60_000;
const setClock = (now: number) => vi.spyOn(Date, 'now').mockReturnValue(now);
beforeEach(async () => {
  await db.deleteFrom('access_tokens').execute();
  setClock(NOW);
});
afterEach(() => vi.restoreAllMocks());

const issue = (terms: TokenTerms = {}, label = 'shop') =>
  issueToken(db, { entityId: ENTITY, label, ...terms });
const rowOf = (id: string) =>
  db.selectFrom('access_tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const entries = async () => {
  const all: { actor: string; action: string; subject: string; detail: unknown }[] = [];
  for await (const { actor, action, subject, detail } of auditEntries(db)) {
    all.push({ actor, action, subject, detail: JSON.parse(detail) });
  }
  return all;
};

describe('a token that is issued', () => {
  it('is kept as its hash, with no end and no limits where none are named', async () => {
    const { id, token } = await issue();
    expect(token).toMatch(/^[\w-]{43}$/);
    const hash = createHash('sha256').update(token).digest('hex');
    expect(await rowOf(id)).toEqual({
      ...{ id, entity_id: ENTITY, label: 'shop', hash, created_at: NOW },
      ...{ scopes: null, networks: null, expires_at: null },
      ...{ revoked_at: null, replaced_at: null, last_used_at: null, expiry_noted_at: null },
    });
    expect(await findToken(db, token)).toEqual({ id, entityId: ENTITY, label: 'shop' });
  });

  it('is found with its terms, and only by its own text', async () => {
    const terms = {
      expiresAt: NOW + 1,
      scopes: ['payments', 'reports'] as const,
      networks: ['10.0.0.0/8', '192.0.2.7'],
    };
    const { id, token } = await issue(terms);
    await issue();
    expect(await findToken(db, token)).toEqual({ id, entityId: ENTITY, label: 'shop', ...terms });
    const { hash } = await rowOf(id);
    for (const other of [hash, '', token.slice(1), token.toLowerCase()]) {
      expect(await findToken(db, other)).toBeUndefined();
    }
  });

  it('with a text that there is already leaves the one before as it was', async () => {
    const known = { entityId: ENTITY, token: 'a text of the demo' };
    const { id } = await issueToken(db, { ...known, label: 'first' });
    await revokeToken(db, id);
    await issueToken(db, { ...known, label: 'second' });
    expect(await listTokens(db)).toHaveLength(1);
    expect(await findToken(db, known.token)).toMatchObject({ label: 'first', revokedAt: NOW });
  });

  it('is listed with all that is kept of it but its hash, the oldest first', async () => {
    for (const [label, at] of [
      ['second', NOW],
      ['third', NOW + 1],
      ['first', NOW - 1],
    ] as const) {
      setClock(at);
      await issue({}, label);
    }
    const all = await listTokens(db);
    expect(all.map(({ label }) => label)).toEqual(['first', 'second', 'third']);
    const { hash, ...row } = await rowOf(all[0]?.id ?? '');
    expect(Object.keys(all[0] ?? {})).toHaveLength(Object.keys(row).length);
    expect(JSON.stringify(all)).not.toContain(hash);
    expect(all[0]).toEqual({
      ...{ id: row.id, entityId: ENTITY, label: 'first', createdAt: NOW - 1 },
      ...{ scopes: null, networks: null, expiresAt: null, revokedAt: null },
      ...{ replacedAt: null, lastUsedAt: null, expiryNotedAt: null },
    });
  });
});

describe('a token may not be used', () => {
  const token: AccessToken = { id: 'x', entityId: ENTITY, label: 'shop' };
  it.each<[string, Omit<TokenTerms, 'scopes'> & { revokedAt?: number }, string | undefined]>([
    ['without terms', {}, undefined],
    ['revoked', { revokedAt: NOW - 1 }, 'revoked'],
    ['revoked, by a clock that is ahead', { revokedAt: NOW + HOUR_MS }, 'revoked'],
    ['a millisecond before its end', { expiresAt: NOW + 1 }, undefined],
    ['at its end', { expiresAt: NOW }, 'expired'],
    ['after its end', { expiresAt: NOW - 1 }, 'expired'],
    ['within its networks', { networks: ['203.0.113.0/24'] }, undefined],
    ['outside of them', { networks: ['198.51.100.0/24'] }, 'network'],
    ['with no network at all', { networks: [] }, 'network'],
    ['revoked and expired', { revokedAt: NOW, expiresAt: NOW }, 'revoked'],
    ['expired and outside', { expiresAt: NOW, networks: ['198.51.100.7'] }, 'expired'],
  ])('%s', (_, terms, misuse) => {
    expect(misuseOf({ ...token, ...terms }, '203.0.113.9')).toBe(misuse);
  });

  it.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['192.0.2.7', '::ffff:192.0.2.7', true],
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.0.0.0/8', '::ffff:11.0.0.0', false],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::5', '2001:db8::5', true],
    ['2001:db8::5', '2001:db8::6', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::/32', '32.1.13.184', false],
    ['0.0.0.0/0', 'unknown', false],
    ['0.0.0.0/0', '', false],
  ])('for %s, from %s: %s', (network, address, isAllowed) => {
    for (const networks of [[network], ['192.0.2.200', network], [network, '192.0.2.200']]) {
      const misuse = misuseOf({ ...token, networks }, address);
      expect(misuse).toBe(isAllowed ? undefined : 'network');
    }
  });
});

it.each([
  ['10.0.0.0/8', true],
  ['192.0.2.7', true],
  ['192.0.2.7/32', true],
  ['192.0.2.7/33', false],
  ['0.0.0.0/0', true],
  ['2001:db8::/32', true],
  ['2001:db8::/128', true],
  ['2001:db8::/129', false],
  ['2001:db8::', true],
  ['10.0.0.0/', false],
  ['10.0.0.0/-1', false],
  ['10.0.0.0/8x', false],
  ['10.0.0.0/x8', false],
  ['10.0.0.0/0008', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0/8', false],
  ['shop.example', false],
  ['/8', false],
  ['', false],
])('%o is a network that a token may be bound to: %s', (text, isOne) => {
  expect(isNetwork(text)).toBe(isOne);
});

describe('the latest use of a token', () => {
  const token = async () => {
    const { id } = await issue();
    return { id, entityId: ENTITY, label: 'shop' };
  };
  const usedAt = async ({ id }: { id: string }) => (await rowOf(id)).last_used_at;

  it('is noted once a minute', async () => {
    const [one, other] = [await token(), await token()];
    for (const [at, noted] of [
      [NOW, NOW],
      [NOW + 59_999, NOW],
      [NOW + 60_000, NOW + 60_000],
    ] as const) {
      setClock(at);
      await noteUse(db, one);
      expect(await usedAt(one)).toBe(noted);
    }
    expect(await usedAt(other)).toBeNull();
    await noteUse(db, other);
    expect(await usedAt(other)).toBe(NOW + 60_000);
  });

  it('stays where another instance has noted a later one', async () => {
    const one = await token();
    const late = { last_used_at: NOW + 5 };
    await db.updateTable('access_tokens').set(late).where('id', '=', one.id).execute();
    await noteUse(db, one);
    expect(await usedAt(one)).toBe(NOW + 5);
  });

  it('that could not be noted costs no answer, and the next one is noted', async () => {
    const one = await token();
    await sql`alter table access_tokens rename column last_used_at to gone`.execute(db);
    await noteUse(db, one);
    await sql`alter table access_tokens rename column gone to last_used_at`.execute(db);
    setClock(NOW + 1);
    await noteUse(db, one);
    expect(await usedAt(one)).toBe(NOW + 1);
  });
});

it('is revoked once, and no other with it', async () => {
  const [one, other] = [await issue(), await issue()];
  expect(await revokeToken(db, one.id)).toBe(true);
  setClock(NOW + 1);
  expect(await revokeToken(db, one.id)).toBe(false);
  expect(await revokeToken(db, 'unknown')).toBe(false);
  expect((await findToken(db, one.token))?.revokedAt).toBe(NOW);
  expect(await findToken(db, other.token)).not.toHaveProperty('revokedAt');
});

describe('a token in whose place comes another', () => {
  const end = (id: string, afterMs: number) =>
    inTransaction(db, (trx) => endToken(trx, id, afterMs));

  it.each<[string, number | undefined, number, object]>([
    ['ends at once', undefined, 0, { revoked_at: NOW, expires_at: null }],
    ['ends at once, long before its end', NOW + 5, 0, { revoked_at: NOW, expires_at: NOW + 5 }],
    ['ends after a while', undefined, HOUR_MS, { revoked_at: null, expires_at: NOW + HOUR_MS }],
    ['ends before its own end', NOW + HOUR_MS + 1, HOUR_MS, { expires_at: NOW + HOUR_MS }],
    ['ends at its own end', NOW + HOUR_MS - 1, HOUR_MS, { expires_at: NOW + HOUR_MS - 1 }],
  ])('%s', async (_, expiresAt, afterMs, row) => {
    const terms = expiresAt === undefined ? {} : { expiresAt };
    const [one, other] = [await issue(terms), await issue(terms)];
    const untouched = await rowOf(other.id);
    expect(await end(one.id, afterMs)).toBe(true);
    expect(await rowOf(one.id)).toMatchObject({ replaced_at: NOW, ...row });
    expect(await rowOf(other.id)).toEqual(untouched);
  });

  it.each([
    ['was revoked', { revoked_at: NOW - 1 }],
    ['was replaced', { replaced_at: NOW - 1, expires_at: NOW + HOUR_MS }],
    ['has come to its end', { expires_at: NOW }],
  ])('gets none where it %s', async (_, state) => {
    const { id } = await issue();
    await db.updateTable('access_tokens').set(state).where('id', '=', id).execute();
    const before = await rowOf(id);
    for (const afterMs of [0, HOUR_MS]) expect(await end(id, afterMs)).toBe(false);
    expect(await rowOf(id)).toEqual(before);
  });

  it('gets one up to its last millisecond', async () => {
    const { id } = await issue({ expiresAt: NOW + 1 });
    expect(await end(id, HOUR_MS)).toBe(true);
  });
});

describe('the audit log hears', () => {
  const said = async (about: string) =>
    (await entries()).filter((entry) => JSON.stringify(entry).includes(about));

  it('of a token that is misused: once an hour for each reason', async () => {
    const { id, token } = await issue({}, 'till 7');
    const known = (await findToken(db, token)) as AccessToken;
    const other = (await findToken(db, (await issue()).token)) as AccessToken;
    const begin = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(begin);
    for (const reason of ['expired', 'expired', 'scope'] as const) {
      await auditMisuse(tools, known, reason, '203.0.113.9');
    }
    await auditMisuse(tools, other, 'expired', '203.0.113.9');
    const entry = {
      ...{ actor: `token ${id} (till 7)`, action: 'token misused', subject: ENTITY },
      detail: { reason: 'expired', address: '203.0.113.9' },
    };
    const scope = { ...entry, detail: { reason: 'scope', address: '203.0.113.9' } };
    expect(await said(id)).toEqual([entry, scope]);
    expect(await said(other.id)).toHaveLength(1);
    for (const [after, all] of [
      [HOUR_MS - 1_000, [entry, scope]],
      [HOUR_MS + 1_000, [entry, scope, entry]],
    ] as const) {
      clock.mockReturnValue(begin + after);
      // The cache asks for the time once a millisecond.
      await delay(2);
      await auditMisuse(tools, known, 'expired', '203.0.113.9');
      expect(await said(id)).toEqual(all);
    }
  });

  it('of a misuse the next time where it could not be written', async () => {
    const { id, token } = await issue();
    const known = (await findToken(db, token)) as AccessToken;
    const broken = {
      keyedHash: () => () => {
        throw new Error('no keys');
      },
    };
    const misused = auditMisuse({ db, vault: broken }, known, 'revoked', '203.0.113.9');
    await expect(misused).rejects.toThrow('no keys');
    expect(await said(id)).toEqual([]);
    await auditMisuse(tools, known, 'revoked', '203.0.113.9');
    expect(await said(id)).toHaveLength(1);
  });

  it('of each token that has come to its end, once', async () => {
    const over = await issue({ expiresAt: NOW }, 'over');
    const revoked = await issue({ expiresAt: NOW }, 'revoked');
    await revokeToken(db, revoked.id);
    const later = await issue({ expiresAt: NOW + 1 }, 'later');
    const endless = await issue();
    await auditExpiredTokens(tools);
    await auditExpiredTokens(tools);
    expect(await said(over.id)).toEqual([
      {
        ...{ actor: 'gateway', action: 'token expired', subject: ENTITY },
        detail: { token: `token ${over.id} (over)`, at: '2026-11-01T12:00:00.000Z' },
      },
    ]);
    expect((await rowOf(over.id)).expiry_noted_at).toBe(NOW);
    for (const { id } of [revoked, later, endless]) {
      expect(await said(id)).toEqual([]);
      expect((await rowOf(id)).expiry_noted_at).toBeNull();
    }
    setClock(NOW + HOUR_MS);
    await auditExpiredTokens(tools);
    // The end itself, not when a sweeper came to it.
    expect(await said(later.id)).toMatchObject([{ detail: { at: '2026-11-01T12:00:00.001Z' } }]);
    expect(await said(over.id)).toHaveLength(1);
  });
});
