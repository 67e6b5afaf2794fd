/** Access tokens: issued once in clear, kept as a hash, bound to one entity, to scopes and networks. */
import { createHash } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { inTransaction, skipLocked } from '../../store/dialect.ts';
import { keptQuery } from '../../store/kept-query.ts';
import { type FieldsOf, toFields } from '../../store/records/column-names.ts';
import type { AccessTokenRow } from '../../store/tables.ts';
import { newAccessToken, newId } from '../ids.ts';
import { appendAudit, audit, type Keys } from './audit-log.ts';

/**
 * What a token is for: checkouts, payments, captures and stored cards; what moves money out; reports
 * and queries; subscriptions to webhooks.
 */
export const SCOPES = ['payments', 'refunds', 'reports', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];

export interface TokenTerms {
  /** Epoch milliseconds; for ever when absent. */
  readonly expiresAt?: number;
  /** All when absent. */
  readonly scopes?: readonly Scope[];
  /** Addresses and networks (`10.0.0.0/8`) that may use it; every one when absent. */
  readonly networks?: readonly string[];
}

/** A token as the gateway knows it: without its clear text. */
export interface AccessToken extends TokenTerms {
  readonly id: string;
  readonly entityId: string;
  readonly label: string;
  readonly revokedAt?: number;
}

/** Why a token that is known may not be used. */
export type Misuse = 'revoked' | 'expired' | 'network';

/** Writing each use down would cost every request a write. */
const LAST_USE_EVERY_MS = 60_000;

/** 256 random bits need no salt and no slow hash. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Issues a token for the entity and its tree. The clear text is never stored. */
export async function issueToken(
  db: Database | Transaction,
  {
    entityId,
    label,
    token = newAccessToken(),
    expiresAt,
    scopes,
    networks,
  }: TokenTerms & { entityId: string; label: string; token?: string },
): Promise<{ id: string; token: string }> {
  const id = newId();
  await db
    .insertInto('access_tokens')
    .values({
      id,
      entity_id: entityId,
      hash: hashOf(token),
      label,
      created_at: realNow(),
      revoked_at: null,
      scopes: scopes?.join(',') ?? null,
      networks: networks?.join(',') ?? null,
      expires_at: expiresAt ?? null,
      last_used_at: null,
      expiry_noted_at: null,
      replaced_at: null,
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  return { id, token };
}

const tokenByHash = keptQuery((db, { hash }: { hash: string }) =>
  db.selectFrom('access_tokens').selectAll().where('hash', '=', hash),
);

/** The token, whether it may be used or not; `undefined` where there is none. */
export async function findToken(db: Database, token: string): Promise<AccessToken | undefined> {
  const [row] = (await tokenByHash(db, { hash: hashOf(token) })).rows;
  return row && fromRow(row);
}

/** @param address of the caller */
export function misuseOf(
  { revokedAt, expiresAt, networks }: AccessToken,
  address: string,
): Misuse | undefined {
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt !== undefined && expiresAt <= realNow()) return 'expired';
  if (networks && !isWithinNetworks(address, networks)) return 'network';
  return undefined;
}

const NOTED_USES = new LRUCache<string, number>({ max: 10_000 });

/**
 * Notes when a token was used last, to the minute. A note that fails costs no request its answer: a
 * lost connection would turn a read, which is read again, into a 503. The next use is noted instead.
 */
export async function noteUse(db: Database, { id }: AccessToken): Promise<void> {
  const now = realNow();
  if (now - (NOTED_USES.get(id) ?? 0) < LAST_USE_EVERY_MS) return;
  NOTED_USES.set(id, now);
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', now)]))
    .execute()
    .catch(() => NOTED_USES.delete(id));
}

/** An access token with all that is kept of one, but its hash. */
export type TokenRecord = FieldsOf<Omit<AccessTokenRow, 'hash'>>;

export async function listTokens(db: Database): Promise<TokenRecord[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .select(['id', 'entity_id', 'label', 'scopes', 'networks'])
    .select(['created_at', 'last_used_at', 'expires_at', 'expiry_noted_at', 'revoked_at'])
    .select('replaced_at')
    .orderBy('created_at')
    .execute();
  return rows.map(toFields);
}

/** Revokes at once, for every instance. Answers false when there is no such active token. */
export async function revokeToken(db: Database | Transaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('access_tokens')
    .set({ revoked_at: realNow() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Has a token end because another one takes its place.
 * @param afterMs how long it is still taken: 0 revokes it at once; its own end is never put off
 * @returns false, having changed nothing, for one that was revoked or replaced, or whose time is over
 */
export async function endToken(trx: Transaction, id: string, afterMs: number): Promise<boolean> {
  const now = realNow();
  const ends = now + afterMs;
  const { numUpdatedRows } = await trx
    .updateTable('access_tokens')
    .set((eb) =>
      afterMs === 0
        ? { revoked_at: now, replaced_at: now }
        : {
            replaced_at: now,
            expires_at: eb
              .case()
              .when('expires_at', '<', ends)
              .then(eb.ref('expires_at'))
              .else(ends)
              .end(),
          },
    )
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** An IP address, or a network as in `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)];
  if (longest === undefined || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
}

function isWithinNetworks(address: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(base, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const fromRow = (row: AccessTokenRow): AccessToken => ({
  id: row.id,
  entityId: row.entity_id,
  label: row.label,
  ...(row.scopes !== null && { scopes: row.scopes.split(',') as Scope[] }),
  ...(row.networks !== null && { networks: row.networks.split(',') }),
  ...(row.expires_at !== null && { expiresAt: row.expires_at }),
  ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
});

/** A client that goes on with a token that is no good says nothing new: once an hour for each reason. */
const SAID_AGAIN_MS = 60 * 60_000;
const SAID = new LRUCache<string, true>({ max: 10_000, ttl: SAID_AGAIN_MS });
const BATCH = 100;

interface Tools {
  readonly db: Database;
  readonly vault: Keys;
}

/** As an actor of the audit log, and in the access log. */
export const nameOfToken = ({ id, label }: Pick<AccessToken, 'id' | 'label'>): string =>
  `token ${id} (${label})`;

/** Notes that a token was used that may not be, or for what it is not. */
export async function auditMisuse(
  { db, vault }: Tools,
  token: AccessToken,
  reason: Misuse | 'scope',
  address: string,
): Promise<void> {
  const said = `${token.id} ${reason}`;
  if (SAID.has(said)) return;
  SAID.set(said, true);
  const written = audit(vault, db, {
    actor: nameOfToken(token),
    action: 'token misused',
    subject: token.entityId,
    detail: { reason, address },
  });
  // What was not written is said again.
  await written.catch((error: unknown) => {
    SAID.delete(said);
    throw error;
  });
}

/** Notes each token whose time is over, once, whichever instance comes first. */
export async function auditExpiredTokens({ db, vault }: Tools): Promise<void> {
  await inTransaction(db, async (trx) => {
    const now = realNow();
    const expired = await skipLocked(
      trx
        .selectFrom('access_tokens')
        .select(['id', 'label', 'entity_id', 'expires_at'])
        .where('expires_at', '<=', now)
        .where('expiry_noted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .limit(BATCH),
    ).execute();
    for (const { id, label, entity_id, expires_at } of expired) {
      await trx
        .updateTable('access_tokens')
        .set({ expiry_noted_at: now })
        .where('id', '=', id)
        .execute();
      await appendAudit(vault, trx, {
        actor: 'gateway',
        action: 'token expired',
        subject: entity_id,
        detail: {
          token: nameOfToken({ id, label }),
          at: new Date(expires_at ?? now).toISOString(),
        },
      });
    }
  });
}
