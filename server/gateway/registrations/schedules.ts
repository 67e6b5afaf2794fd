/** Schedules: payments that are made again and again with a registration. */

import { rulesBetween } from '../../../contract/parameter-rules.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { endOf, nextTime, startOf } from '../../../contract/schedule-times.ts';
import { channelNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { inTransaction, isUniqueViolation } from '../../store/dialect.ts';
import type { Registration } from '../../store/records/registration.ts';
import { type Schedule, scheduleFromRow, scheduleToRow } from '../../store/records/schedule.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import { publishScheduleEvent } from '../events/index.ts';
import { newNdc } from '../ids.ts';
import { accountOf, type PaymentOrder, placeOrder } from '../order/index.ts';
import { checkChain } from '../payment/index.ts';
import { cardOf, ibanOf, usableRegistration } from '../records/index.ts';
import {
  ApiError,
  alwaysFirst,
  type IsFirst,
  invalidParameter,
  type Pairs,
  readServerParameters,
  refuseLiveWithoutConnector,
} from '../requests/index.ts';

export interface Scheduled {
  readonly schedule: Schedule;
  readonly ignored: readonly string[];
}

/** `POST /scheduling/v1/schedules`: SD. One that was made under the id before is only looked up. */
export async function createSchedule(
  gateway: GatewayContext,
  channel: Channel,
  pairs: Pairs,
  id: string,
): Promise<Scheduled> {
  const { db } = gateway;
  refuseLiveWithoutConnector(channel);
  const { parameters, ignored } = readServerParameters(channel, pairs, 'schedule');
  const { registrationId = '' } = parameters;
  const registration = await usableRegistration(db, channel.id, registrationId);
  const schedule = await planned(gateway, channel, registration, parameters, { id, rootId: id });
  try {
    await inTransaction(db, async (trx) => {
      await insert(trx, schedule);
      await publishScheduleEvent(gateway, trx, channel, schedule, 'CREATED');
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return { schedule: await ownSchedule(db, channel, id), ignored };
  }
  return { schedule, ignored };
}

/**
 * `POST /scheduling/v1/schedules/{id}/reschedule`: RS. What is sent takes the place of what was said
 * before, in a schedule that takes the place of the one that is active, or was suspended.
 * @param named any of the chain
 */
export async function reschedule(
  gateway: GatewayContext,
  channel: Channel,
  named: Schedule,
  pairs: Pairs,
  id: string,
): Promise<Scheduled> {
  const { db } = gateway;
  const read = readServerParameters(channel, pairs, 'schedule.change');
  const before = await latestOf(db, named);
  // The request was answered before.
  if (before.id === id) return { schedule: before, ignored: read.ignored };
  refuseEnded(before);
  const registration = await usableRegistration(db, channel.id, before.registrationId);
  const { paymentType = '', ...changes } = read.parameters;
  // RS says that it is changed, not what its payments are.
  const type = paymentType === 'RS' ? typeOf(before) : paymentType;
  const parameters = { ...before.parameters, ...changes, ...(type && { paymentType: type }) };
  const successor = await planned(gateway, channel, registration, parameters, {
    id,
    rootId: before.rootId,
    referencedId: before.id,
  });
  const schedule = await inTransaction(db, async (trx) => {
    const ended = await endSchedule(gateway, trx, channel, before, 'rescheduled');
    const nextAt = nextOf(successor, before, ended);
    // What was begun meanwhile was the last time.
    if (nextAt === undefined) throw changedMeanwhile();
    const inserted = { ...successor, nextAt };
    await insert(trx, inserted);
    await publishScheduleEvent(gateway, trx, channel, inserted, 'CREATED');
    return inserted;
  });
  return { schedule, ignored: read.ignored };
}

/**
 * A time that is due and that nobody has begun passes to the successor; one that was begun since the
 * successor was planned is not its own.
 */
function nextOf(
  { parameters, nextAt, createdAt }: Schedule,
  before: Schedule,
  ended: Schedule,
): number | null | undefined {
  const isBegun = ended.dueAt !== before.dueAt || ended.attempts !== before.attempts;
  if (isBegun) return nextTime(parameters, Math.max(createdAt, ended.dueAt ?? 0));
  const { nextAt: due } = before;
  // Nothing is paid of what lies before its start.
  return due !== null && due <= createdAt && startOf(parameters) <= due ? due : nextAt;
}

/**
 * DS: no payment is begun any more; one that is under way ends.
 * @param named any of the chain
 * @param isFirst false where a request that got no answer has ended it: then it is only looked up
 * @param within what is written in the transaction that ends it
 * @throws ApiError for one that has ended
 */
export async function deschedule(
  gateway: GatewayContext,
  channel: Channel,
  named: Schedule,
  isFirst: IsFirst = alwaysFirst,
  within?: (trx: Transaction, ended: Schedule) => Promise<void>,
): Promise<Schedule> {
  return inTransaction(gateway.db, async (trx) => {
    const isEnded = !(await isFirst(trx));
    const latest = await latestOf(trx, named);
    if (isEnded) return latest;
    refuseEnded(latest);
    const ended = await endSchedule(gateway, trx, channel, latest, 'descheduled');
    await within?.(trx, ended);
    return ended;
  });
}

/** @throws ApiError (404) */
export async function ownSchedule(db: Database, channel: Channel, id: string): Promise<Schedule> {
  const row = await db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirst();
  if (row?.entity_id !== channel.id) {
    throw new ApiError(404, RESULT.entityNotFound, 'there is no such schedule');
  }
  return scheduleFromRow(row);
}

/** The channel's schedules of a registration, the latest first. */
export async function schedulesOf(
  db: Database,
  channel: Channel,
  registrationId: string,
): Promise<Schedule[]> {
  const rows = await db
    .selectFrom('schedules')
    .selectAll()
    .where('registration_id', '=', registrationId)
    .where('entity_id', '=', channel.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(scheduleFromRow);
}

/** Of its payments: SD and RS say that it is a schedule, and DB is what is meant. */
export const typeOf = ({ parameters: { paymentType } }: Pick<Schedule, 'parameters'>): string =>
  paymentType === 'PA' ? 'PA' : 'DB';

/**
 * A payment of the schedule, everything checked.
 * @throws ApiError where it cannot be made
 */
export async function orderOf(
  gateway: GatewayContext,
  channel: Channel,
  registration: Registration,
  schedule: Pick<Schedule, 'id' | 'parameters'>,
): Promise<PaymentOrder> {
  const card = await cardOf(gateway, registration);
  const iban = await ibanOf(gateway, registration);
  const { recurringType: _, ...given } = schedule.parameters;
  const parameters = {
    'standingInstruction.type': 'RECURRING',
    ...given,
    ...(iban !== undefined && accountOf(registration.parameters)),
    'standingInstruction.mode': 'REPEATED',
    'standingInstruction.source': 'MIT',
    paymentBrand: registration.brand,
    paymentType: typeOf(schedule),
  };
  const order = placeOrder(channel, parameters, card, {
    checkoutId: null,
    ndc: newNdc(channel.id),
    registrationId: registration.id,
    scheduleId: schedule.id,
    ...(iban !== undefined && { iban }),
    createRegistration: false,
  });
  await checkChain(gateway, order);
  return order;
}

/** Ends an active or suspended one, and tells of it. @throws ApiError when another request was faster */
export async function endSchedule(
  gateway: GatewayContext,
  trx: Transaction,
  channel: Channel,
  { id, state: before }: Schedule,
  state: Schedule['state'],
): Promise<Schedule> {
  const row = await trx
    .updateTable('schedules')
    .set({ state, next_at: null })
    .where('id', '=', id)
    .where('state', '=', before)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw changedMeanwhile();
  const ended = scheduleFromRow(row);
  await publishScheduleEvent(gateway, trx, channel, ended, 'UPDATED');
  return ended;
}

const changedMeanwhile = () =>
  new ApiError(400, RESULT.invalidParameter, 'this schedule was changed meanwhile');

/** A schedule as it begins. @throws ApiError naming what is wrong */
async function planned(
  gateway: GatewayContext,
  channel: Channel,
  registration: Registration,
  parameters: ParameterSet,
  place: Pick<Schedule, 'id' | 'rootId'> & { readonly referencedId?: string },
): Promise<Schedule> {
  const { brand, card } = registration;
  const { notificationUrl } = parameters;
  // What is sent has to go with the brand, and with what a schedule before said.
  const [wrong] = rulesBetween({ ...parameters, paymentBrand: brand }, 'schedule');
  if (wrong) throw invalidParameter(wrong.name, wrong.value, wrong.message);
  const order = await orderOf(gateway, channel, registration, { ...place, parameters });
  const createdAt = channelNow(channel.clockOffsetMs);
  const { 'job.endDate': end } = parameters;
  if (endOf(parameters) <= createdAt) {
    throw invalidParameter('job.endDate', end ?? null, 'must not be in the past');
  }
  const nextAt = nextTime(parameters, createdAt);
  if (nextAt === undefined) {
    throw invalidParameter('job', null, 'never comes due: no such day lies ahead');
  }
  if (card && nextAt >= Date.UTC(Number(card.expiryYear), Number(card.expiryMonth))) {
    const last = `${card.expiryMonth}/${card.expiryYear}`;
    const message = `its card ends with ${last}, before the first payment`;
    throw invalidParameter('registrationId', registration.id, message);
  }
  return {
    ...place,
    referencedId: place.referencedId ?? null,
    entityId: channel.id,
    registrationId: registration.id,
    brand,
    amount: order.amount,
    currency: order.currency,
    mode: order.mode,
    parameters,
    state: 'active',
    nextAt,
    dueAt: null,
    attempts: 0,
    payingId: null,
    latestId: null,
    latestCode: null,
    paid: 0,
    declined: 0,
    ndc: order.ndc,
    notificationUrl: notificationUrl ?? null,
    createdAt,
  };
}

const insert = (trx: Transaction, schedule: Schedule) =>
  trx.insertInto('schedules').values(scheduleToRow(schedule)).execute();

/** The one of its chain that no other has taken the place of. */
async function latestOf(db: Database | Transaction, { rootId }: Schedule): Promise<Schedule> {
  const row = await db
    .selectFrom('schedules')
    .selectAll()
    .where('root_id', '=', rootId)
    .where('state', '<>', 'rescheduled')
    .executeTakeFirstOrThrow();
  return scheduleFromRow(row);
}

function refuseEnded({ state }: Schedule): void {
  if (state === 'active' || state === 'suspended') return;
  throw new ApiError(400, RESULT.invalidParameter, `this schedule has ended: ${state}`);
}
