/** Empties one lane. Its width follows its receiver, so that one that fails costs nobody else much. */
import type { Outgoing } from '../outgoing/guarded-client.ts';
import { realNow } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import { attempt, type Outcome } from './attempt.ts';
import { type Claimed, claim, dueLane, type Lane, LEASE_MS } from './claim.ts';
import type { Attempted } from './outcomes.ts';
import { type RequestsOf, requestsFor } from './request.ts';
import { type Envelopes, secretsOf } from './secrets.ts';

/** Calls to one receiver at the same time, at first and at most. */
const FIRST_WIDTH = 4;
const GREATEST_WIDTH = 48;
/** What is taken at once, beside what is being sent: a transaction for many messages. */
const BATCHES = 4;
/** What was taken has to be begun within this time: its lease has to last for the calls. */
const BEGIN_WITHIN_MS = 5_000;

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
}

/** Sends what is due in the lane, until nothing is, or the instance stops. */
export async function runLane(tools: LaneTools, laneId: string): Promise<void> {
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
    const claimed = lane ? await claim(db, lane, BATCHES * width) : [];
    isEmpty = claimed.length === 0;
    if (!lane) return;
    const requestsOf = requestsFor(lane.webhook, secretsOf(tools.envelopes, lane.webhook));
    taken.push(...claimed.map((delivery) => ({ delivery, lane, requestsOf })));
  };
  const send = async (one: Taken): Promise<void> => {
    const outcome = isStale(one.delivery) ? undefined : await tell(tools, one);
    if (outcome) {
      const isGood = outcome.isAcknowledged;
      width = isGood ? Math.min(GREATEST_WIDTH, width + 1) : Math.max(1, Math.floor(width / 2));
    }
    // The next call need not wait until this is written.
    watch('notes', tools.note({ ...one, outcome }));
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
        watch('notes', tools.note({ ...one, outcome: undefined }));
      }
    }
    if (under.claims + under.calls + under.notes === 0) break;
    await news.promise;
  }
  if (failure !== undefined) throw failure;
}

/** Taken too long ago: somebody else could have it before the receiver has answered. */
const isStale = ({ lease_until }: Claimed): boolean =>
  realNow() > (lease_until ?? 0) - LEASE_MS + BEGIN_WITHIN_MS;

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
