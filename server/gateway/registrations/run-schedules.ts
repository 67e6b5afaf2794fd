/**
 * Pays what schedules have due. The row is the state: in one transaction it names the payment that is
 * under way, which is written as in doubt, and the time after it, so a time is paid once. Recovery settles
 * a payment whose instance died; what has never reached its processor is begun again.
 */

import { RESULT } from '../../../contract/result-by-name.ts';
import { isSuccess } from '../../../contract/result-codes.ts';
import { latestTime, nextTime } from '../../../contract/schedule-times.ts';
import { channelNow } from '../../store/clock.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import type { Payment } from '../../store/records/payment.ts';
import { type Schedule, scheduleFromRow } from '../../store/records/schedule.ts';
import type { ScheduleRow } from '../../store/tables.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, findChannel, furthestNow } from '../entities/index.ts';
import { publishScheduleEvent } from '../events/index.ts';
import { forEach } from '../for-each.ts';
import { authorise, newPayment, writeInDoubt } from '../payment/index.ts';
import { findPayment, findRegistration } from '../records/index.ts';
import { ApiError } from '../requests/index.ts';
import { endSchedule, orderOf } from './schedules.ts';

/** Schedules that one pass takes at most. */
const BATCH = 50;
/** Payments that fail one after the other suspend their schedule. */
const MOST_DECLINES = 3;
/** How often the payment of one time is begun that never reaches its processor. */
const MOST_ATTEMPTS = 3;

/**
 * One pass. What fails stops neither the other schedules nor what comes after.
 * @returns how many schedules had something due
 * @throws AggregateError of everything that failed
 */
export async function runSchedules(gateway: GatewayContext): Promise<number> {
  const failures: unknown[] = [];
  let count = 0;
  for (const step of [endWithRegistrations, finishRuns, beginRuns]) {
    count += await step(gateway).catch((error: unknown) => {
      failures.push(...(error instanceof AggregateError ? error.errors : [error]));
      return 0;
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, 'schedules failed');
  return count;
}

/** Ends those whose registration is deleted, revoked or forgotten. */
async function endWithRegistrations(gateway: GatewayContext): Promise<number> {
  const gone = await gateway.db
    .selectFrom('schedules')
    .innerJoin('registrations', 'registrations.id', 'schedules.registration_id')
    .selectAll('schedules')
    .where('schedules.state', 'in', ['active', 'suspended'])
    .where((eb) => eb.or([eb('deleted_at', 'is not', null), eb('revoked_at', 'is not', null)]))
    // Before they are paid; a suspended one is not.
    .orderBy('next_at', (order) => order.asc().nullsLast())
    .limit(BATCH)
    .execute();
  return forEach(gone, (row) =>
    change(gateway, row, (schedule, channel) =>
      end(gateway, channel, schedule, 'registration_gone'),
    ),
  );
}

const end = (
  gateway: GatewayContext,
  channel: Channel,
  schedule: Schedule,
  state: Schedule['state'],
) => inTransaction(gateway.db, (trx) => endSchedule(gateway, trx, channel, schedule, state));

/** Finishes those whose payment is settled: another instance may have done that, or recovery. */
async function finishRuns(gateway: GatewayContext): Promise<number> {
  const settled = await gateway.db
    .selectFrom('schedules')
    .innerJoin('payments', 'payments.id', 'schedules.paying_id')
    .selectAll('schedules')
    .where('payments.state', 'in', ['succeeded', 'failed'])
    .orderBy('schedules.due_at')
    .limit(BATCH)
    .execute();
  return forEach(settled, (row) =>
    change(gateway, row, async (schedule, channel) => {
      const payment = await findPayment(gateway.db, schedule.payingId ?? '');
      if (payment) await finish(gateway, channel, schedule, payment);
    }),
  );
}

async function beginRuns(gateway: GatewayContext): Promise<number> {
  const { db } = gateway;
  const due = await db
    .selectFrom('schedules')
    .innerJoin('entities', 'entities.id', 'schedules.entity_id')
    .selectAll('schedules')
    .where('schedules.state', '=', 'active')
    .where('paying_id', 'is', null)
    .where((eb) => eb('next_at', '<=', furthestNow(db)))
    .where((eb) => eb('next_at', '<=', eb('clock_offset_ms', '+', databaseNow(db))))
    .orderBy('next_at')
    .limit(BATCH)
    .execute();
  return forEach(due, (row) =>
    change(gateway, row, (schedule, channel) => begin(gateway, channel, schedule)),
  );
}

async function change(
  { db }: GatewayContext,
  row: ScheduleRow,
  work: (schedule: Schedule, channel: Channel) => Promise<unknown>,
): Promise<void> {
  const schedule = scheduleFromRow(row);
  const channel = await findChannel(db, schedule.entityId);
  if (!channel) return;
  await work(schedule, channel).catch((error: unknown) => {
    // Another instance was faster, or its merchant.
    if (!(error instanceof ApiError)) throw error;
  });
}

/** Begins the payment of the latest time that is due: of several that were missed, one is paid. */
async function begin(gateway: GatewayContext, channel: Channel, schedule: Schedule): Promise<void> {
  const { db } = gateway;
  const registration = await findRegistration(db, schedule.registrationId);
  if (!registration || schedule.nextAt === null) return;
  // More may have gone than the pass before has ended.
  if (registration.deletedAt !== null || registration.revokedAt !== null) {
    await end(gateway, channel, schedule, 'registration_gone');
    return;
  }
  // Made in test, it was never to charge money, nor is a test's success money.
  if ((channel.settings.mode === 'live') !== (schedule.mode === 'LIVE')) {
    await end(gateway, channel, schedule, 'mode_changed');
    return;
  }
  const now = channelNow(channel.clockOffsetMs);
  const dueAt = latestTime(schedule.parameters, schedule.nextAt, now) ?? schedule.nextAt;
  const isSameTime = schedule.dueAt === dueAt;
  const taken = {
    due_at: dueAt,
    next_at: nextTime(schedule.parameters, Math.max(dueAt, now)) ?? null,
    attempts: isSameTime ? schedule.attempts + 1 : 1,
  };
  const order = await orderOf(gateway, channel, registration, schedule).catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });
  if (order instanceof ApiError) {
    await write(gateway, channel, schedule, { ...taken, ...failed(schedule, order.result.code) });
    return;
  }
  const payment = newPayment(gateway, order);
  const isBegun = await inTransaction(db, async (trx) => {
    // Locked, or it could be revoked before this commits.
    const usable = await trx
      .selectFrom('registrations')
      .select('id')
      .where('id', '=', registration.id)
      .where('deleted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!usable) {
      await endSchedule(gateway, trx, channel, schedule, 'registration_gone');
      return false;
    }
    const { numUpdatedRows } = await trx
      .updateTable('schedules')
      .set({ ...taken, paying_id: payment.id, latest_id: payment.id })
      .where('id', '=', schedule.id)
      .where('state', '=', 'active')
      .where('paying_id', 'is', null)
      .where('next_at', '=', schedule.nextAt)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await writeInDoubt(gateway, trx, payment, order);
    return true;
  });
  if (isBegun) await authorise(gateway, payment, order);
}

/** Writes down what came of the payment. */
async function finish(
  gateway: GatewayContext,
  channel: Channel,
  schedule: Schedule,
  { id, resultCode }: Payment,
): Promise<void> {
  const isLost = resultCode === RESULT.neverArrived && schedule.attempts < MOST_ATTEMPTS;
  const outcome = isSuccess(resultCode)
    ? { paid: schedule.paid + 1, declined: 0, latest_code: resultCode }
    : isLost
      ? { ...(schedule.state === 'active' && { next_at: schedule.dueAt }), latest_code: resultCode }
      : failed(schedule, resultCode);
  await write(gateway, channel, schedule, { paying_id: null, ...outcome }, id);
}

const failed = ({ state, declined }: Schedule, code: string) => ({
  declined: declined + 1,
  latest_code: code,
  ...(state === 'active' &&
    declined + 1 >= MOST_DECLINES && { state: 'suspended' as const, next_at: null }),
});

/**
 * Writes what came of a time, unless another instance has; one that has no time left is finished.
 * @param payingId the payment that was under way; absent where none could be made
 */
async function write(
  gateway: GatewayContext,
  channel: Channel,
  before: Schedule,
  changes: Partial<ScheduleRow>,
  payingId: string | null = null,
): Promise<void> {
  const nextAt = changes.next_at === undefined ? before.nextAt : changes.next_at;
  const isFinished = before.state === 'active' && nextAt === null;
  await inTransaction(gateway.db, async (trx) => {
    const row = await trx
      .updateTable('schedules')
      .set({ ...(isFinished && { state: 'finished' as const }), ...changes })
      .where('id', '=', before.id)
      .where('state', '=', before.state)
      .where('paying_id', payingId === null ? 'is' : '=', payingId)
      .where('next_at', before.nextAt === null ? 'is' : '=', before.nextAt)
      .returningAll()
      .executeTakeFirst();
    if (!row) return;
    // A payment tells of itself.
    if (row.state === before.state && payingId !== null) return;
    await publishScheduleEvent(gateway, trx, channel, scheduleFromRow(row), 'UPDATED');
  });
}
