import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import { whenNotBusy } from './sqlite-busy.ts';

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
