/** A database's clock that a test sets while instances run. */
import { Client } from 'pg';
import type { DatabaseLocation } from '../../store/database.ts';

/** Where a test's own `clock_timestamp()` stands, which is found before PostgreSQL's. */
const SCHEMA = 'settable_clock';

/**
 * For PostgreSQL; SQLite goes by the clock of its machine (`settableClock`).
 * @param location nobody is connected to it yet
 * @returns sets it: minutes from the right time, as in `-60`
 */
export async function settableDatabaseClock({
  databaseUrl,
}: DatabaseLocation): Promise<(minutes: number) => Promise<void>> {
  if (databaseUrl === undefined) return async () => undefined;
  const run = async (...commands: readonly string[]) => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    for (const command of commands) await client.query(command);
    await client.end();
  };
  const set = (minutes: number) =>
    run(`create or replace function ${SCHEMA}.clock_timestamp() returns timestamptz language sql
      as $$ select pg_catalog.clock_timestamp() + interval '${minutes} minutes' $$`);
  await run(
    `create schema ${SCHEMA}`,
    `alter database ${new URL(databaseUrl).pathname.slice(1)}
      set search_path = public, ${SCHEMA}, pg_catalog`,
  );
  await set(0);
  return set;
}
