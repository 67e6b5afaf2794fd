/** Queries that are built and compiled once, and run with other values each time. */
import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Database, Transaction } from './database.ts';
import { isPostgres } from './dialect.ts';

/** Stands for a value while its query is built. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Keeps what Kysely has made of a query: for those of every payment that takes longer than the driver does.
 * @param build gets placeholders in place of the values, so nothing in it may depend on one: no branch, no
 * list, no arithmetic. Once for each database and each set of names; a value that is undefined is not there.
 *
 * @example
 * const rowOf = keptQuery((db, { id }: { id: string }) =>
 *   db.selectFrom('entities').selectAll().where('id', '=', id),
 * );
 * const [row] = (await rowOf(db, { id })).rows;
 */
export function keptQuery<Values extends object, Row>(
  build: (db: Database | Transaction, values: Values) => Compilable<Row>,
): (db: Database | Transaction, values: Values) => Promise<QueryResult<Row>> {
  const known = new Map<string, CompiledQuery<Row>>();

  function compiled(db: Database | Transaction, values: Values): CompiledQuery<Row> {
    const names = Object.keys(values).filter((name) => values[name as keyof Values] !== undefined);
    const shape = `${isPostgres(db)} ${names.join(' ')}`;
    const before = known.get(shape);
    if (before) return before;
    const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
    const query = build(db, placeholders as Values).compile();
    known.set(shape, query);
    return query;
  }

  return async (db, values) => {
    const query = compiled(db, values);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    return db.executeQuery({ ...query, parameters });
  };
}
