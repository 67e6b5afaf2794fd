/**
 * A disaster and what comes after it, with the scripts of ops/backup: payments under load, a base backup
 * meanwhile, the disk of PostgreSQL gone in the middle; then one restore to the end and one to a time
 * before. For a test, and for `bench/restore-drill.ts`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../guides/guide-code.ts';
import { DEMO, type RunningServer, startServer } from './gateway-process.ts';
import {
  type PostgresCluster,
  postgresAccount,
  postgresPrograms,
  startPostgresCluster,
} from './postgres-cluster.ts';
import { CARD_FIELDS } from './test-gateway.ts';

export interface DrillFigures {
  /** Answered with a success before the disaster, and before the time that was restored to. */
  readonly answered: number;
  readonly answeredBefore: number;
  /** Of these, not found after the restore to the end, and to the time. */
  readonly lost: number;
  readonly lostBefore: number;
  /** Asked for after the time, and there all the same. */
  readonly tooMany: number;
  /** Milliseconds: the base backup; from the disaster to a gateway that is ready, for both restores. */
  readonly backupMs: number;
  readonly restoreMs: number;
  readonly restoreToTimeMs: number;
}

interface Answered {
  readonly id: string;
  readonly askedAt: number;
  readonly answeredAt: number;
}

const CLIENTS = 4;
/** Until PostgreSQL knows of the archive, and between the time and what comes after it. */
const LOOK_AGAIN_MS = 100;
const APART_MS = 1_000;

const headers = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` };

/** Pays until it is told to stop; what is under way then counts if it is answered. */
function startLoad({ url }: RunningServer) {
  const answered: Answered[] = [];
  let isOver = false;
  const pay = async () => {
    const askedAt = Date.now();
    const body = new URLSearchParams({
      ...{ amount: '10.00', currency: 'EUR', paymentType: 'DB' },
      ...(CARD_FIELDS as Record<string, string>),
    });
    const answer = await fetch(`${url}/v1/payments`, { method: 'POST', headers, body });
    if (answer.status === 200) {
      const { id } = await answer.json();
      answered.push({ id, askedAt, answeredAt: Date.now() });
    }
  };
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) await pay().catch(() => sleep(LOOK_AGAIN_MS));
  });
  return {
    answered,
    async stop() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

/** @param loadMs for how long payments are made before and after the time that is restored to */
export async function restoreDrill(loadMs: number): Promise<DrillFigures> {
  const root = await mkdtemp(join(tmpdir(), 'gateway-drill-'));
  const owner = await postgresAccount();
  const own = async (path: string) => {
    if (owner) await chown(path, owner.uid, owner.gid);
  };
  await own(root);
  const folder = async (name: string) => {
    const path = join(root, name);
    await mkdir(path, { mode: 0o700 });
    await own(path);
    return path;
  };
  const [base, log] = [await folder('base'), await folder('log')];
  const dataDir = join(root, 'gateway');
  await mkdir(dataDir);

  const settings = {
    more: ['wal_level=replica', 'synchronous_standby_names=pg_receivewal', 'log_statement=none'],
  };
  // The first statements of an empty cluster need no archive: there is none yet.
  const cluster = await startPostgresCluster(settings);
  const restored: PostgresCluster[] = [];
  const servers: RunningServer[] = [];
  let receiving: ChildProcess | undefined;

  /** A script of ops/backup, as the account that PostgreSQL has, which may not read this directory. */
  const script = (name: string, ...args: readonly string[]) => {
    const file = `ops/backup/${name}`;
    const { port, username } = new URL(cluster.databaseUrl);
    const env = {
      PATH: `${postgresPrograms}:${process.env['PATH']}`,
      ...{ PGHOST: '127.0.0.1', PGPORT: port, PGUSER: username },
    };
    const text = readFileSync(join(ROOT, file), 'utf8');
    const stdio = ['ignore', 'ignore', 'inherit'] as const;
    return spawn('bash', ['-c', text, file, ...args], {
      cwd: root,
      env,
      stdio: [...stdio],
      ...owner,
    });
  };
  const run = async (name: string, ...args: readonly string[]) => {
    const [code] = await once(script(name, ...args), 'exit');
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
  };
  const startOn = async ({ databaseUrl }: PostgresCluster) => {
    const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    servers.push(server);
    return server;
  };
  /** @returns what of these is not there, and how long it took until the gateway was ready */
  const restore = async (time: string | undefined) => {
    const begunAt = performance.now();
    const fill = (data: string) => run('restore.sh', base, log, data, ...(time ? [time] : []));
    const again = await startPostgresCluster({ more: ['log_statement=none'], fill });
    restored.push(again);
    const server = await startOn(again);
    const tookMs = performance.now() - begunAt;
    const isMissing = async ({ id }: Answered) =>
      (await fetch(`${server.url}/v1/payments/${id}`, { headers })).status !== 200;
    return {
      tookMs,
      async missing(payments: readonly Answered[]) {
        const missing: Answered[] = [];
        for (const payment of payments) if (await isMissing(payment)) missing.push(payment);
        return missing.length;
      },
      end: () => server.stop(),
    };
  };

  try {
    receiving = script('receive-wal.sh', log);
    const server = await startOn(cluster);
    const load = startLoad(server);
    const backupAt = performance.now();
    await run('base-backup.sh', base);
    const backupMs = performance.now() - backupAt;
    /** However slow the machine is. */
    const untilAnswered = async (askedAfter: number) => {
      while (!load.answered.some(({ askedAt }) => askedAt > askedAfter)) await sleep(LOOK_AGAIN_MS);
    };
    await sleep(loadMs);
    await untilAnswered(0);
    const time = Date.now() + APART_MS;
    await sleep(2 * APART_MS + loadMs);
    await untilAnswered(time);

    // The disk is gone, in the middle of payments.
    await cluster.stop('immediate');
    await rm(join(cluster.directory, 'data'), { recursive: true });
    await load.stop();
    await server.kill();
    const archived = once(receiving, 'exit');
    receiving.kill('SIGTERM');
    await archived;

    const { answered } = load;
    const before = answered.filter(({ answeredAt }) => answeredAt <= time);
    // What was asked for by then may be there or not.
    const after = answered.filter(({ askedAt }) => askedAt > time);
    const whole = await restore(undefined);
    const lost = await whole.missing(answered);
    await whole.end();
    const part = await restore(new Date(time).toISOString().replace('T', ' ').replace('Z', '+00'));
    const lostBefore = await part.missing(before);
    const tooMany = after.length - (await part.missing(after));
    await part.end();
    return {
      ...{ answered: answered.length, answeredBefore: before.length, lost, lostBefore, tooMany },
      ...{ backupMs, restoreMs: whole.tookMs, restoreToTimeMs: part.tookMs },
    };
  } finally {
    receiving?.kill('SIGKILL');
    await Promise.all(servers.map((server) => server.kill()));
    for (const each of [cluster, ...restored]) await each.remove();
    await rm(root, { recursive: true, force: true });
  }
}
