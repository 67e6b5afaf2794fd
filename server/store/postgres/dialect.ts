import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  PostgresDialect,
  type QueryResult,
  sql,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { connectionWaited } from '../../diagnostics.ts';
import { connectWithin, type PoolMode, type SessionLimits, sessionLimits } from './pool.ts';
import { isConnectionLost, markConnectionLost } from './prepared-client.ts';

/** A database that ends every connection at once is no reason to ask for ever. */
const ATTEMPTS = 3;
/** What took as long was silence, and would be silent again: its request is to be answered instead. */
export const TRY_AGAIN_WITHIN_MS = 1_000;

/**
 * Kysely on PostgreSQL. What was only read is read again where its connection was lost.
 * @param hosts how many there are, each of which may be the one
 */
export const postgresDialect = (
  pool: pg.Pool,
  hosts = 1,
  mode: PoolMode = 'session',
  timeoutMs?: number,
): PostgresDialect => new Dialect(pool, hosts, mode, timeoutMs);

class Dialect extends PostgresDialect {
  readonly #hosts: number;
  readonly #mode: PoolMode;
  readonly #timeoutMs: number | undefined;

  constructor(pool: pg.Pool, hosts: number, mode: PoolMode, timeoutMs: number | undefined) {
    super({ pool });
    this.#hosts = hosts;
    this.#mode = mode;
    this.#timeoutMs = timeoutMs;
  }

  override createAdapter(): DialectAdapter {
    return new Adapter();
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    const lend = () => lendOf(driver, this.#hosts, connectWithin(this.#timeoutMs));
    return this.#mode === 'transaction'
      ? new PooledDriver(driver, lend, sessionLimits(this.#timeoutMs))
      : new ReadAgainDriver(driver, lend);
  }
}

/** Its lock of migrations would belong to a session, which a pooler shares and a distributed engine lacks. */
class Adapter extends PostgresAdapter {
  /** Within the transaction that migrates, whose end gives the lock back. */
  override async acquireMigrationLock(
    db: Kysely<unknown>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(
      db,
    );
  }

  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * A connection to the first host that gives one: each error has the next one tried (`clientOfHosts`).
 * @throws what was told as lost: without a connection nothing was begun
 */
async function lendOf(
  driver: Driver,
  hosts: number,
  withinMs: number,
): Promise<DatabaseConnection> {
  const since = performance.now();
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await driver.acquireConnection();
      } catch (error) {
        markConnectionLost(error);
        if (attempt >= hosts || performance.now() - since >= withinMs) throw error;
      }
    }
  } finally {
    if (connectionWaited.hasSubscribers) connectionWaited.publish(performance.now() - since);
  }
}

/**
 * A statement that writes may have been done before its connection was lost, so its error goes to the
 * caller; a transaction is run again by `inTransaction`.
 */
class ReadAgainDriver implements Driver {
  readonly #driver: Driver;
  readonly #lend: () => Promise<DatabaseConnection>;

  constructor(driver: Driver, lend: () => Promise<DatabaseConnection>) {
    this.#driver = driver;
    this.#lend = lend;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(this.#driver, this.#lend, await this.#lend());
  }

  releaseConnection(connection: Connection): Promise<void> {
    return connection.release();
  }

  beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    return this.#driver.beginTransaction(connection.pin(), settings);
  }

  commitTransaction(connection: Connection): Promise<void> {
    return this.#driver.commitTransaction(connection.pin());
  }

  rollbackTransaction(connection: Connection): Promise<void> {
    return this.#driver.rollbackTransaction(connection.pin());
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}

/** What a connection of our own says at its start is said here with each transaction, in one message. */
class PooledDriver extends ReadAgainDriver {
  readonly #begin: CompiledQuery;

  constructor(driver: Driver, lend: () => Promise<DatabaseConnection>, limits: SessionLimits) {
    super(driver, lend);
    const settings = Object.entries(limits).map(([name, ms]) => `set local ${name} = ${ms}`);
    this.#begin = CompiledQuery.raw(['begin', ...settings].join('; '));
  }

  override async beginTransaction(connection: Connection): Promise<void> {
    await connection.pin().executeQuery(this.#begin);
  }
}

class Connection implements DatabaseConnection {
  readonly #driver: Driver;
  readonly #lend: () => Promise<DatabaseConnection>;
  /** Undefined after its loss, until another one is lent. */
  #lent: DatabaseConnection | undefined;
  /** A transaction stays with one connection. */
  #isPinned = false;

  constructor(driver: Driver, lend: () => Promise<DatabaseConnection>, lent: DatabaseConnection) {
    this.#driver = driver;
    this.#lend = lend;
    this.#lent = lent;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isRead = query.query.kind === 'SelectQueryNode';
    const lastTry = performance.now() + TRY_AGAIN_WITHIN_MS;
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#lent ??= await this.#lend();
        return await this.#lent.executeQuery<R>(query);
      } catch (error) {
        const isLast = attempt === ATTEMPTS || performance.now() > lastTry;
        if (isLast || !isRead || this.#isPinned || !isConnectionLost(error)) throw error;
        await this.release();
      }
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.pin().streamQuery<R>(query, chunkSize);
  }

  /** The connection itself, for good. */
  pin(): DatabaseConnection {
    if (this.#lent === undefined) throw new Error('the connection was lost');
    this.#isPinned = true;
    return this.#lent;
  }

  async release(): Promise<void> {
    const lent = this.#lent;
    this.#lent = undefined;
    if (lent) await this.#driver.releaseConnection(lent);
  }
}
