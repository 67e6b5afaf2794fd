/** A PgBouncer of one test's own, in transaction mode, before the server of the tests. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../free-port.ts';

/** @throws where it is not installed, with the command that does it */
function program(): string {
  try {
    return execFileSync('sh', ['-c', 'PATH=$PATH:/usr/sbin command -v pgbouncer'], {
      encoding: 'utf8',
    }).trim();
  } catch {
    throw new Error('PgBouncer is not installed: apt-get install pgbouncer');
  }
}

export interface PgBouncer extends AsyncDisposable {
  /** The address of a database, through it. */
  readonly through: (databaseUrl: string) => string;
}

/** @param connections of PostgreSQL's that all its clients share */
export async function startPgBouncer(databaseUrl: string, connections: number): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(databaseUrl);
  const directory = await mkdtemp(join(tmpdir(), 'gateway-pgbouncer-'));
  const own = await freePort();
  const settings = `[databases]
* = host=${hostname} port=${port || 5432} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`;
  const file = join(directory, 'pgbouncer.ini');
  await writeFile(file, settings);
  // It does not run as root, and the account that it takes instead has to read the file.
  await chmod(directory, 0o755);
  const args = process.getuid?.() === 0 ? ['-u', 'nobody', file] : [file];
  const bouncer = spawn(program(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(bouncer, 'exit');
  let log = '';
  await new Promise<void>((resolve, reject) => {
    bouncer.once('exit', () => reject(new Error(`PgBouncer has ended: ${log}`)));
    bouncer.stderr.on('data', (chunk: Buffer) => {
      log += chunk;
      if (log.includes('process up')) resolve();
    });
  });
  return {
    through(url) {
      const address = new URL(url);
      address.hostname = '127.0.0.1';
      address.port = String(own);
      return address.href;
    },
    async [Symbol.asyncDispose]() {
      bouncer.kill('SIGKILL');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
