/**
 * Three instances under everything that goes wrong, one fault after the other, drawn from a seed. After
 * each fault the clients have to be answered and the messages to arrive; in the end the client's own
 * ledger, ours, and the processor's are compared. For a test, and for `bench/torture.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readNotification } from '../../../../docs/receivers/receive.mjs';
import { closeDatabase, openDatabase } from '../../../store/database.ts';
import type { PaymentRow } from '../../../store/tables.ts';
import { randomFrom } from '../../connectors/random-sequences.ts';
import { differences } from '../../support/compare-ledgers.ts';
import { DEMO } from '../../support/gateway-process.ts';
import { startReceiver } from '../../support/receiver.ts';
import type { TestDatabase } from '../../support/test-database.ts';
import type { TestGateway } from '../../support/test-gateway.ts';
import { startCluster } from './cluster.ts';
import { FAULTS, type Fault } from './faults.ts';
import { type Entry, isSuccess, startShoppers } from './shoppers.ts';

type BookedPayment = Pick<
  PaymentRow,
  'id' | 'merchant_transaction_id' | 'state' | 'amount' | 'refunded'
>;

export interface Waits {
  readonly times: number;
  /** Milliseconds from the end of the fault, the longest. */
  readonly answerMs: number;
  readonly messageMs: number;
}

export interface Torture {
  readonly seed: number;
  readonly seconds: number;
  /** Only faults with this in their names; all where undefined. */
  readonly only?: string | undefined;
  progress?(done: string): void;
}

export interface TortureFigures {
  readonly operations: number;
  readonly succeeded: number;
  /** Each was followed by a restart. */
  readonly kills: number;
  readonly messages: number;
  readonly calls: number;
  /** By fault. */
  readonly waits: Readonly<Record<string, Waits>>;
  /** Until all three ledgers agreed, after the last payment. */
  readonly agreedMs: number;
  /** What is lost, doubled or too much, in words; empty when the ledger is right. */
  readonly wrong: readonly string[];
}

const LOOK_AGAIN_MS = 20;
/** Longer than anything may take: then the run has failed. */
const GIVE_UP_MS = 120_000;

export async function torture(
  database: Pick<TestDatabase, 'location'>,
  options: Torture,
): Promise<TortureFigures> {
  const faults: Readonly<Record<string, Fault>> =
    FAULTS[database.location.databaseUrl ? 'postgresql' : 'sqlite'];
  const { only = '' } = options;
  const names = Object.keys(faults).filter((name) => name.includes(only));
  if (names.length === 0) throw new Error(`no fault has ${only} in its name`);
  const random = randomFrom(options.seed);
  await using cluster = await startCluster(database);
  await using receiver = await startReceiver();
  const secret = await subscribe(cluster.instances[0]?.url ?? '', receiver.url);
  const arrivedAt = new Map<string, number>();
  let read = 0;
  const readMessages = () => {
    for (; read < receiver.received.length; read += 1) {
      const call = receiver.received[read];
      if (!call) break;
      const { message } = readNotification(call.headers, call.body, secret);
      if (message.type === 'PAYMENT' && !arrivedAt.has(message.payload.id)) {
        arrivedAt.set(message.payload.id, call.at);
      }
    }
  };
  const shoppers = startShoppers(cluster, random);
  const waits: Record<string, Waits> = {};

  const until = performance.now() + options.seconds * 1_000;
  let bag: string[] = [];
  while (performance.now() < until) {
    // Each in its turn, in another order each time.
    if (bag.length === 0) bag = names.toSorted(() => random() - 0.5);
    const name = bag.pop() ?? '';
    await sleep(random() * 500);
    await faults[name]?.(cluster, random);
    const overAt = Date.now();
    await shoppers.answered();
    const answerMs = Date.now() - overAt;
    const told = shoppers.ledger.filter(({ id }) => id !== undefined);
    const isMissing = ({ id }: Entry) => !arrivedAt.has(id ?? '');
    let missing = told;
    for (; ; await sleep(LOOK_AGAIN_MS)) {
      readMessages();
      missing = missing.filter(isMissing);
      if (missing.length === 0 || Date.now() > overAt + GIVE_UP_MS) break;
    }
    // Of what was answered before the fault was over, and of what was answered after it.
    const late = told.map(
      ({ id, answeredAt }) =>
        (arrivedAt.get(id ?? '') ?? Date.now()) - Math.max(overAt, answeredAt),
    );
    const before = waits[name] ?? { times: 0, answerMs: 0, messageMs: 0 };
    waits[name] = {
      times: before.times + 1,
      answerMs: Math.max(before.answerMs, answerMs),
      messageMs: Math.max(before.messageMs, ...late),
    };
    await cluster.started();
    options.progress?.(`${name}: ${answerMs} ms, ${Math.max(0, ...late)} ms`);
  }
  await shoppers.stop();

  const db = await openDatabase(database.location);
  try {
    const ours = { gateway: { db } } as TestGateway;
    const stoppedAt = Date.now();
    let wrong: string[];
    for (; ; await sleep(LOOK_AGAIN_MS * 10)) {
      readMessages();
      const rows = await db.selectFrom('payments').selectAll().execute();
      wrong = [
        ...(await differences(ours, cluster.processor)),
        ...compare(shoppers.ledger, rows),
        ...rows
          .filter(({ id, state }) => state !== 'failed' && !arrivedAt.has(id))
          .map(({ id }) => `${id}: nothing was told of it`),
      ];
      if (wrong.length === 0 || Date.now() > stoppedAt + GIVE_UP_MS) break;
    }
    const { ledger } = shoppers;
    return {
      operations: ledger.length,
      succeeded: ledger.filter(isSuccess).length,
      messages: arrivedAt.size,
      calls: receiver.received.length,
      kills: cluster.restarts,
      ...{ waits, agreedMs: Date.now() - stoppedAt, wrong },
    };
  } finally {
    await closeDatabase(db);
  }
}

async function subscribe(gateway: string, url: string): Promise<string> {
  const answer = await fetch(`${gateway}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams({ kind: 'notifications', url }),
  });
  return (await answer.json()).secret;
}

/** What the clients were answered, against what is in the ledger. */
export function compare(ledger: readonly Entry[], rows: readonly BookedPayment[]): string[] {
  const wrong: string[] = [];
  const byName = Map.groupBy(rows, (row) => row.merchant_transaction_id ?? '');
  for (const entry of ledger) {
    const { name, type, amount, id, code } = entry;
    const made = byName.get(name) ?? [];
    const paid = made.filter(({ state }) => state === 'succeeded');
    const what = `${type} ${amount} (${code}, ${id})`;
    if (made.length > 1) wrong.push(`${what}: made ${made.length} times`);
    const isPaid = paid.length === 1 && paid[0]?.amount === amount && paid[0].id === id;
    if (isSuccess(entry) && !isPaid) wrong.push(`${what}: lost`);
    if (!isSuccess(entry) && paid.length > 0) wrong.push(`${what}: refused, and made`);
    byName.delete(name);
  }
  for (const [name, made] of byName)
    wrong.push(`${made.length} payments of ${name}, never asked for`);

  const refunds = Map.groupBy(
    ledger.filter((entry) => entry.type === 'RF' && isSuccess(entry)),
    ({ original }) => original,
  );
  for (const row of rows) {
    const refunded = (refunds.get(row.id) ?? []).reduce((total, { amount }) => total + amount, 0);
    if (refunded > row.amount) wrong.push(`${row.id}: ${refunded} refunded of ${row.amount}`);
    if (row.refunded !== refunded) {
      wrong.push(`${row.id}: ${row.refunded} refunded in the ledger, ${refunded} by the client`);
    }
  }
  return wrong;
}
