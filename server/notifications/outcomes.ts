/** Writes down what came of attempts. */
import type { Database, Transaction } from '../store/database.ts';
import { databaseNow, inTransaction } from '../store/dialect.ts';
import type { DeliveryRow, WebhookRow } from '../store/tables.ts';
import type { Outcome } from './attempt.ts';
import { writeAttempts } from './attempts.ts';
import type { Attempted } from './endpoint-queue.ts';
import { noteHealth } from './health.ts';
import { notePauses } from './pause.ts';
import { boundedWait, nextDelay } from './schedule.ts';

/** What operators are told of. */
export interface OutcomeNews {
  readonly givenUp: readonly Attempted[];
  /** Subscriptions whose receiver has answered 410. */
  readonly gone: readonly WebhookRow[];
}

/** All of them, or none. */
export function writeOutcomes(db: Database, attempted: readonly Attempted[]): Promise<OutcomeNews> {
  return inTransaction(db, async (trx) => {
    const failed = attempted.filter((one) => !isAcknowledged(one));
    const written = await writeAcknowledged(trx, attempted.filter(isAcknowledged));
    const schedules = await lockTried(trx, failed);
    const there = new Set([...written, ...schedules.keys()]);
    // A delivery that was deleted meanwhile, with its message, has no attempts.
    const tried = attempted.filter(({ delivery }) => there.has(delivery.id));
    await writeAttempts(trx, tried);
    const givenUp: Attempted[] = [];
    for (const one of failed) {
      const schedule = schedules.get(one.delivery.id);
      if (!one.outcome || !schedule) continue;
      if (await writeFailed(trx, one, one.outcome, schedule)) givenUp.push(one);
    }
    await giveBack(
      trx,
      failed.filter(({ outcome }) => outcome === undefined),
    );
    await notePauses(trx, attempted);
    return { givenUp, gone: await noteHealth(trx, attempted) };
  });
}

const isAcknowledged = ({ outcome }: Attempted): boolean => outcome?.isAcknowledged === true;

/**
 * In as few statements as there are different answers: mostly there is one.
 * @returns the ids of those that are there still
 */
async function writeAcknowledged(
  trx: Transaction,
  acknowledged: readonly Attempted[],
): Promise<string[]> {
  const ids: string[] = [];
  const byAnswer = Map.groupBy(acknowledged, ({ outcome }) =>
    JSON.stringify([outcome?.status, outcome?.answer]),
  );
  for (const same of byAnswer.values()) {
    const written = await trx
      .updateTable('deliveries')
      .set((eb) => ({
        state: 'delivered',
        due_at: null,
        lease_until: null,
        lease_token: null,
        attempts: eb('attempts', '+', 1),
        attempted_at: databaseNow(trx),
        answer_status: same[0]?.outcome?.status ?? null,
        answer: same[0]?.outcome?.answer ?? null,
      }))
      .where(
        'id',
        'in',
        same.map(({ delivery }) => delivery.id),
      )
      .returning('id')
      .execute();
    ids.push(...written.map(({ id }) => id));
  }
  return ids;
}

/** What a delivery goes by, which may have been asked for again since it was taken. */
type Schedule = Pick<DeliveryRow, 'attempts_before' | 'created_at' | 'replayed_at'>;

/** @returns those that are there still, by their ids */
async function lockTried(
  trx: Transaction,
  attempted: readonly Attempted[],
): Promise<ReadonlyMap<string, Schedule>> {
  const ids = attempted.flatMap(({ delivery, outcome }) => (outcome ? [delivery.id] : []));
  if (ids.length === 0) return new Map();
  const there = await trx
    .selectFrom('deliveries')
    .select(['id', 'attempts_before', 'created_at', 'replayed_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(there.map(({ id, ...schedule }) => [id, schedule]));
}

/** A delivery that was acknowledged, given up or taken by another instance meanwhile stays so. */
const stillOurs = (trx: Transaction, attempted: readonly Pick<Attempted, 'delivery'>[]) =>
  trx
    .updateTable('deliveries')
    .where(
      'id',
      'in',
      attempted.map(({ delivery }) => delivery.id),
    )
    .where('state', '=', 'waiting')
    .where('lease_token', 'in', [
      ...new Set(attempted.map(({ delivery }) => delivery.lease_token)),
    ]);

/** What was taken and not sent is free for the instance that takes it next. */
async function giveBack(trx: Transaction, unsent: readonly Attempted[]): Promise<void> {
  if (unsent.length === 0) return;
  await stillOurs(trx, unsent).set({ lease_until: null, lease_token: null }).execute();
}

/** Answers whether it is given up by that. */
async function writeFailed(
  trx: Transaction,
  { queue, delivery }: Attempted,
  { status, answer, retryAfter }: Outcome,
  { attempts_before, created_at, replayed_at }: Schedule,
): Promise<boolean> {
  const attempts = delivery.attempts + 1;
  const now = queue.now() + queue.clockOffsetMs;
  const delay = nextDelay(queue.webhook.kind, {
    // A replay begins the schedule anew.
    attempts: attempts - (attempts_before ?? 0),
    age: now - (replayed_at ?? created_at),
    ...(retryAfter !== undefined && { retryAfter }),
  });
  const { numUpdatedRows } = await stillOurs(trx, [{ delivery }])
    .set({
      state: delay === undefined ? 'given_up' : 'waiting',
      due_at: delay === undefined ? null : databaseNow(trx, queue.clockOffsetMs + delay),
      given_up_at: delay === undefined ? now : null,
      lease_until: null,
      lease_token: null,
      attempts,
      attempted_at: databaseNow(trx),
      answer_status: status ?? null,
      answer,
    })
    .executeTakeFirst();
  if (retryAfter !== undefined) {
    const holdUntil = databaseNow(trx, queue.clockOffsetMs + boundedWait(retryAfter));
    await trx
      .updateTable('webhook_lanes')
      .set({ hold_until: holdUntil })
      .where('id', '=', queue.id)
      .where('hold_until', '<', holdUntil)
      .execute();
  }
  return delay === undefined && numUpdatedRows === 1n;
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
