import type { CompiledQuery, QueryResult } from 'kysely';
import { ConnectionQueue } from './connection-queue.ts';
import type { SqliteStatements } from './statements.ts';

/**
 * The connection that writes. A commit waits for the disk, so transactions that come together share
 * one: each is a savepoint in a transaction of SQLite's, one after the other, and is answered when the
 * whole is on the disk. One that fails undoes its savepoint only; a commit that fails fails them all.
 */
export class SqliteWriter {
  readonly #statements: SqliteStatements;
  readonly #queue = new ConnectionQueue();
  /** Settled with the commit of the transactions that share it. */
  #group: PromiseWithResolvers<void> | undefined;

  constructor(statements: SqliteStatements) {
    this.#statements = statements;
  }

  /** Resolves when the caller's transaction has begun. It has the connection until it ends it. */
  async begin(): Promise<void> {
    await this.#queue.acquire();
    try {
      this.#group ??= await this.#open();
      this.#statements.exec('savepoint part');
    } catch (error) {
      this.#queue.release();
      throw error;
    }
  }

  run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#statements.run(query);
  }

  /**
   * Ends the caller's transaction, which gives the connection to the next one.
   * @returns the commit that it waits for
   */
  release(): { committed: Promise<void> } {
    this.#statements.exec('release part');
    return { committed: this.#leave() };
  }

  /**
   * Undoes the caller's transaction.
   * @returns resolves with the commit of those before it: what it failed for may be theirs
   */
  async rollback(): Promise<void> {
    try {
      this.#statements.exec('rollback to part');
      this.#statements.exec('release part');
    } catch (cause) {
      this.#fail(new Error('SQLite has undone what was not committed', { cause }));
    }
    await this.#leave().catch(() => undefined);
  }

  /** Does what is no part of any transaction: `vacuum`, a pragma. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    await this.#queue.acquire();
    try {
      this.#commit();
      return await work();
    } finally {
      this.#queue.release();
    }
  }

  async #open(): Promise<PromiseWithResolvers<void>> {
    // Takes the write lock at once: one asked for halfway is refused when another has written.
    await this.#statements.run({ sql: 'begin immediate', parameters: [] });
    const group = Promise.withResolvers<void>();
    // No caller may be waiting for it.
    group.promise.catch(() => undefined);
    // Transactions that have come by then take part; those that come during the work do not.
    setImmediate(() => this.#close(group));
    return group;
  }

  async #close(group: PromiseWithResolvers<void>): Promise<void> {
    await this.#queue.acquire(Number.POSITIVE_INFINITY);
    try {
      if (this.#group === group) this.#commit();
    } finally {
      this.#queue.release();
    }
  }

  #leave(): Promise<void> {
    const committed = this.#group?.promise;
    this.#queue.release();
    return committed ?? Promise.resolve();
  }

  #commit(): void {
    if (this.#group === undefined) return;
    try {
      this.#statements.exec('commit');
      this.#group.resolve();
      this.#group = undefined;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Everything since the last commit is undone. */
  #fail(error: unknown): void {
    this.#group?.reject(error);
    this.#group = undefined;
    if (this.#statements.isTransaction) this.#statements.exec('rollback');
  }
}
