/** A start that brings the tables up to date is killed, or has no room: nothing is done, and the next one does it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '../../store/database.ts';
import { migrate, missingMigrations } from '../../store/migrate.ts';
import { MIGRATIONS } from '../../store/migrations/index.ts';
import { ROOT } from '../guides/guide-code.ts';
import { startServer } from '../support/gateway-process.ts';
import { createTestDatabase, isTestedOnPostgres } from '../support/test-database.ts';

const LAST = MIGRATIONS.at(-1)?.name ?? '';

let created: Awaited<ReturnType<typeof createTestDatabase>>;
/** Of the release before the last migration. */
let db: Database;
beforeEach(async () => {
  created = await createTestDatabase();
  db = await openDatabase(created.location);
  await migrate(db, MIGRATIONS.slice(0, -1));
});
afterEach(async () => {
  await closeDatabase(db);
  await created.drop();
});

const tables = async () =>
  (await db.introspection.getTables()).map(({ name, columns }) => [
    name,
    columns.map((column) => column.name).toSorted(),
  ]);

const place = () => ({
  DATA_DIR: created.location.dataDir,
  ...(created.location.databaseUrl && { DATABASE_URL: created.location.databaseUrl }),
});

const nextStart = async () => {
  const server = await startServer(place());
  expect(await missingMigrations(db)).toEqual([]);
  const answer = await fetch(`${server.url}/ready`);
  expect(answer.status).toBe(200);
  expect(await server.stop()).toBe(0);
};

/** Does all of the last migration, says so, and stays there. */
const STAYS = `
import { openDatabase } from '${pathToFileURL(join(ROOT, 'server/store/database.ts'))}';
import { migrate } from '${pathToFileURL(join(ROOT, 'server/store/migrate.ts'))}';
import { MIGRATIONS } from '${pathToFileURL(join(ROOT, 'server/store/migrations/index.ts'))}';
const { name, up } = MIGRATIONS.at(-1);
const stays = { name, up: async (db) => {
  await up(db);
  process.stdout.write('all but the end');
  await new Promise(() => setInterval(() => undefined, 1_000));
} };
await migrate(await openDatabase(JSON.parse(process.argv[1])), [...MIGRATIONS.slice(0, -1), stays]);
`;

describe('a start that brings the tables up to date', () => {
  it('and is killed before its end has changed nothing', async () => {
    const before = await tables();
    const args = ['--input-type=module', '--eval', STAYS, JSON.stringify(created.location)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const [said] = await Promise.race([once(child.stdout, 'data'), ended]);
    expect(String(said)).toBe('all but the end');
    child.kill('SIGKILL');
    await ended;
    // PostgreSQL notices that the connection is gone, and takes everything back.
    await expect.poll(() => missingMigrations(db)).toEqual([LAST]);
    await expect.poll(tables).toEqual(before);
    await nextStart();
  });

  // A PostgreSQL without room is a disk of its own: what fails there is taken back as a killed one is.
  it.skipIf(isTestedOnPostgres)(
    'and has no room on the disk says so, and has changed nothing',
    async () => {
      const before = await tables();
      const sizes = ['gateway.sqlite', 'gateway.sqlite-wal'].map(
        (name) => statSync(join(created.location.dataDir, name)).size,
      );
      // No file can grow by more than a page or two.
      const blocks = Math.ceil(Math.max(...sizes) / 1024) + 8;
      const child = spawn(
        'bash',
        ['-c', `ulimit -f ${blocks}; exec "$0" server/main.ts`, process.execPath],
        {
          cwd: ROOT,
          env: { ...process.env, ...place(), PORT: '0', SHOP_PORT: '0', CONSOLE_PORT: '0' },
        },
      );
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk;
      });
      const [code] = await once(child, 'close');
      expect(said).toMatch(/the database in DATA_DIR cannot be used: .*(full|disk I\/O error)/);
      expect(code).toBe(2);
      expect(await missingMigrations(db)).toEqual([LAST]);
      expect(await tables()).toEqual(before);
      await nextStart();
    },
  );
});
