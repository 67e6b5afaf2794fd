/** Empties one queue. Its concurrency follows its receiver, so that one that fails costs the others little. */
import type { Outgoing } from '../outgoing/guarded-client.ts';
import type { Database } from '../store/database.ts';
import { LEASE_MS, whileRenewing } from '../store/lease.ts';
import { SpanKind, traced, withinTrace } from '../tracing.ts';
import { attempt, type Outcome } from './attempt.ts';
import { claim, dueQueue, renewClaims } from './claim.ts';
import type { Attempted, Claimed, EndpointQueue } from './endpoint-queue.ts';
import { GONE } from './health.ts';
import { messageHeaders } from './message-headers.ts';
import type { Collector } from './outcome-queue.ts';
import { type RequestsOf, requestsFor } from './request.ts';
import { type Envelopes, secretsOf } from './secrets.ts';

/** Calls to one receiver at the same time, at first and at most. */
const FIRST_CONCURRENCY = 4;
const GREATEST_CONCURRENCY = 48;
/** What is taken at once, beside what is being sent: a transaction for many messages. */
const BATCHES = 4;
/** A call is begun only while its lease lasts for this long: until the next renewals. */
const LEFT_MS = 3_000;
/** A lease is not renewed before: half of what is between two renewals. */
const FRESH_MS = 500;

export interface QueueTools {
  readonly db: Database;
  readonly envelopes: Envelopes;
  readonly outgoing: Outgoing;
  readonly outcomes: Collector<Attempted>;
  /** Aborted when no more is to be taken. */
  readonly stopping: AbortSignal;
  /** Aborted when what is under way is to be broken off. */
  readonly breaking: AbortSignal;
}

/** What was taken, with the queue and its secrets as they were then. */
interface Taken {
  readonly delivery: Claimed;
  readonly queue: EndpointQueue;
  readonly requestsOf: RequestsOf;
  /** Before its lease was written or renewed, by `performance.now()`; the lease lasts longer. */
  leasedAt: number;
}

/** Sends what is due in the queue, until nothing is, or the instance stops. */
export function runQueue(tools: QueueTools, queueId: string): Promise<void> {
  const held = new Set<Taken>();
  const renew = async (): Promise<void> => {
    const leasedAt = performance.now();
    const due = [...held].filter(
      (one) =>
        // Most are sent before: a renewal is as much work for the database as a claim.
        leasedAt > one.leasedAt + FRESH_MS &&
        // A lease that has run out may be another instance's by now.
        leasedAt < one.leasedAt + LEASE_MS,
    );
    const renewed = await renewClaims(
      tools.db,
      due.map(({ delivery }) => delivery),
    );
    for (const one of due) if (renewed.has(one.delivery.id)) one.leasedAt = leasedAt;
  };
  return whileRenewing(renew, () => emptyQueue(tools, queueId, held));
}

/** @param held what was taken and is not written yet: the leases to renew */
async function emptyQueue(tools: QueueTools, queueId: string, held: Set<Taken>): Promise<void> {
  const { db, stopping } = tools;
  const under = { claims: 0, calls: 0, notes: 0 };
  const taken: Taken[] = [];
  let concurrency = FIRST_CONCURRENCY;
  let isEmpty = false;
  /** Calls after which the receiver wants no more for now, until that is written. */
  let resting = 0;
  let failure: unknown;
  let news = Promise.withResolvers<void>();

  /** Counts the work while it lasts; the first that fails ends the run. */
  const watch = async (kind: keyof typeof under, work: Promise<void>): Promise<void> => {
    under[kind] += 1;
    await work.catch((error: unknown) => {
      failure ??= error;
    });
    under[kind] -= 1;
    // What was written may let another one through.
    if (kind === 'notes') isEmpty = false;
    news.resolve();
  };
  const take = async (): Promise<void> => {
    // Meanwhile its secret, its clock or its waiting time may have changed.
    const queue = await dueQueue(db, queueId);
    const leasedAt = performance.now();
    const claimed = queue ? await claim(db, queue, BATCHES * concurrency) : [];
    isEmpty = claimed.length === 0;
    if (!queue) return;
    const requestsOf = requestsFor(
      queue.webhook,
      await secretsOf(db, tools.envelopes, queue.webhook),
      queue.now,
    );
    for (const delivery of claimed) {
      const one = { delivery, queue, requestsOf, leasedAt };
      taken.push(one);
      held.add(one);
    }
  };
  const note = (one: Taken, outcome: Outcome | undefined): Promise<void> =>
    tools.outcomes.add({ ...one, outcome }).finally(() => held.delete(one));
  const send = async (one: Taken): Promise<void> => {
    const outcome = isStale(one) ? undefined : await deliver(tools, one);
    if (outcome) {
      const isGood = outcome.isAcknowledged;
      concurrency = isGood
        ? Math.min(GREATEST_CONCURRENCY, concurrency + 1)
        : Math.max(1, Math.floor(concurrency / 2));
    }
    const isToRest = outcome !== undefined && wantsRest(outcome);
    if (isToRest) resting += 1;
    // The next call need not wait until this is written.
    watch(
      'notes',
      note(one, outcome).finally(() => {
        if (isToRest) resting -= 1;
      }),
    );
  };
  // Once it is written that the receiver wants to be left alone, nothing is due.
  const isGoingOn = () => !stopping.aborted && failure === undefined && resting === 0;

  for (;;) {
    news = Promise.withResolvers();
    if (isGoingOn()) {
      const room = Math.max(0, concurrency - under.calls);
      for (const one of taken.splice(0, room)) watch('calls', send(one));
      // Half of it lasts until more is taken: otherwise nothing is sent meanwhile.
      const isShort = taken.length < (BATCHES / 2) * concurrency && !isEmpty && under.claims === 0;
      if (isShort) watch('claims', take());
    } else {
      // The instance that sends it next need not wait until the lease is over.
      for (const one of taken.splice(0)) {
        watch('notes', note(one, undefined));
      }
    }
    if (under.claims + under.calls + under.notes === 0) break;
    if (under.claims + under.calls === 0) tools.outcomes.hurry();
    await news.promise;
  }
  if (failure !== undefined) throw failure;
}

const wantsRest = ({ status, retryAfter }: Outcome): boolean =>
  retryAfter !== undefined || status === GONE;

/** Taken or renewed too long ago: another instance could take it before the receiver has answered. */
const isStale = ({ leasedAt }: Taken): boolean => performance.now() > leasedAt + LEASE_MS - LEFT_MS;

/** @returns undefined where it was broken off */
async function deliver(
  { outgoing, breaking }: QueueTools,
  { queue, delivery, requestsOf }: Taken,
): Promise<Outcome | undefined> {
  const { webhook } = queue;
  const receiver = { url: delivery.url ?? webhook.url ?? '', namedBy: webhook.entity_id };
  const requests = requestsOf(delivery.id, delivery.body, messageHeaders(delivery, queue));
  try {
    return await withinTrace(delivery.traceparent, () =>
      traced(
        `deliver ${delivery.type}`,
        { kind: SpanKind.PRODUCER, attributes: { 'webhook.id': webhook.id } },
        () => attempt(outgoing, receiver, requests, queue.now, breaking),
      ),
    );
  } catch (error) {
    if (breaking.aborted) return undefined;
    throw error;
  }
}
