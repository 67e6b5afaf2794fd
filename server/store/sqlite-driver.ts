import type { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, type Driver } from 'kysely';
import { ConnectionQueue } from './connection-queue.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** One connection, held by one transaction (or one query outside of any) at a time. */
export class SqliteDriver implements Driver {
  readonly #open: () => Promise<DatabaseSync>;
  readonly #queue = new ConnectionQueue();
  #database: DatabaseSync | undefined;
  #connection: SqliteConnection | undefined;

  constructor(open: () => Promise<DatabaseSync>) {
    this.#open = open;
  }

  async init(): Promise<void> {
    this.#database = await this.#open();
    this.#connection = new SqliteConnection(this.#database);
  }

  async acquireConnection(): Promise<SqliteConnection> {
    await this.#queue.acquire();
    if (this.#connection === undefined) {
      this.#queue.release();
      throw new Error('the database is closed');
    }
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#queue.release();
  }

  /** Takes the write lock at once: a lock asked for halfway is refused when another has written. */
  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // SQLite has rolled back by itself after some errors (disk full); then there is nothing to end.
    if (this.#database?.isTransaction === true) {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    }
  }

  /** Waits for the transaction that is running. */
  async destroy(): Promise<void> {
    await this.#queue.acquire();
    this.#connection = undefined;
    this.#database?.close();
    this.#queue.release();
  }
}
