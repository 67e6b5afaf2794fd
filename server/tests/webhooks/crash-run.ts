/**
 * Kills instances at random between a payment and the acknowledgement of what is told of it, and
 * compares what a receiver has got with the payments in the database. For a test, and for `bench/webhook-crashes.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readEvent, readNotification } from '../../../docs/receivers/receive.mjs';
import { type Database, openDatabase } from '../../store/database.ts';
import { DEMO, type RunningServer, startServer } from '../support/gateway-process.ts';
import { PAYMENT_FIELDS } from '../support/payment-fields.ts';
import { type Received, startReceiver, status } from '../support/receiver.ts';
import type { TestDatabase } from '../support/test-database.ts';

export interface CrashFigures {
  readonly kills: number;
  readonly payments: number;
  /** Messages that the payments ask for, and calls that the receiver has got. */
  readonly messages: number;
  readonly calls: number;
  /** Messages that did not arrive, and messages that no payment asks for. */
  readonly lost: readonly string[];
  readonly invented: readonly string[];
  /** Events that the list does not have, and deliveries whose attempts do not add up. */
  readonly unlisted: readonly string[];
  readonly uncounted: readonly string[];
}

const AT_ONCE = 4;
/** An instance lives at most this long before it is killed, milliseconds. */
const LONGEST_LIFE_MS = 500;
const SLOWEST_ANSWER_MS = 150;
const PATIENCE_MS = 120_000;
const CARDS = ['4200000000000000', '4200000000001024'];
const HEADERS = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` };

const post = async (url: string, fields: Record<string, string>) =>
  (
    await fetch(url, { method: 'POST', headers: HEADERS, body: new URLSearchParams(fields) })
  ).json();

/** A payment, if the instance lives long enough to take it. */
const pay = ({ url }: RunningServer): Promise<unknown> =>
  post(`${url}/v1/payments`, {
    ...PAYMENT_FIELDS,
    'card.number': CARDS[Math.floor(Math.random() * CARDS.length)] ?? '',
  }).catch(() => undefined);

export async function crashRun(
  { location }: Pick<TestDatabase, 'location'>,
  { kills, instances, progress }: { kills: number; instances: number; progress?(n: number): void },
): Promise<CrashFigures> {
  const environment = {
    DATA_DIR: location.dataDir,
    WEBHOOK_ALLOW_PRIVATE: '1',
    LOG_LEVEL: 'fatal',
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
  };
  const start = () => startServer(environment);
  await using receiver = await startReceiver((response, call) => {
    const code = Math.random() < 0.1 ? 500 : 200;
    // Receivers are not all quick, nor equally: calls are under way when an instance is killed.
    setTimeout(() => status(code)(response, call), Math.random() * SLOWEST_ANSWER_MS);
  });
  // The first alone: it makes the tables.
  const running = [await start()];
  while (running.length < instances) running.push(await start());
  const secrets = { notifications: '', events: '' };
  for (const kind of ['notifications', 'events'] as const) {
    do {
      const url = `${receiver.url}/${kind}`;
      const made = await post(`${running[0]?.url}/v1/webhooks`, { kind, url });
      if (made.active) secrets[kind] = made.secret;
      else
        await fetch(`${running[0]?.url}/v1/webhooks/${made.id}`, {
          method: 'DELETE',
          headers: HEADERS,
        });
    } while (secrets[kind] === '');
  }
  const tested = receiver.received.length;

  for (let n = 0; n < kills; n += 1) {
    const victim = Math.floor(Math.random() * running.length);
    const paying = Array.from({ length: AT_ONCE }, (_, k) => {
      const instance = running[k % running.length];
      return instance && pay(instance);
    });
    // Every other time not before something was paid: a slow machine would only be killed at its start.
    if (n % 2 === 1) await Promise.race(paying);
    // At any moment: which one it is is the test.
    await sleep(Math.random() * LONGEST_LIFE_MS);
    await running[victim]?.kill();
    running[victim] = await start();
    await Promise.all(paying);
    progress?.(n + 1);
  }

  const db = await openDatabase(location);
  try {
    const giveUpAt = Date.now() + PATIENCE_MS;
    for (;;) {
      const doubtful = db.selectFrom('payments').select('id').where('state', '=', 'in_doubt');
      const waiting = db.selectFrom('deliveries').select('id').where('due_at', 'is not', null);
      const left = [...(await doubtful.execute()), ...(await waiting.execute())];
      if (left.length === 0) break;
      if (Date.now() > giveUpAt) throw new Error(`${left.length} are not done`);
      // The minutes until the next attempt need not be waited for.
      await post(`${running[0]?.url}/sandbox/clock`, { advance: '3600' });
      // A round of deliveries is not seen from outside; the loop asks what is left.
      await sleep(1_500);
    }
    const payments = await db.selectFrom('payments').select(['id', 'result_code']).execute();
    const calls = receiver.received.slice(tested);
    const figures = compare(kills, payments, calls, secrets);
    return { ...figures, ...(await whatIsKept(db, running[0])) };
  } finally {
    await db.destroy();
    await Promise.all(running.map((server) => server.stop()));
  }
}

/** What the payments ask for, as `payment what`, against the messages by their ids. */
function compare(
  kills: number,
  payments: readonly { id: string; result_code: string }[],
  calls: readonly Received[],
  secrets: { notifications: string; events: string },
): Omit<CrashFigures, 'unlisted' | 'uncounted'> {
  const expected = payments.flatMap(({ id, result_code }) => {
    const isPaid = result_code.startsWith('000.');
    const events = isPaid
      ? ['CREATED', 'AUTHORIZATION_SUCCEEDED', 'CAPTURE_SUCCEEDED']
      : ['CREATED', 'AUTHORIZATION_FAILED'];
    return [`${id} ${result_code}`, ...events.map((type) => `${id} PAYMENT_CHARGE_${type}`)];
  });
  const told = new Map<string, string>();
  for (const { path, headers, body } of calls) {
    if (path === '/notifications') {
      const { id, message } = readNotification(headers, body, secrets.notifications);
      told.set(id, `${message.payload.id} ${message.payload.result.code}`);
    } else {
      const { id, event } = readEvent(headers, body, secrets.events, timeOf(headers));
      told.set(id, `${event.paymentChargeId.replace('charge_', '')} ${event.type}`);
    }
  }
  // Each once: a message under a second id would be one too many.
  const invented = [...told.values()];
  const lost = expected.filter((message) => {
    const at = invented.indexOf(message);
    if (at >= 0) invented.splice(at, 1);
    return at < 0;
  });
  const figures = { kills, payments: payments.length, messages: expected.length };
  return { ...figures, calls: calls.length, lost, invented };
}

/** The run may last longer than a signature is believed. */
const timeOf = (headers: Received['headers']): number =>
  Number(headers['webhook-timestamp']) * 1000;

/** Of what was told: all events in their list, each once, and every attempt that was counted. */
async function whatIsKept(
  db: Database,
  instance: RunningServer | undefined,
): Promise<Pick<CrashFigures, 'unlisted' | 'uncounted'>> {
  const listed = new Set<string>();
  for (let after = '', more = true; more; ) {
    const query = new URLSearchParams({ limit: '500', sortOrder: 'DESC', ...(after && { after }) });
    const answer = await fetch(`${instance?.url}/v1/events?${query}`, { headers: HEADERS });
    const page = (await answer.json()) as { events: { id: string }[]; more: boolean };
    for (const { id } of page.events) listed.add(id);
    after = page.events.at(-1)?.id ?? '';
    more = page.more;
  }
  const events = await db
    .selectFrom('messages')
    .select('id')
    .where('kind', '=', 'events')
    .execute();
  const deliveries = await db.selectFrom('deliveries').select(['id', 'attempts']).execute();
  const attempts = await db.selectFrom('delivery_attempts').select('delivery_id').execute();
  const counted = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
  return {
    unlisted: events.map(({ id }) => id).filter((id) => !listed.has(id)),
    uncounted: deliveries
      .filter((each) => Number(each.attempts) !== (counted.get(each.id)?.length ?? 0))
      .map(({ id }) => id),
  };
}
