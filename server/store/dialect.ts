/**
 * Everything in which SQLite and PostgreSQL differ for those who write queries. Queries themselves
 * are written once, for both.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Kysely,
  type Transaction as KyselyTransaction,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import { TRY_AGAIN_WITHIN_MS } from './postgres/dialect.ts';
import { isConnectionLost } from './postgres/prepared-client.ts';
import { SQLITE_INTERRUPT } from './sqlite/report-driver.ts';

const SQLITE_BUSY = 5;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;
const POSTGRES_UNIQUE_VIOLATION = '23505';
const POSTGRES_FAILED_TRANSACTION = '25P02';
const POSTGRES_LOCK_NOT_AVAILABLE = '55P03';
const POSTGRES_QUERY_CANCELED = '57014';
/** Nothing of the transaction happened, and the same again can succeed. */
const POSTGRES_TRANSIENT = new Set([
  '40001', // serialization failure: every write conflict of a distributed database
  '40P01', // deadlock detected
  '53300', // too many connections
  '57P03', // cannot connect now: the database is starting
]);
const ATTEMPTS = 8;

/** True for errors of a row that exists already: a primary key or a unique index. */
export const isUniqueViolation = (error: unknown): boolean =>
  property(error, 'code') === POSTGRES_UNIQUE_VIOLATION ||
  property(error, 'errcode') === SQLITE_CONSTRAINT_UNIQUE ||
  property(error, 'errcode') === SQLITE_CONSTRAINT_PRIMARYKEY;

/** True where a statement before has failed, and nothing is taken until the transaction is rolled back. */
export const isGivenUp = (error: unknown): boolean =>
  property(error, 'code') === POSTGRES_FAILED_TRANSACTION;

/** True when others hold what PostgreSQL was to lock without waiting. */
export const isLocked = (error: unknown): boolean =>
  property(error, 'code') === POSTGRES_LOCK_NOT_AVAILABLE;

/** True where a statement was given up for its time limit, or PostgreSQL's of a lock. */
export const isTimedOut = (error: unknown): boolean =>
  isLocked(error) ||
  property(error, 'code') === POSTGRES_QUERY_CANCELED ||
  property(error, 'errcode') === SQLITE_INTERRUPT;

/** True when another process holds SQLite's write lock. */
export function isBusy(error: unknown): boolean {
  const errcode = property(error, 'errcode');
  // The low byte is the primary code; the rest tells kinds of "busy" apart.
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY;
}

/** True for errors that have nothing to do with what was asked: ask again. */
export function isTransient(error: unknown): boolean {
  const code = property(error, 'code');
  return isBusy(error) || (typeof code === 'string' && POSTGRES_TRANSIENT.has(code));
}

export const isPostgres = <T>(db: Kysely<T>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * The database's clock, epoch milliseconds: the one clock of all instances, for what one of them writes
 * and another compares. SQLite's is the clock of its machine.
 *
 * It is a select of its own: PostgreSQL asks its clock anew for each row otherwise, and uses no index.
 * Without an asterisk the statement is kept prepared (`preparedClients`), hence the division.
 *
 * @param plusMs milliseconds on top
 * @example
 * .set({ lease_until: databaseNow(db, LEASE_MS) }).where('lease_until', '<=', databaseNow(db))
 */
export function databaseNow<DB>(db: Kysely<DB>, plusMs = 0): RawBuilder<number> {
  const now = isPostgres(db)
    ? sql<number>`(select (extract(epoch from clock_timestamp()) / 0.001)::int8)`
    : sql<number>`(select cast(round(unixepoch('subsec') / 0.001) as integer))`;
  return plusMs === 0 ? now : sql<number>`(${now} + ${plusMs})`;
}

/**
 * Locks the rows of a query until its transaction ends and passes over those that others have
 * locked: how several sweepers share the work. SQLite has one writer at a time, so our dialect
 * leaves the lock out.
 *
 * @example
 * const due = skipLocked(trx.selectFrom('payments').select('id').where('due_at', '<=', now));
 */
export const skipLocked = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> => query.forUpdate().skipLocked();

/**
 * Runs work in a transaction, and again from its start when the database gave it up for a reason of
 * its own (write conflict, deadlock) or the connection was lost before the commit was asked for. So the
 * work must do nothing outside of the database. After a connection that was lost during the commit it is
 * in doubt whether the work was committed: that error goes to the caller, as does silence.
 */
export async function inTransaction<DB, R>(
  db: Kysely<DB>,
  work: (trx: KyselyTransaction<DB>) => Promise<R>,
): Promise<R> {
  const lastTry = performance.now() + TRY_AGAIN_WITHIN_MS;
  for (let attempt = 1; ; attempt += 1) {
    let isCommitting = false;
    try {
      return await db.transaction().execute(async (trx) => {
        const result = await work(trx);
        isCommitting = true;
        return result;
      });
    } catch (error) {
      const isInTime = performance.now() < lastTry;
      const isUndone = isTransient(error) || (isConnectionLost(error) && !isCommitting && isInTime);
      if (attempt === ATTEMPTS || !isUndone) throw error;
      // Random, or those that collided would collide again.
      await delay(Math.random() * 2 ** attempt * 5);
    }
  }
}

/**
 * Overwrites what deleted rows have left in SQLite's write-ahead log. PostgreSQL reuses the space
 * of deleted rows by itself. Not inside a transaction.
 */
export async function eraseDeleted<DB>(db: Kysely<DB>): Promise<void> {
  if (!isPostgres(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/**
 * Has SQLite look at its tables where they have grown, so that it knows which index is worth its while.
 * PostgreSQL does that by itself. Not inside a transaction.
 */
export async function refreshStatistics<DB>(db: Kysely<DB>): Promise<void> {
  if (!isPostgres(db)) await sql`pragma optimize = ${sql.lit(0x10002)}`.execute(db);
}

const property = (value: unknown, name: 'code' | 'errcode'): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? (value as Record<typeof name, unknown>)[name]
    : undefined;
