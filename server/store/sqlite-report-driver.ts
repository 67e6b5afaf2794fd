/** Kysely's statements for `sqlite-report-thread.ts`. They are read one after the other, and none writes. */
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';

export interface Asked {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface Answered {
  readonly id: number;
  readonly rows?: readonly unknown[];
  /** What SQLite says, and its codes. */
  readonly failure?: { readonly message: string };
}

type Waiting = Pick<PromiseWithResolvers<readonly unknown[]>, 'resolve' | 'reject'>;

const ENDED = 'the thread that reads reports has ended';

export class SqliteReportDriver implements Driver {
  readonly #dataDir: string;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #count = 0;
  #isClosed = false;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
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

  /** What waits is refused; the statement that is read cannot be broken off, and is waited for. */
  async destroy(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.terminate();
  }

  #ask({ sql, parameters }: CompiledQuery): Promise<readonly unknown[]> {
    if (this.#isClosed) return Promise.reject(new Error(ENDED));
    this.#count += 1;
    const id = this.#count;
    const { promise, ...waiting } = Promise.withResolvers<readonly unknown[]>();
    this.#waiting.set(id, waiting);
    this.#thread ??= this.#start();
    this.#thread.postMessage({ id, sql, parameters } satisfies Asked);
    return promise;
  }

  /** One that ends is followed by another at the next statement. */
  #start(): Worker {
    const thread = new Worker(new URL('./sqlite-report-thread.ts', import.meta.url), {
      workerData: this.#dataDir,
    });
    // The process ends without waiting for a report.
    thread.unref();
    thread.on('message', ({ id, rows, failure }: Answered) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (failure) waiting?.reject(Object.assign(new Error(failure.message), failure));
      else waiting?.resolve(rows ?? []);
    });
    let why: unknown = new Error(ENDED);
    thread.on('error', (error) => {
      why = error;
    });
    thread.on('exit', () => {
      this.#thread = undefined;
      for (const { reject } of this.#waiting.values()) reject(why);
      this.#waiting.clear();
    });
    return thread;
  }
}
