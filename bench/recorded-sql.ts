/** The statements of one piece of work, recorded, to be run again as bare SQL with fresh ids. */
import { randomBytes } from 'node:crypto';
import type { DatabaseConnection, Dialect } from 'kysely';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What each statement of the work is told each time. */
export type FreshStatements = (known: ReadonlyMap<string, string>) => Statement[];

/**
 * A dialect that also notes what goes to the database, `begin` and `commit` included.
 * @param note called with every statement before it runs
 * @param ends how a transaction begins and ends, where the dialect has no statements for it
 */
export function recording(
  dialect: Dialect,
  note: (statement: Statement) => void,
  ends?: { begin: string; commit: string },
): Dialect {
  const patched = new WeakSet<DatabaseConnection>();
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      if (ends) {
        const begin = driver.beginTransaction.bind(driver);
        const commit = driver.commitTransaction.bind(driver);
        driver.beginTransaction = (...args) => {
          note({ sql: ends.begin, parameters: [] });
          return begin(...args);
        };
        driver.commitTransaction = (connection) => {
          note({ sql: ends.commit, parameters: [] });
          return commit(connection);
        };
      }
      driver.acquireConnection = async (options) => {
        const connection = await acquire(options);
        if (!patched.has(connection)) {
          patched.add(connection);
          const execute = connection.executeQuery.bind(connection);
          connection.executeQuery = (query, ...rest) => {
            note({ sql: query.sql, parameters: query.parameters });
            return execute(query, ...rest);
          };
        }
        return connection;
      };
      return driver;
    },
  };
}

/**
 * From two recordings of the same work: what differs is an id, a cipher text or a time, and is fresh
 * each time, of the same length; the rest stays.
 * @throws Error when the two are not the same statements
 */
export function freshStatements(
  first: readonly Statement[],
  second: readonly Statement[],
): FreshStatements {
  const isSame = first.length > 0 && first.every(({ sql }, at) => sql === second[at]?.sql);
  if (!isSame || first.length !== second.length) throw new Error('two recordings differ');
  const recordedAt = Date.now();
  return (known) => {
    const fresh = new Map(known);
    const elapsed = Date.now() - recordedAt;
    const renew = (value: unknown) => {
      if (typeof value === 'number') return value + elapsed;
      if (typeof value !== 'string') throw new TypeError(`cannot renew a ${typeof value}`);
      const text = fresh.get(value) ?? randomText(value.length);
      fresh.set(value, text);
      return text;
    };
    return first.map(({ sql, parameters }, at) => ({
      sql,
      parameters: parameters.map((value, position) =>
        value === second[at]?.parameters[position] ? value : renew(value),
      ),
    }));
  };
}

const randomText = (length: number): string =>
  randomBytes(Math.ceil((length * 3) / 4))
    .toString('base64url')
    .slice(0, length);
