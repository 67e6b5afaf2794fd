import type { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { SqliteStatements } from './statements.ts';
import { SqliteWriter } from './writer.ts';

const WRITES = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

/** What one user of the database holds: a transaction, or single statements outside of any. */
export class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteWriter;
  readonly #reader: SqliteStatements;
  #isInTransaction = false;

  constructor(writer: SqliteWriter, reader: SqliteStatements) {
    this.#writer = writer;
    this.#reader = reader;
  }

  /** A query outside of transactions reads what is committed, and waits for no writer. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isInTransaction) return this.#writer.run(query);
    const { kind } = query.query;
    if (kind === 'SelectQueryNode') return this.#reader.run(query);
    if (!WRITES.has(kind)) return this.#writer.alone(() => this.#writer.run(query));
    await this.begin();
    try {
      const result = await this.#writer.run<R>(query);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  /** All rows at once: while a statement is open, its connection reads nothing newer. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of (await this.#reader.run<R>(query)).rows) yield { rows: [row] };
  }

  async begin(): Promise<void> {
    await this.#writer.begin();
    this.#isInTransaction = true;
  }

  async commit(): Promise<void> {
    const { committed } = this.#writer.release();
    this.#isInTransaction = false;
    await committed;
  }

  /** Nothing happens after a commit that has failed: it has undone everything. */
  async rollback(): Promise<void> {
    if (!this.#isInTransaction) return;
    this.#isInTransaction = false;
    await this.#writer.rollback();
  }
}

/**
 * All work shares two connections to the file: one writes, one transaction at a time, the other reads
 * what is committed. SQLite lets both happen at once (WAL).
 */
export class SqliteDriver implements Driver {
  readonly #open: () => Promise<DatabaseSync>;
  #connections:
    | { writes: SqliteStatements; writer: SqliteWriter; reader: SqliteStatements }
    | undefined;

  constructor(open: () => Promise<DatabaseSync>) {
    this.#open = open;
  }

  async init(): Promise<void> {
    const writes = new SqliteStatements(await this.#open());
    const reader = new SqliteStatements(await this.#open());
    reader.exec('pragma query_only = on');
    this.#connections = { writes, writer: new SqliteWriter(writes), reader };
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#connections === undefined) throw new Error('the database is closed');
    return new SqliteConnection(this.#connections.writer, this.#connections.reader);
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: SqliteConnection): Promise<void> {
    return connection.rollback();
  }

  /** Waits for the transaction that is running. */
  async destroy(): Promise<void> {
    const connections = this.#connections;
    await connections?.writer.alone(async () => {
      this.#connections = undefined;
      connections.reader.close();
      connections.writes.close();
    });
  }
}
