/**
 * The keys of CVVs (D13). A database keeps what was deleted: PostgreSQL in the table's file until the
 * space is used again, in its log and in every base backup. So a key stands in a table of its epoch that
 * is in no log and no base backup, and the whole table is truncated when the epoch is over. Half of the
 * key is drawn by the database: a log of statements and their parameters does not have it.
 */
import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { realNow } from '../store/clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import { truncateSpent } from '../store/table-space.ts';
import { CVV_KEY_TABLES, type CvvKeyTable } from '../store/tables/vault-tables.ts';
import { type KeyRing, unwrap, wrap } from './key-ring.ts';

/**
 * How long keys are written into one table. A key lives for half an hour at most, so a table is spent 40
 * minutes after its epoch began, 20 before it is written again: clocks may differ by that much.
 */
export const EPOCH_MS = 10 * 60_000;

export interface RecordReference {
  /** Id of what the card was given for: a payment, a registration. */
  readonly recordId: string;
  readonly entityId: string;
}

/** Where the key of a record is; null: where the releases up to 0.2 put it. */
interface KeyPlace {
  readonly record_id: string;
  readonly key_table: CvvKeyTable | null;
}

const tableAt = (now: number): CvvKeyTable =>
  CVV_KEY_TABLES[Math.floor(now / EPOCH_MS) % CVV_KEY_TABLES.length] ?? CVV_KEY_TABLES[0];

/**
 * Draws the key of a CVV and keeps it.
 * @param purgeAt real clock, epoch milliseconds: when it is of no use any more
 */
export async function keepKey(
  trx: Transaction,
  ring: KeyRing,
  record: RecordReference,
  purgeAt: number,
): Promise<{ readonly key: KeyObject; readonly table: CvvKeyTable }> {
  const table = tableAt(realNow());
  const secret = randomBytes(32);
  const { salt } = await trx
    .insertInto(table)
    .values({
      record_id: record.recordId,
      wrapped_key: wrap(ring, secret, cvvKeyContext(record)),
      purge_at: purgeAt,
    })
    .returning('salt')
    .executeTakeFirstOrThrow();
  const key = keyOf(secret, salt);
  secret.fill(0);
  return { key, table };
}

/** @returns undefined where it is gone: the database has crashed since, or its epoch is over */
export async function findKey(
  db: Database | Transaction,
  ring: KeyRing,
  record: RecordReference,
  table: CvvKeyTable | null,
): Promise<KeyObject | undefined> {
  const { recordId } = record;
  const row = table
    ? await db
        .selectFrom(table)
        .select(['wrapped_key', 'salt'])
        .where('record_id', '=', recordId)
        .executeTakeFirst()
    : await db
        .selectFrom('cvv_keys')
        .select('wrapped_key')
        .where('record_id', '=', recordId)
        .executeTakeFirst();
  if (row === undefined) return undefined;
  const secret = unwrap(ring, row.wrapped_key, cvvKeyContext(record));
  const key = 'salt' in row ? keyOf(secret, String(row.salt)) : createSecretKey(secret);
  secret.fill(0);
  return key;
}

/** Deletes the keys of CVVs that are deleted. Those of earlier releases go with them by themselves. */
export async function forgetKeys(
  db: Database | Transaction,
  places: readonly KeyPlace[],
): Promise<void> {
  for (const table of new Set(places.map(({ key_table }) => key_table))) {
    if (table === null) continue;
    const ids = places.filter(({ key_table }) => key_table === table);
    await db
      .deleteFrom(table)
      .where(
        'record_id',
        'in',
        ids.map(({ record_id }) => record_id),
      )
      .execute();
  }
}

/**
 * Takes the keys of epochs that are over off the disk. Every instance may do it at any time: a table
 * that is written, or has a key that may be needed, stays.
 *
 * @param now real clock, epoch milliseconds
 * @returns the tables that were truncated
 */
export async function clearSpentKeys(db: Database, now: number): Promise<readonly string[]> {
  const cleared: string[] = [];
  for (const table of CVV_KEY_TABLES) {
    if (table === tableAt(now)) continue;
    if (await truncateSpent(db, table, sql`purge_at > ${now}`)) cleared.push(table);
  }
  if (await truncateSpent(db, 'cvv_keys', sql`true`)) cleared.push('cvv_keys');
  return cleared;
}

/** Where the envelope of a CVV's key belongs. */
export const cvvKeyContext = ({ recordId, entityId }: RecordReference) => ({
  recordId,
  entityId,
  purpose: 'cvv key',
});

/** HKDF (RFC 5869) of both halves. */
const keyOf = (secret: Uint8Array, salt: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, salt, 'cvv', 32)));
