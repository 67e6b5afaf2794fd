import pg from 'pg';
import type { PostgresAddress } from './address.ts';
import { clientOfHosts } from './hosts.ts';
import { preparedClients, SurvivingClient } from './prepared-client.ts';

/** PostgreSQL allows 100 connections by default: room for eight instances and an administrator. */
const USUAL_CONNECTIONS = 10;

/** An instance that hangs in the middle of a transaction must not hold its locks for ever. */
const LONGEST_PAUSE_MS = 60_000;
/** PostgreSQL gives a statement up before its caller does, so that the connection stays of use. */
const HEADSTART_MS = 500;
/** A peer that has gone without a word is noticed between statements too. */
const KEEPALIVE_AFTER_MS = 10_000;
const USUAL_CONNECT_MS = 10_000;

/** What PostgreSQL ends by itself, milliseconds. */
export interface SessionLimits {
  readonly idle_in_transaction_session_timeout: number;
  readonly statement_timeout?: number;
  readonly lock_timeout?: number;
}

/** @param timeoutMs for a statement; without it a statement takes as long as it takes */
export const sessionLimits = (timeoutMs: number | undefined): SessionLimits => ({
  idle_in_transaction_session_timeout: timeoutMs ?? LONGEST_PAUSE_MS,
  ...(timeoutMs !== undefined && { statement_timeout: timeoutMs, lock_timeout: timeoutMs / 2 }),
});

/**
 * For how long a connection of ours has one of PostgreSQL's: for all its life, or, through a pooler such
 * as PgBouncer, for one transaction. Then nothing may be left in it for later: no named statement, and
 * no setting, which the pooler refuses at the start.
 */
export type PoolMode = 'session' | 'transaction';

/** In which a connection is lent, or an error: half of the time that a statement has. */
export const connectWithin = (timeoutMs: number | undefined): number =>
  timeoutMs === undefined ? USUAL_CONNECT_MS : timeoutMs / 2;

/**
 * The connections of one instance to PostgreSQL.
 * @param max at most; what needs one more waits for half of the time limit, or ten seconds
 * @param timeoutMs in which the database has to answer a statement; absent for work that takes its time
 */
export function postgresPool(
  address: PostgresAddress,
  max = USUAL_CONNECTIONS,
  mode: PoolMode = 'session',
  timeoutMs?: number,
): pg.Pool {
  const connectionTimeoutMillis = connectWithin(timeoutMs);
  const clientOf = (Client: typeof SurvivingClient) =>
    clientOfHosts(Client, address, connectionTimeoutMillis);
  const pool = new pg.Pool({
    max,
    application_name: 'payment-gateway',
    connectionTimeoutMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
    ...(timeoutMs !== undefined && { query_timeout: timeoutMs + HEADSTART_MS }),
    ...(mode === 'transaction'
      ? { Client: clientOf(SurvivingClient) }
      : { Client: clientOf(preparedClients()), ...sessionLimits(timeoutMs) }),
    types: { getTypeParser: parserOf },
  });
  // An idle connection was lost (the database restarts). The pool has dropped it and opens another
  // when one is needed; without a listener the process would end. One that is lost while it is checked
  // out is the client's own affair: see `SurvivingClient`.
  pool.on('error', () => undefined);
  return pool;
}

/** Whole numbers are read as numbers, as on SQLite: `bigint`, and `numeric`, which `sum` answers. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  if (
    format !== 'binary' &&
    (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC)
  ) {
    return wholeNumber;
  }
  return pg.types.getTypeParser(oid, format);
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`Value is too large to be represented as a JavaScript number: ${text}`);
  }
  return value;
}
