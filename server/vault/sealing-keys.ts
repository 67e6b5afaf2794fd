import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { exportJWK } from 'jose/key/export';
import { generateKeyPair } from 'jose/key/generate/keypair';
import { LRUCache } from 'lru-cache';
import { SEALING_ALGORITHM } from '../../contract/sealed-value.ts';
import { realNow } from '../store/clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import { type KeyRing, unwrap, wrap } from './key-ring.ts';

/** How long a retired key still opens what was sealed to it: frames are cached and forms stay open. */
export const RETIRED_KEY_OPENS_MS = 24 * 60 * 60_000;

/** How long an opening key is remembered: nothing beside the day for which a retired one opens. */
const REMEMBERED_MS = 60_000;
/** More than ever open at the same time. */
const REMEMBERED_KEYS = 20;

/** The public key to which a field frame seals, a JWK (RFC 7517). */
export interface SealingJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly alg: typeof SEALING_ALGORITHM;
  readonly kid: string;
}

/** The key to seal to. Creates it when there is none; instances that do so at once get the same. */
export async function currentSealingKey(
  db: Database | Transaction,
  ring: KeyRing,
  now = realNow(),
): Promise<SealingJwk> {
  const current = await storedCurrentKey(db);
  if (current !== undefined) return current;
  await createSealingKey(db, ring, now);
  const created = await storedCurrentKey(db);
  if (created === undefined) throw new Error('the sealing key could not be stored');
  return created;
}

/**
 * Replaces the current key when it is old enough. Every instance may run it at any time: one of them
 * does it.
 *
 * @param now real clock, epoch milliseconds
 * @param minAgeMs the age from which a key is replaced
 * @returns true when it was replaced
 */
export async function rotateSealingKey(
  db: Database,
  ring: KeyRing,
  now: number,
  minAgeMs = 0,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('sealing_keys')
      .set({ retired_at: now })
      .where('retired_at', 'is', null)
      .where('created_at', '<=', now - minAgeMs)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await createSealingKey(trx, ring, now);
    return true;
  });
}

/** Deletes the keys that open nothing any more. */
export async function deleteRetiredSealingKeys(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('sealing_keys')
    .where('retired_at', '<=', now - RETIRED_KEY_OPENS_MS)
    .execute();
}

/** @returns the private key, or undefined for one that is unknown or retired for too long */
export async function openingKey(
  db: Database | Transaction,
  ring: KeyRing,
  kid: string,
  now: number,
): Promise<KeyObject | undefined> {
  const row = await db
    .selectFrom('sealing_keys')
    .select('wrapped_private_jwk')
    .where('kid', '=', kid)
    .where((where) =>
      where.or([
        where('retired_at', 'is', null),
        where('retired_at', '>', now - RETIRED_KEY_OPENS_MS),
      ]),
    )
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const plaintext = unwrap(ring, row.wrapped_private_jwk, sealingKeyContext(kid));
  const key: JsonWebKey = JSON.parse(plaintext.toString('utf8'));
  plaintext.fill(0);
  return createPrivateKey({ key, format: 'jwk' });
}

/** The private key of a key id, by `openingKey`, or as it was found less than a minute ago. */
export function rememberedOpeningKeys(ring: KeyRing) {
  const known = new LRUCache<string, KeyObject>({
    max: REMEMBERED_KEYS,
    ttl: REMEMBERED_MS,
  });
  return async (db: Database | Transaction, kid: string) => {
    const key = known.get(kid) ?? (await openingKey(db, ring, kid, realNow()));
    if (key && !known.has(kid)) known.set(kid, key);
    return key;
  };
}

async function storedCurrentKey(db: Database | Transaction): Promise<SealingJwk | undefined> {
  const row = await db
    .selectFrom('sealing_keys')
    .select('public_jwk')
    .where('algorithm', '=', SEALING_ALGORITHM)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return row && JSON.parse(row.public_jwk);
}

async function createSealingKey(db: Database | Transaction, ring: KeyRing, now: number) {
  const pair = await generateKeyPair(SEALING_ALGORITHM, { crv: 'P-256', extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const plaintext = Buffer.from(JSON.stringify(await exportJWK(pair.privateKey)), 'utf8');
  await db
    .insertInto('sealing_keys')
    .values({
      kid,
      algorithm: SEALING_ALGORITHM,
      public_jwk: JSON.stringify({ ...publicJwk, alg: SEALING_ALGORITHM, kid }),
      wrapped_private_jwk: wrap(ring, plaintext, sealingKeyContext(kid)),
      created_at: now,
      retired_at: null,
    })
    // A unique index allows one current key: when another instance was faster, its key counts.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  plaintext.fill(0);
}

/** Where the envelope of a private sealing key belongs. */
export const sealingKeyContext = (kid: string) => ({
  recordId: kid,
  entityId: '',
  purpose: 'private sealing key',
});
