/** Every statement of every migration, as PostgreSQL gets it, by the portable rules (docs/scaling.md). */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { describe, expect, it } from 'vitest';
import { brokenRules } from '../../tests/support/portable-rules.ts';
import { MIGRATIONS, type NamedMigration, runMigration } from './index.ts';

const MIXES = 'changes of tables and of rows together';
/** A released migration never changes. docs/scaling.md says why each is so, and what stands in for it. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  '0009-upstreams': [MIXES],
  '0015-cvv-keys': [
    'another type for a column',
    'files and statistics',
    'tables that are not logged',
  ],
  '0017-access': [MIXES, 'triggers and functions'],
};

/** What it sends to an empty database. */
async function statementsOf(migration: NamedMigration): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  await runMigration(migration, db);
  return statements;
}

const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i;
const CHANGES_ROWS = /^\s*(insert|update|delete)\b/i;

const brokenBy = (statements: readonly string[]): string[] => {
  const broken = new Set(statements.flatMap(brokenRules));
  const has = (pattern: RegExp) => statements.some((statement) => pattern.test(statement));
  if (has(CHANGES_TABLES) && has(CHANGES_ROWS)) broken.add(MIXES);
  return [...broken].sort();
};

describe('a migration keeps the portable rules, or is known for those that it breaks', () => {
  it.each(MIGRATIONS.map((migration) => [migration.name, migration] as const))(
    '%s',
    async (name, migration) => {
      const statements = await statementsOf(migration);
      expect(statements).not.toEqual([]);
      expect(brokenBy(statements)).toEqual(KNOWN[name] ?? []);
    },
  );
});

describe('the rules', () => {
  it.each([
    ['select pg_advisory_lock($1)', 'locks of a session'],
    ['listen payments', 'listen and notify'],
    ['create table t (id bigserial primary key)', 'sequences, where all new rows meet'],
    ['create table t (id int generated always as identity)', 'sequences, where all new rows meet'],
    ['lock table "t" in access exclusive mode', 'locks of a table'],
    ['truncate "t"', 'emptying a table as a whole'],
    ['create unlogged table t (id text)', 'tables that are not logged'],
    ['create temporary table t (id text)', 'tables of a session'],
    ['create or replace function f() returns trigger', 'triggers and functions'],
    ['delete from t where ctid = $1', 'places of rows'],
    ['alter table t alter column c type bigint', 'another type for a column'],
    ['declare c cursor for select 1', 'cursors and copies'],
    ['alter table t add unique (c) deferrable', 'constraints that wait'],
  ])('%s', (statement, rule) => {
    expect(brokenRules(statement)).toEqual([rule]);
  });

  it('a migration that changes tables and rows', () => {
    expect(brokenBy(['create table t (id text)', 'insert into t values (1)'])).toEqual([MIXES]);
  });

  it.each(['select "listen", "fetched" from "declared"', 'update "copy_of" set "truncated" = $1'])(
    'let ordinary statements be: %s',
    (statement) => {
      expect(brokenRules(statement)).toEqual([]);
    },
  );
});
