/** Reports are read from a real replica that streams, as long as it is young enough; else from the primary. */
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '../../store/database.ts';
import { openReplica, type ReplicaState } from '../../store/replica.ts';
import { aWhile } from '../support/a-while.ts';
import { type FreezingProxy, startFreezingProxy } from '../support/freezing-proxy.ts';
import {
  DEMO,
  type RunningServer,
  startServer,
  temporaryDataDir,
} from '../support/gateway-process.ts';
import { startPostgresCluster } from '../support/postgres-cluster.ts';
import { isTestedOnPostgres } from '../support/test-database.ts';
import { CARD_FIELDS } from '../support/test-gateway.ts';

const TEN_MINUTES_MS = 10 * 60_000;
const started = new AsyncDisposableStack();
afterAll(() => started.disposeAsync());

// It brings its own PostgreSQL: the run on SQLite has it, that on PostgreSQL not once more.
describe.skipIf(isTestedOnPostgres)('with a replica', () => {
  let primary: Database;
  /** The replica's own administrator. */
  let inside: Kysely<object>;
  let proxy: FreezingProxy;
  let server: RunningServer;
  let replica: Awaited<ReturnType<Awaited<ReturnType<typeof startPostgresCluster>>['replicate']>>;
  let environment: Record<string, string>;

  beforeAll(async () => {
    const cluster = await startPostgresCluster();
    started.defer(cluster.remove);
    replica = await cluster.replicate();
    proxy = started.use(await startFreezingProxy(replica.databaseUrl));
    const { dataDir, remove } = await temporaryDataDir();
    started.defer(remove);
    environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: cluster.databaseUrl,
      DATABASE_REPLICA_URL: proxy.databaseUrl,
      DATABASE_REPLICA_MAX_LAG_MS: '3000',
      DATABASE_TIMEOUT_MS: '2000',
      METRICS_PORT: 'any',
    };
    server = await startServer(environment);
    started.defer(() => server.kill());
    primary = await openDatabase({ dataDir, databaseUrl: cluster.databaseUrl });
    started.defer(() => closeDatabase(primary));
    inside = await openDatabase({ dataDir, databaseUrl: replica.databaseUrl });
    started.defer(() => inside.destroy());
  });

  const headers = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` };
  const pay = async (): Promise<string> => {
    const fields = { ...CARD_FIELDS, amount: '92.00', currency: 'EUR', paymentType: 'DB' };
    const body = new URLSearchParams(fields as Record<string, string>);
    const answer = await fetch(`${server.url}/v1/payments`, { method: 'POST', headers, body });
    return (await answer.json()).id;
  };
  const get = async (path: string, query: Record<string, string> = {}) => {
    const parameters = new URLSearchParams({ entityId: DEMO.DEMO_ENTITY_ID, ...query });
    const answer = await fetch(`${server.url}${path}?${parameters}`, { headers });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const DAY_MS = 24 * 60 * 60_000;
  const dayFromToday = (days: number) =>
    new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  /** Ids of all payments that were made until now. */
  const madeSoFar = async (): Promise<string[]> => {
    const period = {
      'date.from': `${dayFromToday(-1)} 00:00:00`,
      'date.to': `${dayFromToday(1)} 00:00:00`,
    };
    const { records } = await get('/v3/query', { ...period, limit: '500' });
    return records.map(({ id }: { id: string }) => id);
  };
  const reportHasLastPayment = async () => {
    const id = await pay();
    expect(await madeSoFar()).toContain(id);
  };
  const settledLastWeek = () =>
    get('/reports/v1/reconciliations/aggregations', {
      'date.from': dayFromToday(-9),
      'date.to': dayFromToday(-2),
    });
  const metric = async (name: string): Promise<number | undefined> => {
    const lines = (await (await fetch(server.metricsUrl ?? '')).text()).split('\n');
    const line = lines.find((each) => each.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };
  const readsOf = async (from: 'replica' | 'primary') =>
    (await metric(`gateway_replica_reads{from="${from}"}`)) ?? 0;
  const isUsed = () => expect.poll(() => metric('gateway_replica_used'));

  /** The log comes by another way than the metrics. */
  const isSaid = () => expect.poll(() => server.output());

  it('every report has what was paid just before, and an idle primary makes no replica old', async () => {
    await isUsed().toBe(1);
    for (let n = 0; n < 10; n += 1) await reportHasLastPayment();
    expect(await readsOf('replica')).toBeGreaterThan(0);
    // Longer than the bound, and nothing is written meanwhile that would move the log.
    await sql`checkpoint`.execute(primary);
    const before = await readsOf('primary');
    for (let n = 0; n < 16; n += 1) {
      await aWhile(250);
      await settledLastWeek();
    }
    expect(await readsOf('primary')).toBe(before);
    expect(await metric('gateway_replica_lag_seconds')).toBeLessThan(3);
  });

  it('one that has stopped replaying is left out until it has caught up', async () => {
    await sql`select pg_wal_replay_pause()`.execute(inside);
    const before = await readsOf('primary');
    // Not too old yet, and without this payment.
    await reportHasLastPayment();
    expect(await readsOf('primary')).toBeGreaterThan(before);
    await isUsed().toBe(0);
    await isSaid().toContain('it is older than 3000 ms');
    await settledLastWeek();
    await sql`select pg_wal_replay_resume()`.execute(inside);
    await isUsed().toBe(1);
    await isSaid().toContain('reports are read from the replica');
  });

  it('one that falls silent, or is dead, costs no report its answer', async () => {
    proxy.freeze();
    await isUsed().toBe(0);
    await reportHasLastPayment();
    await settledLastWeek();
    proxy.thaw();
    await isUsed().toBe(1);
    await replica.stop('immediate');
    await settledLastWeek();
    await reportHasLastPayment();
    await isUsed().toBe(0);
    await isSaid().toMatch(/"replica":".*(ECONNREFUSED|terminated)/);
    await replica.start();
    await isUsed().toBe(1);
  });

  const stateOf = async (databaseReplicaUrl: string, until: (state: ReplicaState) => boolean) => {
    const states: ReplicaState[] = [];
    const watch = openReplica(primary, {
      dataDir: '',
      databaseReplicaUrl,
      databaseReplicaMaxLagMs: 1_000,
      onChange: (state) => void states.push(state),
    });
    await expect.poll(() => until(watch.state)).toBe(true);
    return { watch, state: watch.state };
  };

  it('one that is ten minutes old is told as such', async () => {
    const { watch } = await stateOf(replica.databaseUrl, ({ trouble }) => trouble === undefined);
    await sql`select pg_wal_replay_pause()`.execute(inside);
    await pay();
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + TEN_MINUTES_MS);
    try {
      await expect.poll(() => watch.state.lagMs).toBeGreaterThan(TEN_MINUTES_MS - 1_000);
      expect(watch.state.lagMs).toBeLessThan(TEN_MINUTES_MS + 60_000);
      expect(watch.state.trouble).toBe('it is older than 1000 ms');
      expect(await watch.read('recent', async (db) => db === primary)).toBe(true);
    } finally {
      vi.restoreAllMocks();
      await sql`select pg_wal_replay_resume()`.execute(inside);
      await watch.stop();
    }
  });

  it('a long report that it gives up to go on replaying is read from the primary', async () => {
    const { watch } = await stateOf(replica.databaseUrl, ({ trouble }) => trouble === undefined);
    const report = async (db: Database) => {
      if (db === primary) return 'from the primary';
      await aWhile(1_100);
      throw Object.assign(new Error('conflict with recovery'), { code: '40001' });
    };
    expect(await watch.read('recent', report)).toBe('from the primary');
    const broken = async () => {
      await aWhile(1_100);
      throw new Error('connection lost');
    };
    await expect(watch.read('recent', broken)).rejects.toThrow('connection lost');
    await watch.stop();
  });

  it('one of another database is not read', async () => {
    const other = replica.databaseUrl.replace('/postgres', '/template1');
    const { watch, state } = await stateOf(other, ({ trouble }) => trouble !== 'not asked yet');
    expect(state.trouble).toBe('it is a replica of another database');
    await watch.stop();
  });

  it('one that has become the primary is not read, and a start says so', async () => {
    await sql`select pg_promote()`.execute(inside);
    await isUsed().toBe(0);
    await isSaid().toContain('it is the primary, no replica');
    await reportHasLastPayment();
    await server.stop();
    server = await startServer(environment);
    await expect.poll(server.output).toContain('it is the primary, no replica');
    await reportHasLastPayment();
  });
});
