/**
 * Messages per second to one receiver, against a bare loop of the same HTTP calls:
 * `node bench/notifications.ts [rounds] [messages of a round]`. PostgreSQL with TEST_DATABASE_URL.
 */

import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { RESULT } from '../contract/result-by-name.ts';
import { createEntity } from '../server/gateway/entities/entities.ts';
import { startDeliveries } from '../server/notifications/delivery-worker.ts';
import { recordDomainEvent } from '../server/notifications/record-event.ts';
import { requestsFor } from '../server/notifications/request.ts';
import { createSubscription, noteAcknowledged } from '../server/notifications/subscriptions.ts';
import { createOutgoing } from '../server/outgoing/guarded-client.ts';
import { type Database, openDatabase } from '../server/store/database.ts';
import { inTransaction } from '../server/store/dialect.ts';
import { migrate } from '../server/store/migrate.ts';
import type { Payment } from '../server/store/records/payment.ts';
import { createTestDatabase, isTestedOnPostgres } from '../server/tests/support/test-database.ts';
import { openVault } from '../server/vault/vault.ts';
import { rateOf } from './load-client.ts';
import { type Comparison, countArgument, printComparisons, takeTurns } from './measure.ts';
import { startReceiver } from './measured-server.ts';

const ROUNDS = countArgument(0, 7);
const MESSAGES = countArgument(1, 3_000);
/** As many as the deliveries make at once, at most. */
const AT_ONCE = 48;
/** As large as the answer about a payment with a customer, an address and a few parameters. */
const PAYLOAD = {
  paymentType: 'DB',
  amount: '92.00',
  currency: 'EUR',
  result: { code: RESULT.approvedInternal, description: 'x'.repeat(70) },
  rest: 'x'.repeat(1_400),
};

/** Writes the messages of a round as payments do; nothing is delivered yet. */
async function prepare(db: Database, channelId: string): Promise<void> {
  for (let n = 0; n < MESSAGES; n += 100) {
    await inTransaction(db, async (trx) => {
      for (let k = n; k < Math.min(n + 100, MESSAGES); k += 1) {
        const payment = {
          id: `${k}`.padStart(32, '0'),
          amount: 9200,
          currency: 'EUR',
          referencedId: null,
          type: 'CD',
          createdAt: Date.now(),
        } as Payment;
        await recordDomainEvent(trx, {
          channelId,
          notificationUrl: null,
          describe: async () => [
            {
              subject: 'payment',
              action: 'CREATED',
              stage: 'succeeded',
              channelId,
              merchantId: '',
              at: Date.now(),
              answer: { id: payment.id, ...PAYLOAD },
              redirect: undefined,
              payment,
              before: undefined,
              charge: payment,
              refunds: 'none',
              discardReference: null,
            },
          ],
        });
      }
    });
  }
}

async function measure(
  name: string,
  { location, drop }: Awaited<ReturnType<typeof createTestDatabase>>,
): Promise<Comparison[]> {
  const db = await openDatabase(location);
  await migrate(db);
  const vault = await openVault({ db, dataDir: location.dataDir });
  const merchant = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
  const parentId = merchant.id;
  const { id: channelId } = await createEntity(db, { kind: 'channel', name: 'Shop', parentId });
  const receiver = await startReceiver();
  const { webhook, secret } = await createSubscription(db, vault, {
    entityId: channelId,
    url: receiver.url,
    kind: 'notifications',
    types: [],
    wrapper: 'NONE',
    fields: 'ALL',
  });
  await noteAcknowledged(db, webhook);

  const isDone = async () => {
    const left = await db
      .selectFrom('deliveries')
      .select('id')
      .where('due_at', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    return left === undefined;
  };
  const ours = async () => {
    await prepare(db, channelId);
    const outgoing = createOutgoing({ allowPrivate: true });
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
    const worker = startDeliveries({ db, vault, outgoing }, (error) => {
      throw error;
    });
    while (!(await isDone())) await sleep(20);
    const seconds = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    await worker.stop();
    return { rate: MESSAGES / seconds, cpuMicros: (user + system) / MESSAGES };
  };

  const [call] = requestsFor(webhook, [secret], Date.now)('x'.repeat(32), JSON.stringify(PAYLOAD));
  const agent = new Agent({ keepAlive: true });
  const bare = async () => {
    const { rate, clientShare } = await rateOf(MESSAGES, AT_ONCE, async () => {
      const { method, headers, body } = call ?? { method: 'POST' };
      const request = httpRequest(receiver.url, { method, headers: { ...headers }, agent });
      request.end(body);
      const [response] = await once(request, 'response');
      response.resume();
      await once(response, 'end');
    });
    return { rate, cpuMicros: (clientShare / rate) * 1e6 };
  };

  // Cold code says nothing about the rate.
  await ours();
  await bare();
  const figures = await takeTurns(ROUNDS, { ours, bare });
  agent.destroy();
  await receiver.stop();
  await db.destroy();
  await drop();
  const compare = (figure: 'rate' | 'cpuMicros') => ({
    ours: figures.ours.map((side) => side[figure]),
    yardstick: figures.bare.map((side) => side[figure]),
  });
  return [
    { what: name, unit: '/s', ...compare('rate'), target: { atLeast: 0.5 } },
    { what: `${name}, processor time of this process`, unit: 'µs', ...compare('cpuMicros') },
  ];
}

const name = isTestedOnPostgres ? 'PostgreSQL' : 'SQLite';
const comparisons = await measure(name, await createTestDatabase());
printComparisons(`Encrypted notifications (${ROUNDS} rounds of ${MESSAGES})`, comparisons);
