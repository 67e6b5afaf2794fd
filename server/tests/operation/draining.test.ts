/** An instance is told to stop while clients with kept connections are paying. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { DEMO, type RunningServer, startServer } from '../support/gateway-process.ts';
import { PAYMENT_FIELDS } from '../support/payment-fields.ts';
import { createTestDatabase } from '../support/test-database.ts';

const CLIENTS = 32;
const PAYMENT = new URLSearchParams({
  ...PAYMENT_FIELDS,
  paymentType: 'PA',
}).toString();
const HEADERS = {
  authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}`,
  'content-type': 'application/x-www-form-urlencoded',
};

const { location, drop } = await createTestDatabase();
const running: RunningServer[] = [];
afterAll(async () => {
  await Promise.all(running.map((server) => server.kill()));
  await drop();
});
const start = async (variables: Record<string, string> = {}) => {
  const server = await startServer({
    DATA_DIR: location.dataDir,
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
    ...variables,
  });
  running.push(server);
  return server;
};

interface Answered {
  readonly status: number | undefined;
  readonly isLast: boolean;
}

/** A payment on a connection that is kept. */
const pay = ({ url }: RunningServer, agent: Agent): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, headers: HEADERS };
    const sent = request(`${url}/v1/payments`, options, (answer: IncomingMessage) => {
      answer.resume();
      answer.on('error', reject);
      const isLast = answer.headers.connection === 'close';
      answer.on('end', () => resolve({ status: answer.statusCode, isLast }));
    });
    sent.on('error', reject);
    sent.end(PAYMENT);
  });

it('each request on 32 kept connections is answered, and the last of each says so', async () => {
  const [old, next] = [await start(), await start()];
  const answers: Answered[] = [];
  let moved = 0;
  const clients = Array.from({ length: CLIENTS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let at = old;
    // To its end: two payments at the instance that it was sent to.
    for (let left = 2; left > 0; ) {
      const answer = await pay(at, agent);
      answers.push(answer);
      if (at === next) left -= 1;
      else if (answer.isLast) {
        moved += 1;
        at = next;
      }
    }
    agent.destroy();
  });
  const all = Promise.all(clients);
  while (answers.length < 2 * CLIENTS) await Promise.race([all, sleep(5)]);
  const stopped = old.stop();
  await all;
  expect(moved).toBe(CLIENTS);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await stopped).toBe(0);
});

it('is not ready at once, and takes requests for as long as its load balancer needs', async () => {
  const server = await start({ DRAIN_DELAY_MS: '8000' });
  const stopped = server.stop();
  const ready = async () => {
    const answer = await fetch(`${server.url}/ready`);
    return [answer.status, (await answer.json()).checks.process];
  };
  await expect.poll(ready).toEqual([503, 'draining']);
  const agent = new Agent();
  expect(await pay(server, agent)).toEqual({ status: 200, isLast: true });
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect(await stopped).toBe(0);
});
