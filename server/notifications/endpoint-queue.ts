/** Empties one lane. Its width follows its receiver, so that one that fails costs nobody else much. */
import type { Outgoing } from '../outgoing/guarded-client.ts';
import type { Database } from '../store/database.ts';
import { LEASE_MS, whileRenewing } from '../store/lease.ts';
import { attempt, type Outcome } from './attempt.ts';
import { claim, dueLane, renewClaims } from './claim.ts';
import type { Attempted, Claimed, Lane } from './lane.ts';
import { type RequestsOf, requestsFor } from './request.ts';
import { type Envelopes, secretsOf } from './secrets.ts';

/** Calls to one receiver at the same time, at first and at most. */
const FIRST_WIDTH = 4;
const GREATEST_WIDTH = 48;
/** What is taken at once, beside what is being sent: a transaction for many messages. */
const BATCHES = 4;
/** A call is begun only while its lease lasts for this long: until the next renewals. */
const LEFT_MS = 3_000;

export interface LaneTools {
  readonly db: Database;
  readonly envelopes: Envelopes;
  readonly outgoing: Outgoing;
  /** Resolves when the outcome is written. */
  note(attempted: Attempted): Promise<void>;
  /** Aborted when no more is to be taken. */
  readonly stopping: AbortSignal;
  /** Aborted when what is under way is to be broken off. */
  readonly breaking: AbortSignal;
}

/** What was taken, with the lane and its secrets as they were then. */
interface Taken {
  readonly delivery: Claimed;
  readonly lane: Lane;
  readonly requestsOf: RequestsOf;
  /** Before its lease was written or renewed, by `performance.now()`; the lease lasts longer. */
  leasedAt: number;
}

/** Sends what is due in the lane, until nothing is, or the instance stops. */
export function runLane(tools: LaneTools, laneId: string): Promise<void> {
  const held = new Set<Taken>();
  const renew = async (): Promise<void> => {
    const leasedAt = performance.now();
    // What has run out may be somebody else's.
    const renewed = [...held].filter((one) => leasedAt < one.leasedAt + LEASE_MS);
    await renewClaims(
      tools.db,
      renewed.map(({ delivery }) => delivery),
    );
    for (const one of renewed) one.leasedAt = leasedAt;
  };
  return whileRenewing(renew, () => emptyLane(tools, laneId, held));
}

/** @param held what was taken and is not written yet: the leases to renew */
async function emptyLane(tools: LaneTools, laneId: string, held: Set<Taken>): Promise<void> {
  const { db, stopping } = tools;
  const under = { claims: 0, calls: 0, notes: 0 };
  const taken: Taken[] = [];
  let width = FIRST_WIDTH;
  let isEmpty = false;
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
    const lane = await dueLane(db, laneId);
    const leasedAt = performance.now();
    const claimed = lane ? await claim(db, lane, BATCHES * width) : [];
    isEmpty = claimed.length === 0;
    if (!lane) return;
    const requestsOf = requestsFor(lane.webhook, secretsOf(tools.envelopes, lane.webhook));
    for (const delivery of claimed) {
      const one = { delivery, lane, requestsOf, leasedAt };
      taken.push(one);
      held.add(one);
    }
  };
  const note = (one: Taken, outcome: Outcome | undefined): Promise<void> =>
    tools.note({ ...one, outcome }).finally(() => held.delete(one));
  const send = async (one: Taken): Promise<void> => {
    const outcome = isStale(one) ? undefined : await tell(tools, one);
    if (outcome) {
      const isGood = outcome.isAcknowledged;
      width = isGood ? Math.min(GREATEST_WIDTH, width + 1) : Math.max(1, Math.floor(width / 2));
    }
    // The next call need not wait until this is written.
    watch('notes', note(one, outcome));
  };
  const isGoingOn = () => !stopping.aborted && failure === undefined;

  for (;;) {
    news = Promise.withResolvers();
    if (isGoingOn()) {
      const room = Math.max(0, width - under.calls);
      for (const one of taken.splice(0, room)) watch('calls', send(one));
      const isShort = taken.length < width && !isEmpty && under.claims === 0;
      if (isShort) watch('claims', take());
    } else {
      // Whoever comes next need not wait until the lease is over.
      for (const one of taken.splice(0)) {
        watch('notes', note(one, undefined));
      }
    }
    if (under.claims + under.calls + under.notes === 0) break;
    await news.promise;
  }
  if (failure !== undefined) throw failure;
}

/** Taken or renewed too long ago: somebody else could have it before the receiver has answered. */
const isStale = ({ leasedAt }: Taken): boolean => performance.now() > leasedAt + LEASE_MS - LEFT_MS;

/** @returns undefined where it was broken off */
async function tell(
  { outgoing, breaking }: LaneTools,
  { lane: { webhook }, delivery, requestsOf }: Taken,
): Promise<Outcome | undefined> {
  const url = delivery.url ?? webhook.url ?? '';
  const requests = requestsOf(delivery.id, delivery.body);
  try {
    return await attempt(outgoing, url, requests, breaking);
  } catch (error) {
    if (breaking.aborted) return undefined;
    throw error;
  }
}
