/**
 * The primary of a real cluster is killed under load: PostgreSQL under Patroni, seen by one instance
 * through an address that lists the three hosts, and by the other through HAProxy.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../../store/database.ts';
import { startServer, temporaryDataDir } from '../support/gateway-process.ts';
import { expectBalanced, startMerchants } from '../support/merchant-load.ts';
import { startPatroniCluster } from '../support/patroni-cluster.ts';
import { isTestedOnPostgres } from '../support/test-database.ts';

/** Ten by night. */
const KILLS = Number(process.env['FAILOVERS'] ?? 1);

const started = new AsyncDisposableStack();
afterAll(() => started.disposeAsync());

// It brings its own PostgreSQL: the run on SQLite has it, that on PostgreSQL not once more.
describe.skipIf(isTestedOnPostgres)('the primary is killed under load', () => {
  it('every answered payment is there, once, however often', async () => {
    const cluster = started.use(await startPatroniCluster());
    const { dataDir, remove } = await temporaryDataDir();
    started.defer(remove);
    const urls: string[] = [];
    for (const databaseUrl of [cluster.listed('read-write'), cluster.proxied]) {
      const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
      started.defer(server.kill);
      urls.push(server.url);
    }
    const load = startMerchants(urls);
    for (let round = 1; round <= KILLS; round += 1) {
      await load.more(50);
      // At another moment of what is under way in each round.
      await sleep(round * 7);
      const before = load.unclear.length;
      const killed = await cluster.killPrimary();
      await load.more(50);
      expect(await cluster.primary()).not.toBe(killed);
      cluster.revive(killed);
      const repeated = load.unclear.length - before;
      process.stdout.write(`failover ${round}: ${killed} killed, ${repeated} answers repeated\n`);
      if (round < KILLS) await cluster.whole();
    }
    await load.stop();
    const db = await openDatabase({ dataDir, databaseUrl: cluster.listed('read-write') });
    started.defer(() => closeDatabase(db));
    await expectBalanced(db, load);
    const seconds = (load.longestPauseMs() / 1_000).toFixed(1);
    process.stdout.write(`failover: ${load.answered.length} answers, longest pause ${seconds} s\n`);
  }, 900_000);
});
