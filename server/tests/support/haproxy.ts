/** HAProxy with the configuration that operators get, before two instances of a test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import { ROOT } from '../guides/guide-code.ts';

const CONFIGURATION = join(ROOT, 'ops/haproxy/haproxy.cfg');

export interface HaProxy extends AsyncDisposable {
  readonly url: string;
  /** What it says of its instances. */
  log(): string;
}

/**
 * @param instances where they listen: `127.0.0.1:8080`
 * @param certificate path of a certificate and its key in one file, PEM
 */
export async function startHaProxy(
  [INSTANCE_1, INSTANCE_2]: readonly [string, string],
  certificate: string,
): Promise<HaProxy> {
  const own = await freePort();
  const env = {
    ...process.env,
    ...{ LISTEN: `127.0.0.1:${own}`, CERTIFICATE: certificate, INSTANCE_1, INSTANCE_2 },
  };
  const proxy = spawn('haproxy', ['-db', '-f', CONFIGURATION], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(proxy, 'exit');
  let log = '';
  proxy.stderr.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  while (!(await listens(own))) {
    if (proxy.exitCode !== null) throw new Error(`HAProxy has ended: ${log}`);
    await sleep(20);
  }
  return {
    url: `https://127.0.0.1:${own}`,
    log: () => log,
    async [Symbol.asyncDispose]() {
      proxy.kill('SIGKILL');
      await ended;
    },
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .on('error', () => resolve(false))
      .on('connect', () => {
        socket.destroy();
        resolve(true);
      });
  });
