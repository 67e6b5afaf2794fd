/** Schedules of the channels in sight: latest first, a page at a time. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { ScheduleItem } from '../../../contract/admin-api.ts';
import { toAmount } from '../../../contract/currency.ts';
import { describeResult } from '../../../contract/result-codes.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import type { Database } from '../../store/database.ts';
import { type Schedule, scheduleFromRow } from '../../store/records/schedule.ts';
import { notFound } from '../admin-failure.ts';
import { type ConsoleContext, channelsInSight } from '../console-context.ts';
import {
  isAfter,
  type LatestPage,
  PAGE_SIZE,
  type Place,
  pageOf,
  placeOf,
} from '../latest-page.ts';
import { oneOf } from '../one-of.ts';
import { iso, moment } from '../period.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

const STATES = {
  active: 'active',
  suspended: 'suspended',
  finished: 'finished',
  cancelled: 'descheduled',
  changed: 'rescheduled',
  'card-gone': 'registration_gone',
  'mode-changed': 'mode_changed',
} as const satisfies Readonly<Record<ScheduleItem['state'], Schedule['state']>>;

/** Names and formats; all optional. */
export const SCHEDULE_FILTER = z.strictObject({
  from: moment.optional(),
  until: moment.optional(),
  state: oneOf(Object.keys(STATES) as ScheduleItem['state'][]).optional(),
  registration: z.string().max(64).optional(),
  id: z.string().max(64).optional(),
  channel: z.string().max(64).optional(),
});

type Filter = z.infer<typeof SCHEDULE_FILTER>;

/** @throws AdminFailure for a `cursor` that is none */
export async function findSchedules(
  db: Database,
  channels: readonly Channel[],
  filter: Filter,
  cursor: string | undefined,
): Promise<LatestPage<Schedule>> {
  const after = placeOf(cursor);
  return pageOf(await Promise.all(channels.map(({ id }) => schedulesIn(db, id, filter, after))));
}

/** Ids of the channels that have schedules of a registration. */
export async function channelsOfSchedules(db: Database, registrationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('schedules')
    .select('entity_id')
    .distinct()
    .where('registration_id', '=', registrationId)
    .execute();
  return rows.map(({ entity_id }) => entity_id);
}

async function schedulesIn(
  db: Database,
  channelId: string,
  { from, until, state, registration, id }: Filter,
  after: Place | undefined,
): Promise<Schedule[]> {
  // A registration has few schedules. Not the column itself then: SQLite would read all of the channel.
  const owner = registration ? sql<string>`entity_id || ''` : sql.ref<string>('entity_id');
  let query = db.selectFrom('schedules').selectAll().where(owner, '=', channelId);
  if (from) query = query.where('created_at', '>=', Date.parse(from));
  if (until) query = query.where('created_at', '<', Date.parse(until));
  if (state) query = query.where('state', '=', STATES[state]);
  // Another one has taken its place.
  else if (!id) query = query.where('state', '<>', STATES.changed);
  if (registration) query = query.where('registration_id', '=', registration);
  if (id) query = query.where('id', '=', id);
  if (after) query = query.where(isAfter('schedules', after));
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  return rows.map(scheduleFromRow);
}

/**
 * One of a channel in sight.
 * @throws AdminFailure `not-found` for another merchant's, as for one that there is not
 */
export async function scheduleInSight(
  context: ConsoleContext,
  session: SignedIn,
  id: string,
): Promise<{ readonly schedule: Schedule; readonly channel: Channel }> {
  const row = await context.gateway.db
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const channels = await channelsInSight(context, session);
  const channel = channels.find((own) => own.id === row?.entity_id);
  if (!row || !channel) throw notFound('schedule');
  return { schedule: scheduleFromRow(row), channel };
}

export function presentSchedule(schedule: Schedule): ScheduleItem {
  const { id, amount, currency, brand, latestCode, parameters } = schedule;
  const states = Object.keys(STATES) as ScheduleItem['state'][];
  return {
    ...{ id, channelId: schedule.entityId, registrationId: schedule.registrationId, brand },
    createdAt: iso(schedule.createdAt),
    ...{ amount: toAmount(amount, currency), currency },
    reference: parameters['merchantTransactionId'] ?? null,
    state: states.find((state) => STATES[state] === schedule.state) ?? 'active',
    nextAt: schedule.nextAt === null ? null : iso(schedule.nextAt),
    ...{ payments: schedule.paid, declinesInARow: schedule.declined },
    ...{ latestPaymentId: schedule.latestId, latestResultCode: latestCode },
    latestResultDescription: latestCode === null ? null : describeResult(latestCode),
  };
}
