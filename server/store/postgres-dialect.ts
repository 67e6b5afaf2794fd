import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { LONGEST_PAUSE_MS, type PoolMode } from './postgres-pool.ts';
import { isConnectionLost } from './prepared-client.ts';

/** A database that ends every connection at once is no reason to ask for ever. */
const ATTEMPTS = 3;

/** Kysely on PostgreSQL. What was only read is read again where its connection was lost. */
export const postgresDialect = (pool: pg.Pool, mode: PoolMode = 'session'): PostgresDialect =>
  new Dialect(pool, mode);

class Dialect extends PostgresDialect {
  readonly #mode: PoolMode;

  constructor(pool: pg.Pool, mode: PoolMode) {
    super({ pool });
    this.#mode = mode;
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    return this.#mode === 'transaction' ? new PooledDriver(driver) : new ReadAgainDriver(driver);
  }
}

/**
 * A statement that writes may have been done before its connection was lost, so its error goes to the
 * caller; a transaction is run again by `inTransaction`.
 */
class ReadAgainDriver implements Driver {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(this.#driver, await this.#driver.acquireConnection());
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
const BEGIN = `begin; set local idle_in_transaction_session_timeout = ${LONGEST_PAUSE_MS}`;

class PooledDriver extends ReadAgainDriver {
  override async beginTransaction(connection: Connection): Promise<void> {
    await connection.pin().executeQuery(CompiledQuery.raw(BEGIN));
  }
}

class Connection implements DatabaseConnection {
  readonly #driver: Driver;
  /** Undefined after its loss, until another one is lent. */
  #lent: DatabaseConnection | undefined;
  /** A transaction stays with one connection. */
  #isPinned = false;

  constructor(driver: Driver, lent: DatabaseConnection) {
    this.#driver = driver;
    this.#lent = lent;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isRead = query.query.kind === 'SelectQueryNode';
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#lent ??= await this.#driver.acquireConnection();
        return await this.#lent.executeQuery<R>(query);
      } catch (error) {
        const isFinal = attempt === ATTEMPTS || !isRead || this.#isPinned;
        if (isFinal || !isConnectionLost(error)) throw error;
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
