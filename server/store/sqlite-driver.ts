import type { DatabaseSync } from 'node:sqlite';
import type { Driver } from 'kysely';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteStatements } from './sqlite-statements.ts';
import { SqliteWriter } from './sqlite-writer.ts';

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
