/** Writes down what came of attempts. */
import { realNow } from '../store/clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import type { Attempted, EndpointQueue } from './endpoint-queue.ts';
import { notePauses } from './pause.ts';
import { boundedWait, nextDelay } from './schedule.ts';

const GONE = 410;

/** All of them, or none. */
export function writeOutcomes(db: Database, attempted: readonly Attempted[]): Promise<void> {
  return inTransaction(db, async (trx) => {
    await writeAcknowledged(trx, attempted.filter(isAcknowledged));
    for (const failed of attempted.filter((one) => !isAcknowledged(one))) {
      await writeFailed(trx, failed);
    }
    await notePauses(trx, attempted);
  });
}

const isAcknowledged = ({ outcome }: Attempted): boolean => outcome?.isAcknowledged === true;

/** In as few statements as there are different answers: mostly there is one. */
async function writeAcknowledged(
  trx: Transaction,
  acknowledged: readonly Attempted[],
): Promise<void> {
  const byAnswer = Map.groupBy(acknowledged, ({ outcome }) =>
    JSON.stringify([outcome?.status, outcome?.answer]),
  );
  for (const same of byAnswer.values()) {
    await trx
      .updateTable('deliveries')
      .set((eb) => ({
        state: 'delivered',
        due_at: null,
        lease_until: null,
        lease_token: null,
        attempts: eb('attempts', '+', 1),
        attempted_at: realNow(),
        answer_status: same[0]?.outcome?.status ?? null,
        answer: same[0]?.outcome?.answer ?? null,
      }))
      .where(
        'id',
        'in',
        same.map(({ delivery }) => delivery.id),
      )
      .execute();
  }
}

async function writeFailed(
  trx: Transaction,
  { queue, delivery, outcome }: Attempted,
): Promise<void> {
  // A delivery that was acknowledged, given up or taken by another instance meanwhile stays so.
  const change = trx
    .updateTable('deliveries')
    .where('id', '=', delivery.id)
    .where('state', '=', 'waiting')
    .where('lease_token', '=', delivery.lease_token);
  if (!outcome) {
    await change.set({ lease_until: null, lease_token: null }).execute();
    return;
  }
  const { status, answer, retryAfter } = outcome;
  const attempts = delivery.attempts + 1;
  const now = realNow() + queue.clockOffsetMs;
  const delay = nextDelay(queue.webhook.kind, {
    attempts,
    age: now - delivery.created_at,
    ...(retryAfter !== undefined && { retryAfter }),
  });
  await change
    .set({
      state: delay === undefined ? 'given_up' : 'waiting',
      due_at: delay === undefined ? null : now + delay,
      lease_until: null,
      lease_token: null,
      attempts,
      attempted_at: realNow(),
      answer_status: status ?? null,
      answer,
    })
    .execute();
  if (retryAfter !== undefined) {
    const holdUntil = now + boundedWait(retryAfter);
    await trx
      .updateTable('webhook_lanes')
      .set({ hold_until: holdUntil })
      .where('id', '=', queue.id)
      .where('hold_until', '<', holdUntil)
      .execute();
  }
  if (status === GONE && queue.webhook.kind === 'events') await endSubscription(trx, queue);
}

/** The receiver wants no more (Standard Webhooks, "Disabling endpoints"). */
async function endSubscription(trx: Transaction, { webhook }: EndpointQueue): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ ended_at: realNow() })
    .where('id', '=', webhook.id)
    .where('ended_at', 'is', null)
    .execute();
  await giveUp(trx, webhook.id);
}

/** Nothing that waits for this receiver is sent any more. */
export async function giveUp(trx: Transaction, webhookId: string): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ state: 'given_up', due_at: null, lease_until: null, lease_token: null })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}
