/** Events for who prefers to ask (`GET /v1/events`): the same bodies that receivers are sent. */
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { databaseNow } from '../store/dialect.ts';
import type { MessageRow } from '../store/tables.ts';
import { behind, mergedPage, type Place } from './merged-page.ts';

/**
 * From oldest to latest an event is listed only after this long: what was begun before it and is written
 * after it would stand before the place that a caller has got to, and be missed.
 */
const SETTLED_MS = 5_000;
/** Between the clocks of an instance and of the database. */
const SKEW_MS = 60_000;

/** A channel, and how far its clock runs ahead, milliseconds. */
export interface ListedChannel {
  readonly id: string;
  readonly clockOffsetMs: number;
}

export interface EventFilter {
  readonly type?: string | undefined;
  /** What an event is about, or a payment that this refers to. */
  readonly subjectId?: string | undefined;
  /** Epoch milliseconds, channel clock: the first that counts… */
  readonly from?: number | undefined;
  /** …and the first that does not. */
  readonly before?: number | undefined;
  /** `ASC`: oldest first. */
  readonly order: 'ASC' | 'DESC';
  /** The last one of the page before. */
  readonly after?: Place | undefined;
  readonly limit: number;
}

export interface EventPage {
  readonly events: readonly MessageRow[];
  readonly hasMore: boolean;
}

/** In the order in which they were written, by the database's clock. */
export async function listEvents(
  db: Database,
  channels: readonly ListedChannel[],
  filter: EventFilter,
): Promise<EventPage> {
  const { ids, hasMore } = await mergedPage(
    channels,
    (channel) => placesIn(db, channel, filter),
    filter,
  );
  if (ids.length === 0) return { events: [], hasMore };
  const rows = await db.selectFrom('messages').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { events: ids.flatMap((id) => byId.get(id) ?? []), hasMore };
}

async function placesIn(
  db: Database,
  { id: channelId, clockOffsetMs }: ListedChannel,
  { type, subjectId, from, before, order, after, limit }: EventFilter,
): Promise<Place[]> {
  let query = db
    .selectFrom('messages')
    .select((eb) => ['id', 'position', eb.ref('recorded_at').$notNull().as('at')])
    .where('channel_id', '=', channelId)
    // As literals: the index of this list has nothing else.
    .where('kind', '=', sql.lit('events'))
    .where('recorded_at', 'is not', null);
  if (order === 'ASC') query = query.where('recorded_at', '<=', databaseNow(db, -SETTLED_MS));
  if (type !== undefined) query = query.where('type', '=', type);
  // A channel's clock only ever moves ahead of the real one, so its index bounds the period, too.
  if (from !== undefined) {
    query = query
      .where('created_at', '>=', from)
      .where('recorded_at', '>=', from - clockOffsetMs - SKEW_MS);
  }
  if (before !== undefined) {
    query = query.where('created_at', '<', before).where('recorded_at', '<', before + SKEW_MS);
  }
  if (subjectId !== undefined) {
    query = query.where('id', 'in', (eb) =>
      eb
        .selectFrom('messages as about')
        .select('about.id')
        .where('about.subject_id', '=', subjectId)
        .union(
          eb
            .selectFrom('messages as within')
            .select('within.id')
            .where('within.group_id', '=', subjectId),
        ),
    );
  }
  if (after) {
    query = query.where(
      behind(after, { at: 'recorded_at', position: 'position', id: 'id' }, order),
    );
  }
  const direction = order === 'ASC' ? 'asc' : 'desc';
  return query
    .orderBy('recorded_at', direction)
    .orderBy('position', direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute();
}

/** Where an event stands in the list; undefined where none of these channels has it. */
export async function placeOfEvent(
  db: Database,
  channelIds: readonly string[],
  id: string,
): Promise<Place | undefined> {
  if (channelIds.length === 0) return undefined;
  const row = await db
    .selectFrom('messages')
    .select(['id', 'position', 'recorded_at'])
    .where('id', '=', id)
    .where('kind', '=', 'events')
    .where('channel_id', 'in', channelIds)
    .executeTakeFirst();
  return row?.recorded_at ? { id: row.id, at: row.recorded_at, position: row.position } : undefined;
}
