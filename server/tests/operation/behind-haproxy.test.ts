/** What `ops/compose` describes, without containers: two instances behind HAProxy, restarted one after the other. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { need } from '../../../.ci/debian-packages.ts';
import { freePort } from '../../free-port.ts';
import { hasProgram } from '../guides/guide-code.ts';
import { issueCertificate, newAuthority } from '../support/certificates.ts';
import { DEMO, type RunningServer, startServer } from '../support/gateway-process.ts';
import { type HaProxy, startHaProxy } from '../support/haproxy.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { CARD_FIELDS } from '../support/test-gateway.ts';

const CLIENTS = 8;
const PATIENCE = { timeout: 30_000 };
/** More than HAProxy needs to notice, as ops/ops.test.ts holds compose.yaml to. */
const DRAIN_DELAY_MS = '3000';
const PAYMENT = new URLSearchParams({
  ...{ amount: '10.00', currency: 'EUR', paymentType: 'DB' },
  ...(CARD_FIELDS as Record<string, string>),
}).toString();

const { location, drop } = await createTestDatabase();
const running = new Map<number, RunningServer>();
afterAll(async () => {
  await Promise.all([...running.values()].map((server) => server.kill()));
  await drop();
});

const start = async (port: number, drainDelayMs = DRAIN_DELAY_MS) => {
  const server = await startServer({
    DATA_DIR: location.dataDir,
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
    PORT: String(port),
    PUBLIC_URL: 'https://pay.example',
    TRUST_PROXY: 'loopback',
    DRAIN_DELAY_MS: drainDelayMs,
  });
  running.set(port, server);
};

/** On a connection to the proxy that is kept. */
const pay = (url: string, agent: Agent): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const sent = request(`${url}/v1/payments`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('error', reject);
      answer.on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', reject).end(PAYMENT);
  });

async function certificateFile(): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = await issueCertificate(await newAuthority(), 'localhost', publicKey);
  const file = join(location.dataDir, 'certificate.pem');
  await writeFile(file, `${certificate}\n${privateKey.export({ type: 'pkcs8', format: 'pem' })}`);
  return file;
}

/** It says so in its log and, begun otherwise, on standard error. */
const timesSaid = (proxy: HaProxy, name: string, state: string) =>
  proxy.log().match(new RegExp(`^Server instances/${name} is ${state}`, 'gm'))?.length ?? 0;

it('each instance is restarted, and no request of a shopper is refused', async () => {
  need('these tests', () => hasProgram('haproxy'), ['haproxy']);
  const ports = [await freePort(), await freePort()] as const;
  for (const port of ports) await start(port);
  const [one, two] = ports.map((port) => `127.0.0.1:${port}`) as [string, string];
  await using proxy = await startHaProxy([one, two], await certificateFile());
  const answers: unknown[] = [];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    while (!isOver) {
      answers.push(await pay(proxy.url, agent).catch((error: Error) => error.message));
      await sleep(20);
    }
    agent.destroy();
  });
  const said = (name: string, state: string) => timesSaid(proxy, name, state);
  for (const [n, port] of ports.entries()) {
    const name = ['one', 'two'][n] ?? '';
    const before = answers.length;
    await expect.poll(() => answers.length, PATIENCE).toBeGreaterThan(before + CLIENTS);
    const wasUp = said(name, 'UP');
    expect(await running.get(port)?.stop()).toBe(0);
    await expect.poll(() => said(name, 'DOWN'), PATIENCE).toBeGreaterThan(0);
    await start(port);
    await expect.poll(() => said(name, 'UP'), PATIENCE).toBeGreaterThan(wasUp);
  }
  isOver = true;
  await Promise.all(clients);
  expect(answers.filter((answer) => answer !== 200)).toEqual([]);
  expect(answers.length).toBeGreaterThan(2 * CLIENTS);
});

it('where none says that it is ready they are asked all the same', async () => {
  need('these tests', () => hasProgram('haproxy'), ['haproxy']);
  const ports = [await freePort(), await freePort()] as const;
  // As long as it takes until HAProxy has noticed and the payments are made.
  for (const port of ports) await start(port, '60000');
  const [one, two] = ports.map((port) => `127.0.0.1:${port}`) as [string, string];
  await using proxy = await startHaProxy([one, two], await certificateFile());
  const agent = new Agent({ rejectUnauthorized: false });
  expect(await pay(proxy.url, agent)).toBe(200);
  for (const { pid } of running.values()) process.kill(pid, 'SIGTERM');
  for (const name of ['one', 'two'])
    await expect.poll(() => timesSaid(proxy, name, 'DOWN'), PATIENCE).toBe(1);
  expect(await Promise.all(Array.from({ length: CLIENTS }, () => pay(proxy.url, agent)))).toEqual(
    Array(CLIENTS).fill(200),
  );
});
