/**
 * The primary of a real cluster is killed under load: PostgreSQL under Patroni, seen by one instance
 * through an address that lists the three hosts, and by the other through HAProxy.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../../store/database.ts';
import {
  DEMO,
  type RunningServer,
  startServer,
  temporaryDataDir,
} from '../support/gateway-process.ts';
import { expectBalanced, startMerchants } from '../support/merchant-load.ts';
import { startPatroniCluster } from '../support/patroni-cluster.ts';
import { isTestedOnPostgres } from '../support/test-database.ts';

/** Ten by night. */
const KILLS = Number(process.env['FAILOVERS'] ?? 1);

const PAGE = 100;

const metricsOf = async (server: RunningServer): Promise<string> =>
  (await fetch(server.metricsUrl ?? '')).text();
const readsOfReplica = (metrics: string): number =>
  Number(/^gateway_replica_reads\{from="replica"\} (\d+)$/m.exec(metrics)?.[1]);
const pagesOfToday = async ({ url }: RunningServer): Promise<number> => {
  const moment = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const period = { 'date.from': moment(-1), 'date.to': moment(1), limit: String(PAGE) };
  const query = new URLSearchParams({ entityId: DEMO.DEMO_ENTITY_ID, ...period });
  const headers = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` };
  const answer = await fetch(`${url}/v3/query?${query}`, { headers });
  return (await answer.json()).pages;
};

const started = new AsyncDisposableStack();
afterAll(() => started.disposeAsync());

// It brings its own PostgreSQL: the run on SQLite has it, that on PostgreSQL not once more.
describe.skipIf(isTestedOnPostgres)('the primary is killed under load', () => {
  it('every answered payment is there, once, however often', async () => {
    const cluster = started.use(await startPatroniCluster());
    const { dataDir, remove } = await temporaryDataDir();
    started.defer(remove);
    const DATA_DIR = dataDir;
    const listed = await startServer({
      DATA_DIR,
      DATABASE_URL: cluster.listed('read-write'),
      DATABASE_REPLICA_URL: cluster.listed('read-only'),
      METRICS_PORT: 'any',
    });
    started.defer(listed.kill);
    const proxied = await startServer({ DATA_DIR, DATABASE_URL: cluster.proxied });
    started.defer(proxied.kill);
    const load = startMerchants([listed.url, proxied.url]);
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
    // Every one of them is in each report, and before long in one that a standby answers, whichever it
    // is by now: the primary answers where the standby has yet to catch up.
    const wanted = Math.ceil(load.answered.length / PAGE);
    const before = readsOfReplica(await metricsOf(listed));
    const pages = new Set<number>();
    const report = async () => {
      pages.add(await pagesOfToday(listed));
      return readsOfReplica(await metricsOf(listed));
    };
    await expect.poll(report, { timeout: 90_000, interval: 500 }).toBeGreaterThan(before);
    expect([...pages]).toEqual([wanted]);
    const seconds = (load.longestPauseMs() / 1_000).toFixed(1);
    process.stdout.write(`failover: ${load.answered.length} answers, longest pause ${seconds} s\n`);
  }, 900_000);
});
