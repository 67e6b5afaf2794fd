/** PostgreSQL ends connections in the middle of payments: an administrator, a failover, a proxy. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../../store/database.ts';
import { type RunningServer, startServer } from '../support/gateway-process.ts';
import { expectBalanced, startMerchants } from '../support/merchant-load.ts';
import { createTestDatabase, isTestedOnPostgres } from '../support/test-database.ts';

const ROUNDS = 50;

const database = await createTestDatabase();
const running: RunningServer[] = [];
afterAll(async () => {
  await Promise.all(running.map((server) => server.kill()));
  await database.drop();
});

describe.runIf(isTestedOnPostgres)('PostgreSQL ends all connections, fifty times', () => {
  it('the instances live, and every answered payment is there, once', async () => {
    const environment = {
      DATA_DIR: database.location.dataDir,
      DATABASE_URL: database.location.databaseUrl ?? '',
    };
    running.push(await startServer(environment));
    running.push(await startServer(environment));
    const load = startMerchants(running.map(({ url }) => url));
    const db = await openDatabase(database.location);
    for (let round = 0; round < ROUNDS; round += 1) {
      await load.more(2);
      // At another moment of what is under way in each round.
      await sleep(round % 17);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(
        db,
      );
    }
    await load.stop();
    await expectBalanced(db, load);
    for (const { url } of running) {
      expect((await fetch(`${url}/v1/resultcodes`)).status).toBe(200);
    }
    await closeDatabase(db);
    expect(await Promise.all(running.map((server) => server.stop()))).toEqual([0, 0]);
  });
});
