/**
 * Indexes of tables that may have millions of rows. While PostgreSQL makes an index, its table
 * takes no writes; made beside everything else it takes longer, and cannot be part of a transaction. So a
 * migration makes it where the table is small, and a gateway that runs makes those that are missing.
 */
import { type Kysely, sql } from 'kysely';
import { closeDatabase, type Database, type DatabaseLocation, openDatabase } from './database.ts';
import { isPostgres } from './dialect.ts';

export interface LargeIndex {
  readonly name: string;
  readonly table: string;
  /** As SQL has it behind the table's name: columns in brackets, a condition. */
  readonly of: string;
}

/** In so few rows an index is made in a blink. */
const FEW_ROWS = 10_000;

const definitionOf = ({ name, table, of }: LargeIndex) =>
  sql`${sql.id(name)} on ${sql.table(table)} ${sql.raw(of)}`;

/** Within a migration. On SQLite, which has one writer at a time in any case, always. */
export async function indexIfSmall(db: Kysely<unknown>, index: LargeIndex): Promise<void> {
  if (isPostgres(db)) {
    const many = sql`select 1 from ${sql.table(index.table)} limit ${sql.lit(FEW_ROWS + 1)}`;
    const { rows } = await sql<{
      many: number;
    }>`select count(*) as many from (${many}) as first_ones`.execute(db);
    if ((rows[0]?.many ?? 0) > FEW_ROWS) return;
  }
  await sql`create index ${definitionOf(index)}`.execute(db);
}

/** What there is of an index. One that was broken off stands there, and is not used. */
async function stateOf(db: Database, { name }: LargeIndex) {
  const { rows } = await sql<{ is_valid: boolean; is_being_made: boolean }>`
    select indisvalid as is_valid, exists (
      select 1 from pg_stat_progress_create_index made where made.index_relid = found.indexrelid
    ) as is_being_made
    from pg_index found where indexrelid = to_regclass(${name})`.execute(db);
  const [found] = rows;
  if (!found) return 'missing';
  if (found.is_valid) return 'valid';
  return found.is_being_made ? 'being made' : 'broken off';
}

interface Reports {
  readonly onMade: (name: string) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Makes those that are missing, one after the other, on a connection without time limits. What another
 * instance makes is left to it; what fails is told, and made at the next start.
 * @param location without time limits, and not of a pooler
 * @returns stops it: an index that is being made is broken off
 */
export function makeLargeIndexes(
  location: DatabaseLocation,
  indexes: readonly LargeIndex[],
  { onMade, onError }: Reports,
): { stop(): Promise<void> } {
  if (location.databaseUrl === undefined) return { stop: async () => undefined };
  const opened = openDatabase({ ...location, databaseConnections: 2 });
  let isStopping = false;
  /** Of PostgreSQL's, where the indexes are made. */
  let session: number | undefined;

  const makeAll = (db: Database): Promise<void> =>
    db.connection().execute(async (connection) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
        connection,
      );
      session = rows[0]?.pid;
      for (const index of indexes) {
        if (isStopping) return;
        if (await makeIndex(connection, index)) onMade(index.name);
      }
    });
  const work = opened
    .then(async (db) => {
      // Mostly there is nothing to make: the connection is given back at once.
      await makeAll(db).finally(() => {
        session = undefined;
      });
      if (!isStopping) await closeDatabase(db);
    })
    .catch((error: unknown) => {
      if (!isStopping) onError(error);
    });

  return {
    async stop() {
      isStopping = true;
      const db = await opened.catch(() => undefined);
      if (!db) return;
      // Where the work has ended at this moment, its connection is lent for this, which cancels itself.
      if (session !== undefined)
        await sql`select pg_cancel_backend(${session})`.execute(db).catch(() => undefined);
      await work;
      await closeDatabase(db);
    },
  };
}

/** @returns whether it was made, and not there or another instance's work */
async function makeIndex(db: Database, index: LargeIndex): Promise<boolean> {
  const state = await stateOf(db, index);
  if (state === 'missing')
    await sql`create index concurrently if not exists ${definitionOf(index)}`.execute(db);
  else if (state === 'broken off')
    await sql`reindex index concurrently ${sql.id(index.name)}`.execute(db);
  else return false;
  return true;
}
