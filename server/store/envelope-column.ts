/** Which columns hold envelopes of the vault, so that all of them can be given the current key. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

export interface EnvelopeColumn {
  /** What lies there, for the operator: "stored cards". */
  readonly holds: string;
  readonly table: keyof Tables;
  /** Null in it is no envelope. */
  readonly column: string;
  /** The primary key. */
  readonly key: readonly string[];
  /** The rows with all that `placeOf` needs, where the table alone does not have it. */
  readonly rows?: RawBuilder<unknown>;
  /** Where the envelope of a row belongs; it opens nowhere else. */
  placeOf(row: EnvelopeRow): {
    readonly recordId: string;
    readonly entityId: string;
    readonly purpose: string;
  };
}

/** Columns of a row; those of the key and of `placeOf` are texts. */
export type EnvelopeRow = Readonly<Record<string, string>>;

/** The next rows, in the order of their key, whose envelope begins otherwise than `prefix`. */
export async function rowsBeginningOtherwise(
  db: Kysely<Tables>,
  { table, column, key, rows = sql.table(table) }: EnvelopeColumn,
  prefix: string,
  { after, limit }: { readonly after: EnvelopeRow | undefined; readonly limit: number },
): Promise<readonly EnvelopeRow[]> {
  const keys = sql.join(key.map((name) => sql.ref(name)));
  const last = after && sql.join(key.map((name) => sql`${after[name]}`));
  const beyond = last ? sql`and (${keys}) > (${last})` : sql``;
  const { rows: found } = await sql<EnvelopeRow>`select * from ${rows} as held
    where substr(${sql.ref(column)}, 1, ${sql.lit(prefix.length)}) <> ${prefix} ${beyond}
    order by ${keys} limit ${sql.lit(limit)}`.execute(db);
  return found;
}

/** @returns false when the row is gone, or has another envelope by now */
export async function replaceEnvelope(
  trx: Kysely<Tables>,
  { table, column, key }: EnvelopeColumn,
  row: EnvelopeRow,
  envelope: string,
): Promise<boolean> {
  const isIt = key.map((name) => sql`${sql.ref(name)} = ${row[name]}`);
  const { numAffectedRows } = await sql`update ${sql.table(table)}
    set ${sql.ref(column)} = ${envelope}
    where ${sql.join(isIt, sql` and `)} and ${sql.ref(column)} = ${row[column]}`.execute(trx);
  return numAffectedRows === 1n;
}

/**
 * How many envelopes begin with each of the prefixes, and how many there are: of one moment, while
 * others write.
 */
export async function countByPrefix(
  db: Kysely<Tables>,
  { table, column }: EnvelopeColumn,
  prefixes: readonly string[],
): Promise<{ readonly all: number; readonly each: readonly number[] }> {
  const counts = prefixes.map(
    (prefix, n) => sql`sum(case when substr(${sql.ref(column)}, 1, ${sql.lit(prefix.length)})
      = ${prefix} then 1 else 0 end) as ${sql.ref(`n${n}`)}`,
  );
  const { rows } = await sql<
    Record<string, number | null>
  >`select count(${sql.ref(column)}) as total,
    ${sql.join(counts)} from ${sql.table(table)}`.execute(db);
  const [row = {}] = rows;
  return {
    all: Number(row['total'] ?? 0),
    each: prefixes.map((_, n) => Number(row[`n${n}`] ?? 0)),
  };
}
