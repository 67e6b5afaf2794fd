/** Deliveries as they are looked for: a page of a list, latest first, and one with all that is known of it. */
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { DeliveryRow, EndpointQueueRow, MessageRow } from '../store/tables.ts';
import { attemptsOf, type ShownAttempt } from './attempts.ts';
import { behind, mergedPage, type Place } from './merged-page.ts';

/** Which deliveries are meant: of one subscription, or of the `notificationUrl` of some channels. */
export interface DeliveryScope {
  readonly webhookIds: readonly string[];
  /** All channels where absent. */
  readonly channelIds?: readonly string[];
}

export interface DeliveryFilter {
  readonly state?: DeliveryRow['state'] | undefined;
  readonly type?: string | undefined;
  /** What a message is about, or a payment that this refers to. */
  readonly subjectId?: string | undefined;
  /** Epoch milliseconds, channel clock: the first that counts… */
  readonly from?: number | undefined;
  /** …and the first that does not. */
  readonly before?: number | undefined;
  /** The last one of the page before. */
  readonly after?: Place | undefined;
  readonly limit: number;
}

export type ShownDelivery = DeliveryRow &
  Pick<MessageRow, 'type' | 'subject_id'> &
  Pick<EndpointQueueRow, 'hold_until' | 'retry_from' | 'channel_id'>;

export interface DeliveryPage {
  /** Latest first. */
  readonly deliveries: readonly ShownDelivery[];
  readonly hasMore: boolean;
}

export async function listDeliveries(
  db: Database,
  scope: DeliveryScope,
  filter: DeliveryFilter,
): Promise<DeliveryPage> {
  const placesOf = (webhookId: string) => placesOfWebhook(db, webhookId, scope, filter);
  const { ids, hasMore } = await mergedPage(scope.webhookIds, placesOf, {
    limit: filter.limit,
    order: 'DESC',
  });
  if (ids.length === 0) return { deliveries: [], hasMore };
  const rows = await shownDeliveries(db).where('deliveries.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { deliveries: ids.flatMap((id) => byId.get(id) ?? []), hasMore };
}

const shownDeliveries = (db: Database) =>
  db
    .selectFrom('deliveries')
    .innerJoin('messages', 'messages.id', 'deliveries.message_id')
    .innerJoin('webhook_lanes', 'webhook_lanes.id', 'deliveries.lane_id')
    .selectAll('deliveries')
    .select(['messages.type', 'messages.subject_id'])
    .select(['hold_until', 'retry_from', 'webhook_lanes.channel_id']);

const ORDER = {
  at: 'deliveries.created_at',
  position: 'deliveries.position',
  id: 'deliveries.id',
} as const;

function placesOfWebhook(
  db: Database,
  webhookId: string,
  { channelIds }: DeliveryScope,
  { state, type, subjectId, from, before, after, limit }: DeliveryFilter,
): Promise<Place[]> {
  let query = db
    .selectFrom('deliveries')
    .select(['deliveries.id', 'deliveries.created_at as at', 'deliveries.position'])
    .where('deliveries.webhook_id', '=', webhookId);
  // As a literal: an index of those that wait, or were given up, has no others.
  if (state) query = query.where('state', '=', sql.lit(state));
  if (from !== undefined) query = query.where('deliveries.created_at', '>=', from);
  if (before !== undefined) query = query.where('deliveries.created_at', '<', before);
  if (after) query = query.where(behind(after, ORDER, 'DESC'));
  if (channelIds) {
    query = query.where('lane_id', 'in', (eb) =>
      eb
        .selectFrom('webhook_lanes')
        .select('webhook_lanes.id')
        .where('channel_id', 'in', channelIds),
    );
  }
  if (type !== undefined) {
    query = query
      .innerJoin('messages', 'messages.id', 'deliveries.message_id')
      .where('messages.type', '=', type);
  }
  if (subjectId !== undefined) {
    query = query.where('deliveries.message_id', 'in', (eb) =>
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
  return query
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.position', 'desc')
    .orderBy('deliveries.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** @returns undefined where there is no such delivery in the scope */
export function findDelivery(
  db: Database,
  { webhookIds, channelIds }: DeliveryScope,
  id: string,
): Promise<ShownDelivery | undefined> {
  if (webhookIds.length === 0) return Promise.resolve(undefined);
  const query = shownDeliveries(db)
    .where('deliveries.id', '=', id)
    .where('deliveries.webhook_id', 'in', webhookIds);
  return (
    channelIds ? query.where('webhook_lanes.channel_id', 'in', channelIds) : query
  ).executeTakeFirst();
}

/** Where a delivery stands in the list. */
export const placeOf = ({ id, created_at: at, position }: DeliveryRow): Place => ({
  id,
  at,
  position,
});

/** Everything that is known of a delivery. */
export interface WholeDelivery {
  readonly delivery: ShownDelivery;
  readonly message: MessageRow;
  readonly attempts: readonly ShownAttempt[];
}

export async function wholeDelivery(db: Database, delivery: ShownDelivery): Promise<WholeDelivery> {
  const message = await db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', delivery.message_id)
    .executeTakeFirstOrThrow();
  return { delivery, message, attempts: await attemptsOf(db, delivery) };
}
