/**
 * Kysely's statements for `report-process.ts`; none writes. They are read by two processes, so
 * that a short report does not wait for a long one, and one that takes too long is broken off by ending
 * its process: SQLite reads at once, and a thread could not be ended before it has done.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { ownPid } from '../../end-with-parent.ts';

export type Asked = Pick<CompiledQuery, 'sql' | 'parameters'>;

export interface Answered {
  readonly rows?: readonly unknown[];
  /** What SQLite says, and its codes. */
  readonly failure?: { readonly message: string };
}

interface Statement extends PromiseWithResolvers<readonly unknown[]> {
  readonly asked: Asked;
}

const READERS = 2;
/** SQLite's own code of a statement that was broken off. */
export const SQLITE_INTERRUPT = 9;

export class SqliteReportDriver implements Driver {
  readonly #dataDir: string;
  readonly #timeoutMs: number | undefined;
  readonly #waiting: Statement[] = [];
  readonly #reading = new Map<ChildProcess, Statement | undefined>();
  #isClosed = false;

  /** @param timeoutMs in which a statement is read, what it waits included; absent for one that takes its time */
  constructor(dataDir: string, timeoutMs: number | undefined) {
    this.#dataDir = dataDir;
    this.#timeoutMs = timeoutMs;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => ({
        rows: (await this.#ask(query)) as R[],
      }),
      // All rows at once, as the other driver of SQLite does it.
      streamQuery: async function* <R>(this: DatabaseConnection, query: CompiledQuery) {
        for (const row of (await this.executeQuery<R>(query)).rows) yield { rows: [row] };
      },
    };
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction(): Promise<void> {
    throw new Error('a report reads what is committed, without a transaction');
  }
  commitTransaction = this.beginTransaction;
  rollbackTransaction = this.beginTransaction;

  /** What is read and what waits is refused. */
  async destroy(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(ended());
    const all = [...this.#reading.keys()];
    await Promise.all(
      all.map((reader) => new Promise((gone) => reader.once('exit', gone).kill('SIGKILL'))),
    );
  }

  async #ask({ sql, parameters }: CompiledQuery): Promise<readonly unknown[]> {
    if (this.#isClosed) throw ended();
    const statement: Statement = { asked: { sql, parameters }, ...Promise.withResolvers() };
    // It may fail before anybody waits for it.
    statement.promise.catch(() => undefined);
    this.#waiting.push(statement);
    this.#readNext();
    if (this.#timeoutMs === undefined) return statement.promise;
    const limit = setTimeout(() => this.#breakOff(statement), this.#timeoutMs);
    return statement.promise.finally(() => clearTimeout(limit));
  }

  #readNext(): void {
    const [next] = this.#waiting;
    if (!next) return;
    const idle = [...this.#reading].find(([reader, reading]) => !reading && reader.connected)?.[0];
    const isFull = this.#reading.size >= READERS;
    if (!idle && isFull) return;
    this.#waiting.shift();
    try {
      const reader = idle ?? this.#start();
      this.#reading.set(reader, next);
      reader.send(next.asked, () => {
        // Of a reader that is gone its `exit` tells.
      });
    } catch (error) {
      // Without a descriptor or memory left there is no process. Its own events come later, if at all.
      for (const [reader, reading] of this.#reading) {
        if (reading === next) this.#reading.delete(reader);
      }
      next.reject(new Error('no process can be started to read a report', { cause: error }));
      queueMicrotask(() => this.#readNext());
    }
  }

  #breakOff(statement: Statement): void {
    const message = `a report was not read within ${this.#timeoutMs} ms`;
    statement.reject(Object.assign(new Error(message), { errcode: SQLITE_INTERRUPT }));
    const at = this.#waiting.indexOf(statement);
    if (at >= 0) this.#waiting.splice(at, 1);
    const reader = [...this.#reading].find(([, reading]) => reading === statement)?.[0];
    reader?.kill('SIGKILL');
  }

  /** One that ends is followed by another at the next statement. */
  #start(): ChildProcess {
    const args = [this.#dataDir, ownPid()];
    const reader = fork(new URL('./report-process.ts', import.meta.url), args, {
      execArgv: [],
      // Not the gateway's: it has keys and passwords.
      env: {},
      serialization: 'advanced',
    });
    // The process ends without waiting for a report.
    reader.unref();
    reader.channel?.unref();
    reader.on('message', ({ rows, failure }: Answered) => {
      const statement = this.#reading.get(reader);
      this.#reading.set(reader, undefined);
      if (failure) statement?.reject(Object.assign(new Error(failure.message), failure));
      else statement?.resolve(rows ?? []);
      this.#readNext();
    });
    const end = (why: Error) => {
      reader.kill('SIGKILL');
      const statement = this.#reading.get(reader);
      this.#reading.delete(reader);
      statement?.reject(why);
      this.#readNext();
    };
    reader.on('error', end);
    reader.once('exit', () => end(ended()));
    return reader;
  }
}

const ended = () => new Error('the process that reads reports has ended');
