/**
 * Instances of the release before go on while a migration runs and after it, so a migration only adds
 * (expand). The data move while both releases run (migrate); what no release uses any more goes a release
 * later (contract), and is listed here.
 */
import { type Kysely, sql, type TableMetadata } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../tests/support/test-database.ts';
import { closeDatabase, openDatabase } from './database.ts';
import { isPostgres } from './dialect.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS, type NamedMigration } from './migrations/index.ts';

/** What has gone although a release used it, by migration, and why that refuses nothing. */
const CONTRACTS: Readonly<Record<string, readonly string[]>> = {
  // It deletes the link of a name before it makes another one: of two at once one fails, and is asked for anew.
  '0047-console-links-once': ['console_links(an expression) has to be unique'],
};

let created: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Awaited<ReturnType<typeof openDatabase<Record<string, never>>>>;
beforeEach(async () => {
  created = await createTestDatabase();
  db = await openDatabase<Record<string, never>>(created.location);
});
afterEach(async () => {
  await closeDatabase(db);
  await created.drop();
});

interface Shape {
  readonly tables: readonly TableMetadata[];
  /** Each as `table(column, column)`. */
  readonly unique: readonly string[];
}

async function shapeOf(of: Kysely<Record<string, never>>): Promise<Shape> {
  const tables = await of.introspection.getTables();
  const { rows } = await (isPostgres(of)
    ? sql<{
        found: string;
      }>`select t.relname || '(' || string_agg(coalesce(a.attname, 'an expression'), ', ' order by a.attname) || ')' as found
        from pg_index i join pg_class t on t.oid = i.indrelid
        join pg_namespace n on n.oid = t.relnamespace
        left join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
        where i.indisunique and n.nspname = current_schema() group by t.relname, i.indexrelid`
    : sql<{
        found: string;
      }>`select t.name || '(' || group_concat(coalesce(c.name, 'an expression'), ', ' order by c.name) || ')' as found
        from sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
        where t.type = 'table' and i."unique" group by t.name, i.name`
  ).execute(of);
  return { tables, unique: rows.map(({ found }) => found) };
}

/** What the release before would fail at. */
function breaks(before: Shape, after: Shape): string[] {
  const found = before.tables.flatMap((table) => {
    const now = after.tables.find(({ name }) => name === table.name);
    if (!now) return [`${table.name} is gone`];
    const columns = new Map(table.columns.map((column) => [column.name, column]));
    const gone = table.columns.filter(({ name }) => !now.columns.some((one) => one.name === name));
    return [
      ...gone.map(({ name }) => `${table.name}.${name} is gone`),
      ...now.columns.flatMap(({ name, dataType, isNullable, hasDefaultValue }) => {
        const old = columns.get(name);
        const isNeeded = !(isNullable || hasDefaultValue);
        if (isNeeded && (!old || old.isNullable)) return [`${table.name}.${name} is needed`];
        return old && old.dataType !== dataType ? [`${table.name}.${name} is ${dataType}`] : [];
      }),
    ];
  });
  const isOld = (index: string) => {
    const [, name, columns = ''] = /^(\w+)\((.*)\)$/.exec(index) ?? [];
    const table = before.tables.find((one) => one.name === name);
    return columns
      .split(', ')
      .every(
        (each) =>
          (each === 'an expression' && table) || table?.columns.some((one) => one.name === each),
      );
  };
  const unique = after.unique.filter((index) => isOld(index) && !before.unique.includes(index));
  return [...found, ...unique.map((index) => `${index} has to be unique`)];
}

/** By migration, run one after the other. */
async function breaksOf(migrations: readonly NamedMigration[]): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  let before = await shapeOf(db);
  for (const [n, { name }] of migrations.entries()) {
    await migrate(db, migrations.slice(0, n + 1));
    const after = await shapeOf(db);
    const found = breaks(before, after);
    if (found.length > 0) all[name] = found;
    before = after;
  }
  return all;
}

describe('a migration only adds', () => {
  it('each that there is', async () => {
    expect(await breaksOf(MIGRATIONS)).toEqual(CONTRACTS);
  });

  const first: NamedMigration = {
    name: '0001-first',
    async up({ schema }) {
      await schema
        .createTable('things')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('size', 'bigint')
        .execute();
    },
  };
  const things = (up: (schema: Kysely<unknown>['schema']) => { execute(): Promise<unknown> }) => ({
    name: '0002-second',
    up: async ({ schema }: Kysely<unknown>) => void (await up(schema).execute()),
  });

  it.each<[string, NamedMigration, string[]]>([
    [
      'takes a column away',
      things((schema) => schema.alterTable('things').dropColumn('size')),
      ['things.size is gone'],
    ],
    [
      'renames one',
      things((schema) => schema.alterTable('things').renameColumn('size', 'length')),
      ['things.size is gone'],
    ],
    ['takes a table away', things((schema) => schema.dropTable('things')), ['things is gone']],
    [
      'asks for what the release before does not write',
      {
        name: '0002-second',
        async up(untyped) {
          // SQLite refuses such a column unless the table is made anew.
          await untyped.schema.dropTable('things').execute();
          await untyped.schema
            .createTable('things')
            .addColumn('id', 'text', (column) => column.primaryKey().notNull())
            .addColumn('size', 'bigint', (column) => column.notNull())
            .addColumn('colour', 'text', (column) => column.notNull())
            .execute();
        },
      },
      ['things.size is needed', 'things.colour is needed'],
    ],
    [
      'wants something to be unique that was not',
      things((schema) => schema.createIndex('sizes').unique().on('things').column('size')),
      ['things(size) has to be unique'],
    ],
  ])('one that %s is found', async (_, second, found) => {
    expect(await breaksOf([first, second])).toEqual({ '0002-second': found });
  });

  it('one that adds what may be missing is none of them', async () => {
    const second = things((schema) =>
      schema
        .alterTable('things')
        .addColumn('colour', 'text', (column) => column.notNull().defaultTo('red')),
    );
    const third: NamedMigration = {
      name: '0003-third',
      async up({ schema }) {
        await schema.alterTable('things').addColumn('name', 'text').execute();
        await schema.createIndex('names').unique().on('things').column('name').execute();
      },
    };
    expect(await breaksOf([first, second, third])).toEqual({});
  });
});
