/** A PostgreSQL of one test's own: it is stopped, crashed and copied, and its files are read. */
import { execFile, execFileSync } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../free-port.ts';

const run = promisify(execFile);

export interface PostgresCluster {
  readonly databaseUrl: string;
  /** Everything that it writes, the log of its statements and their parameters too. */
  readonly directory: string;
  start(): Promise<void>;
  /** `fast` writes everything to the disk; `immediate` is a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** As `pg_basebackup` makes it, with the log of the time. */
  baseBackup(directory: string): Promise<void>;
  /** Another one, that streams all that this one writes. It goes with it. */
  replicate(): Promise<Pick<PostgresCluster, 'databaseUrl' | 'start' | 'stop'>>;
  remove(): Promise<void>;
}

/** Where initdb and pg_ctl are; undefined where PostgreSQL is not installed on this machine. */
export const postgresPrograms: string | undefined = (() => {
  try {
    const listed = execFileSync(
      'sh',
      ['-c', 'ls -d /usr/lib/postgresql/*/bin || pg_config --bindir'],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    return listed.trim().split('\n').at(-1);
  } catch {
    return undefined;
  }
})();

/** PostgreSQL does not run as root. */
export const postgresAccount = async () => {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (option: string) => Number((await run('id', [option, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
};

export interface ClusterOptions {
  /** Of postgresql.conf, beside those that every test has: `wal_level=replica`. */
  readonly more?: readonly string[];
  /** Puts a data directory where there is none, in the place of an empty cluster. */
  readonly fill?: (data: string) => Promise<void>;
}

/** Makes one and starts it. */
export async function startPostgresCluster({
  more = [],
  fill,
}: ClusterOptions = {}): Promise<PostgresCluster> {
  const root = await mkdtemp(join(tmpdir(), 'gateway-postgres-'));
  const owner = await postgresAccount();
  if (owner) await chown(root, owner.uid, owner.gid);
  const port = await freePort();
  const data = join(root, 'data');
  const program = async (name: string, ...args: readonly string[]) =>
    void (await run(join(postgresPrograms ?? '', name), args, { cwd: root, ...owner }));
  const empty = ['-D', data, '--auth=trust', '--username=gateway', '--no-sync'];
  await (fill ? fill(data) : program('initdb', ...empty));
  const settings = [
    `port=${port}`,
    `unix_socket_directories=${root}`,
    'listen_addresses=127.0.0.1',
    'fsync=off',
    // The most that an operator can have it write of a statement.
    'log_statement=all',
    'log_min_duration_statement=0',
    ...more,
  ];
  const serve = (directory: string, ...more: readonly string[]) => ({
    start() {
      const options = [...settings, ...more].map((setting) => `-c ${setting}`).join(' ');
      const log = `${directory}.log`;
      return program('pg_ctl', 'start', '-w', '-D', directory, '-l', log, '-o', options);
    },
    stop: (mode: string) => program('pg_ctl', 'stop', '-w', '-m', mode, '-D', directory),
  });
  const urlOf = (number: number) => `postgresql://gateway@127.0.0.1:${number}/postgres`;
  const copyTo = (...args: readonly string[]) =>
    program('pg_basebackup', '-h', '127.0.0.1', '-p', `${port}`, '-U', 'gateway', ...args);
  const { start, stop } = serve(data);
  const replicas: { stop(mode: string): Promise<void> }[] = [];
  await start();
  return {
    databaseUrl: urlOf(port),
    directory: root,
    start,
    stop,
    async replicate() {
      const [to, own] = [join(root, `replica-${replicas.length}`), await freePort()];
      await copyTo('--checkpoint=fast', '--write-recovery-conf', '-D', to);
      const replica = serve(to, `port=${own}`);
      await replica.start();
      replicas.push(replica);
      return { databaseUrl: urlOf(own), ...replica };
    },
    async baseBackup(directory) {
      if (owner) await chown(directory, owner.uid, owner.gid);
      await copyTo('-D', join(directory, 'copy'));
    },
    async remove() {
      for (const each of [...replicas, { stop }]) {
        await each.stop('immediate').catch(() => undefined);
      }
      await rm(root, { recursive: true, force: true });
    },
  };
}
