import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import { isBusy } from '../dialect.ts';

/** Longest wait for another process's transaction, in milliseconds. */
const PATIENCE_MS = 20_000;
const LONGEST_PAUSE_MS = 16;

/**
 * Runs a statement again while another connection holds SQLite's lock. Waiting in JavaScript, and not in
 * SQLite's own busy timeout, leaves the event loop free: the holder may live in this process.
 */
export async function whenNotBusy<T>(run: () => T): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await delay(pause * Math.random());
  }
}

/** Statements are kept prepared, up to this many; the one unused for longest goes first. */
const MAX_PREPARED = 300;

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>;

interface Prepared {
  readonly statement: StatementSync;
  /** It answers rows: a select, or anything with `returning`. */
  readonly reads: boolean;
}

/** Runs statements. Integers come back as numbers; one beyond the safe range throws, from `node:sqlite` itself. */
export class SqliteStatements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** False, too, when SQLite has rolled back by itself, as it does after some errors (disk full). */
  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  run<R>({ sql, parameters }: Query): Promise<QueryResult<R>> {
    return whenNotBusy(() => {
      const { statement, reads } = this.#prepare(sql);
      const bound = parameters.map(bind);
      if (reads) return { rows: statement.all(...bound) as R[] };
      return { numAffectedRows: BigInt(statement.run(...bound).changes), rows: [] };
    });
  }

  /** A statement without parameters, with no wait: for those who hold the lock that it needs. */
  exec(sql: string): void {
    this.#prepare(sql).statement.run();
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) {
      this.#prepared.delete(sql);
      this.#prepared.set(sql, known);
      return known;
    }
    const statement = this.#database.prepare(sql);
    const prepared = { statement, reads: statement.columns().length > 0 };
    this.#prepared.set(sql, prepared);
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size > MAX_PREPARED && oldest !== undefined) this.#prepared.delete(oldest);
    return prepared;
  }
}

/**
 * `node:sqlite` binds every JavaScript number as a floating-point one, so that 3 / 2 were 1.5 here
 * and 1 on PostgreSQL: whole numbers are bound as integers.
 *
 * @throws TypeError for what SQLite has no type for. `node:sqlite` takes an object in the first place
 * for named parameters, and would bind null.
 */
function bind(value: unknown): SQLInputValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite has no type for a parameter that is a ${typeof value}`);
}
