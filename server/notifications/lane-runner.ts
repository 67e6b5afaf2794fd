/** Empties one lane. Its width follows its receiver, so that one that fails costs nobody else much. */
import type { Outgoing } from '../outgoing/guarded-client.ts';
import { realNow } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import { attempt, type Outcome } from './attempt.ts';
import { type Claimed, claim, type Lane, LEASE_MS } from './claim.ts';
import type { Attempted } from './outcomes.ts';
import { requestsOf } from './request.ts';
import { type Envelopes, secretsOf } from './secrets.ts';

/** Calls to one receiver at the same time, at first and at most. */
const FIRST_WIDTH = 4;
const GREATEST_WIDTH = 48;
/** What is taken at once, beside what is being sent: a transaction for many messages. */
const BATCHES = 2;
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

/** Sends what is due in the lane, until nothing is, or the instance stops. */
export async function runLane(tools: LaneTools, lane: Lane): Promise<void> {
  const { db, stopping } = tools;
  const secrets = secretsOf(tools.envelopes, lane.webhook);
  const under = new Set<Promise<void>>();
  let taken: Claimed[] = [];
  let width = FIRST_WIDTH;
  let failure: unknown;
  const send = async (delivery: Claimed): Promise<void> => {
    const outcome = isStale(delivery) ? undefined : await tell(tools, lane, delivery, secrets);
    if (outcome) {
      const isGood = outcome.isAcknowledged;
      width = isGood ? Math.min(GREATEST_WIDTH, width + 1) : Math.max(1, Math.floor(width / 2));
    }
    await tools.note({ lane, delivery, outcome });
  };
  const begin = (delivery: Claimed): void => {
    const sending = send(delivery)
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => under.delete(sending));
    under.add(sending);
  };
  try {
    while (!stopping.aborted && failure === undefined) {
      if (taken.length === 0) taken = await claim(db, lane, BATCHES * width);
      const isAll = taken.length === 0;
      for (const delivery of taken.splice(0, Math.max(0, width - under.size))) begin(delivery);
      if (under.size === 0) break;
      // Nothing more for now, or no room: what ends next may let another one through.
      if (isAll || under.size >= width) await Promise.race(under);
    }
  } finally {
    await Promise.all(under);
    for (const delivery of taken) await tools.note({ lane, delivery, outcome: undefined });
  }
  if (failure !== undefined) throw failure;
}

/** Taken too long ago: somebody else could have it before the receiver has answered. */
const isStale = ({ lease_until }: Claimed): boolean =>
  realNow() > (lease_until ?? 0) - LEASE_MS + BEGIN_WITHIN_MS;

/** @returns undefined where it was broken off */
async function tell(
  { outgoing, breaking }: LaneTools,
  { webhook }: Lane,
  delivery: Claimed,
  secrets: readonly string[],
): Promise<Outcome | undefined> {
  const url = delivery.url ?? webhook.url ?? '';
  const requests = requestsOf(webhook, delivery.id, delivery.body, secrets);
  try {
    return await attempt(outgoing, url, requests, breaking);
  } catch (error) {
    if (breaking.aborted) return undefined;
    throw error;
  }
}
