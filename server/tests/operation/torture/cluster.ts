/** What is tortured: three instances on one database, whose processor is another gateway behind a faulty proxy. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { changeSettings } from '../../../gateway/entities/index.ts';
import { closeDatabase, openDatabase } from '../../../store/database.ts';
import { openVault } from '../../../vault/vault.ts';
import { type FaultyProxy, startFaultyProxy } from '../../support/faulty-proxy.ts';
import { type FreezingProxy, startFreezingProxy } from '../../support/freezing-proxy.ts';
import { DEMO, type RunningServer, startServer } from '../../support/gateway-process.ts';
import { connectRelay } from '../../support/processor-gateway.ts';
import type { TestDatabase } from '../../support/test-database.ts';
import { startAlone, type TestGateway } from '../../support/test-gateway.ts';

const INSTANCES = 3;
const STARTS = 10;
const SKEWED_CLOCK = pathToFileURL(join(import.meta.dirname, '../../support/skewed-clock.ts')).href;

export interface Cluster extends AsyncDisposable {
  readonly location: TestDatabase['location'];
  readonly instances: RunningServer[];
  /** Of each instance, its own way to PostgreSQL; none where the database is SQLite. */
  readonly paths: readonly FreezingProxy[];
  readonly processor: TestGateway;
  /** The way to the processor. */
  readonly proxy: FaultyProxy;
  /** Begins to start the instance with this number anew; its clock may be wrong. */
  restart(n: number, aheadMs?: number): void;
  /** How often an instance was started anew. */
  readonly restarts: number;
  /** Resolves when all that were begun listen. */
  started(): Promise<void>;
}

export async function startCluster({ location }: Pick<TestDatabase, 'location'>): Promise<Cluster> {
  const { dataDir, databaseUrl } = location;
  const paths: FreezingProxy[] = [];
  while (databaseUrl && paths.length < INSTANCES) paths.push(await startFreezingProxy(databaseUrl));
  const start = (n: number, aheadMs = 0) =>
    startServer({
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: paths[n]?.databaseUrl ?? '' }),
      // Half of it is for a connection: a path may be silent for longer.
      DATABASE_TIMEOUT_MS: '4000',
      WEBHOOK_ALLOW_PRIVATE: '1',
      LOG_LEVEL: 'fatal',
      ...(aheadMs !== 0 && {
        NODE_OPTIONS: `--import=${SKEWED_CLOCK}`,
        TEST_CLOCK_AHEAD_MS: String(aheadMs),
      }),
    });
  const starting: Promise<void>[] = [];
  let restarts = 0;
  /** As a service manager: a start that finds no database is tried again. */
  const startAgain = async (n: number, aheadMs?: number): Promise<void> => {
    for (let left = STARTS; ; left -= 1) {
      try {
        instances[n] = await start(n, aheadMs);
        return;
      } catch (error) {
        if (left === 1) throw error;
      }
    }
  };
  const processor = await startAlone();
  const proxy = await startFaultyProxy(processor.url);
  const instances = [await start(0)];
  while (instances.length < INSTANCES) instances.push(await start(instances.length));

  const db = await openDatabase(location);
  const vault = await openVault({ db, dataDir, vaultKeys: undefined });
  const entityId = DEMO.DEMO_ENTITY_ID;
  const set = async (settings: Readonly<Record<string, unknown>>) =>
    void (await changeSettings(db, entityId, settings));
  const gateway = { db, vault } as TestGateway['gateway'];
  await connectRelay({ gateway, entityId, set }, processor, { address: proxy.url });
  await closeDatabase(db);
  return {
    ...{ location, instances, paths, processor, proxy },
    get restarts() {
      return restarts;
    },
    restart(n, aheadMs) {
      restarts += 1;
      starting.push(startAgain(n, aheadMs));
    },
    started: async () => void (await Promise.all(starting.splice(0))),
    async [Symbol.asyncDispose]() {
      await Promise.all(instances.map((instance) => instance.kill()));
      for (const each of [...paths, proxy, processor]) await each[Symbol.asyncDispose]();
    },
  };
}
