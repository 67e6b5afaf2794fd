/**
 * A real cluster of one test's own: three PostgreSQL under Patroni, which agree by etcd on who is the
 * primary, and HAProxy before them. A commit waits for a standby, so a primary that dies takes nothing
 * with it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import { clusterPrograms } from './cluster-programs.ts';
import { postgresAccount, postgresPrograms } from './postgres-cluster.ts';

const NAMES = ['one', 'two', 'three'] as const;
export type NodeName = (typeof NAMES)[number];
/**
 * Seconds; a tenth of what Patroni does by itself, so that a test does not wait for half a minute. A
 * primary that is killed is missed after the first of them.
 */
const TIMES = { ttl: 5, loop_wait: 1, retry_timeout: 2 };
const WHOLE_WITHIN_MS = 180_000;
const ACCOUNT = 'gateway:gateway';

/** As `/cluster` of Patroni tells it. */
interface Member {
  readonly name: NodeName;
  readonly role: 'leader' | 'sync_standby' | 'replica';
  readonly state: string;
}

export interface PatroniCluster extends AsyncDisposable {
  /** The address that lists the three; `target` is its `target_session_attrs`. */
  readonly listed: (target: 'read-write' | 'read-only') => string;
  /** The address of whichever HAProxy takes for the primary. */
  readonly proxied: string;
  /** The address of one node, whatever it is. */
  readonly direct: (name: NodeName) => string;
  primary(): Promise<NodeName>;
  /** Kills Patroni and PostgreSQL of the primary, without a word to anybody. */
  killPrimary(): Promise<NodeName>;
  /** Starts what was killed. It comes back as a replica. */
  revive(name: NodeName): void;
  /** Resolves when there are a primary, a standby that has all it has, and so many members in all. */
  whole(members?: number): Promise<void>;
}

export async function startPatroniCluster(): Promise<PatroniCluster> {
  const { etcd, patroni, haproxy } = clusterPrograms();
  const root = await mkdtemp(join(tmpdir(), 'gateway-patroni-'));
  const owner = await postgresAccount();
  if (owner) await chown(root, owner.uid, owner.gid);
  const running = new Map<string, ChildProcess>();
  const run = (name: string, command: string, ...args: readonly string[]): void => {
    const child = spawn(command, args, {
      cwd: root,
      ...owner,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(root, `${name}.log`), { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    running.set(name, child);
  };
  const kill = async (name: string): Promise<void> => {
    const child = running.get(name);
    running.delete(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };

  const [client, peer] = [await freePort(), await freePort()];
  const nodes = new Map<NodeName, { readonly sql: number; readonly rest: number }>();
  for (const name of NAMES) nodes.set(name, { sql: await freePort(), rest: await freePort() });
  const portsOf = (name: NodeName) => nodes.get(name) as { sql: number; rest: number };
  const proxyPort = await freePort();

  const here = (number: number) => `http://127.0.0.1:${number}`;
  run(
    'etcd',
    etcd,
    ...['--name', 'only', '--data-dir', join(root, 'etcd'), '--unsafe-no-fsync'],
    ...['--listen-client-urls', here(client), '--advertise-client-urls', here(client)],
    ...['--listen-peer-urls', here(peer), '--initial-advertise-peer-urls', here(peer)],
    ...['--initial-cluster', `only=${here(peer)}`],
  );
  for (const name of NAMES) {
    await mkdir(join(root, name), { mode: 0o700 });
    if (owner) await chown(join(root, name), owner.uid, owner.gid);
    // Patroni reads YAML, of which JSON is a part.
    const file = join(root, `${name}.json`);
    await writeFile(file, JSON.stringify(settingsOf(name, portsOf(name), client, root)));
  }
  const startNode = (name: NodeName) => run(name, patroni, join(root, `${name}.json`));
  for (const name of NAMES) startNode(name);
  const proxyFile = join(root, 'haproxy.cfg');
  await writeFile(proxyFile, proxySettings(proxyPort, [...nodes]));
  run('haproxy', haproxy, '-db', '-f', proxyFile);

  const members = async (): Promise<readonly Member[]> => {
    for (const { rest } of nodes.values()) {
      const answer = await fetch(`${here(rest)}/cluster`).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const rolesOf = async () =>
    (await members())
      .filter(({ state }) => state === 'running' || state === 'streaming')
      .map(({ role }) => role)
      .sort()
      .join();
  const primary = async (): Promise<NodeName> => {
    for (;;) {
      const leader = (await members()).find(({ role }) => role === 'leader');
      if (leader) return leader.name;
      // Until the standbys have agreed on one.
      await sleep(100);
    }
  };
  /** PostgreSQL is no child of this process, and has written down who it is. */
  const postmaster = async (name: NodeName): Promise<number> =>
    Number((await readFile(join(root, name, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);

  /** Their ids stand where they were, and may be those of others by now. */
  const killed = new Set<number>();
  const end = async (name: NodeName) => {
    const id = await postmaster(name).catch(() => undefined);
    if (id && !killed.has(id)) await crash(id);
  };

  const cluster: PatroniCluster = {
    listed(target) {
      const hosts = NAMES.map((name) => `127.0.0.1:${portsOf(name).sql}`).join(',');
      return `postgresql://${ACCOUNT}@${hosts}/postgres?target_session_attrs=${target}`;
    },
    proxied: `postgresql://${ACCOUNT}@127.0.0.1:${proxyPort}/postgres`,
    direct: (name) => `postgresql://${ACCOUNT}@127.0.0.1:${portsOf(name).sql}/postgres`,
    primary,
    async killPrimary() {
      const name = await primary();
      await kill(name);
      const id = await postmaster(name);
      process.kill(id, 'SIGKILL');
      killed.add(id);
      return name;
    },
    revive: startNode,
    async whole(count = NAMES.length) {
      const wanted = ['leader', ...Array(count - 2).fill('replica'), 'sync_standby'].join();
      const until = performance.now() + WHOLE_WITHIN_MS;
      let roles = await rolesOf();
      while (roles !== wanted) {
        if (performance.now() > until) {
          const logs = await Promise.all(NAMES.map((name) => readFile(join(root, `${name}.log`))));
          throw new Error(`the cluster has ${roles}, not ${wanted}: ${logs.join('\n\n')}`);
        }
        // Until Patroni has made them what they are to be.
        await sleep(100);
        roles = await rolesOf();
      }
    },
    async [Symbol.asyncDispose]() {
      const started = [...running.keys()];
      await Promise.all(started.map(kill));
      await Promise.all(NAMES.map(end));
      await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
  try {
    await cluster.whole();
    return cluster;
  } catch (error) {
    await cluster[Symbol.asyncDispose]();
    throw error;
  }
}

/** Ends a PostgreSQL so that it leaves no shared memory, as one does that is killed. */
async function crash(id: number): Promise<void> {
  try {
    process.kill(id, 'SIGQUIT');
    // Until it has ended, which throws.
    for (let n = 0; n < 100; n += 1) {
      process.kill(id, 0);
      await sleep(50);
    }
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const settingsOf = (
  name: NodeName,
  { sql, rest }: { readonly sql: number; readonly rest: number },
  etcd: number,
  root: string,
) => {
  const [username, password] = ACCOUNT.split(':');
  const account = { username, password };
  return {
    scope: 'gateway',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    watchdog: { mode: 'off' },
    bootstrap: {
      dcs: {
        ...TIMES,
        // A commit waits for a standby, and only that one may take over.
        synchronous_mode: true,
        // Another one takes over rather than that the same starts again.
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          parameters: { fsync: 'off', wal_keep_size: '64MB', max_connections: 100 },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }, 'data-checksums', 'no-sync'],
    },
    postgresql: {
      listen: `127.0.0.1:${sql}`,
      connect_address: `127.0.0.1:${sql}`,
      data_dir: join(root, name, 'data'),
      bin_dir: postgresPrograms,
      pgpass: join(root, name, 'pgpass'),
      authentication: { superuser: account, replication: account, rewind: account },
      parameters: {
        unix_socket_directories: join(root, name),
        // In the data directory, with which it goes: what is killed leaves all else behind.
        dynamic_shared_memory_type: 'mmap',
      },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
    },
  };
};

const proxySettings = (
  port: number,
  nodes: readonly (readonly [NodeName, { readonly sql: number; readonly rest: number }])[],
) => `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(([name, { sql, rest }]) => `  server ${name} 127.0.0.1:${sql} check port ${rest}`).join('\n')}
`;
