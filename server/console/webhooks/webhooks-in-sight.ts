/** Subscriptions, and the `notificationUrl` of requests, as far as an administrator sees them. */
import { sql } from 'kysely';
import type { WebhookDetail, WebhookInfo, WebhookState } from '../../../contract/admin-api.ts';
import { entitiesWithin, isWithin, listEntities } from '../../gateway/entities/index.ts';
import { scopeOfWebhook, type ToldScope, WEBHOOK_TYPES } from '../../gateway/events/index.ts';
import type { DeliveryScope } from '../../notifications/deliveries.ts';
import { isPaused } from '../../notifications/pause.ts';
import type { Database } from '../../store/database.ts';
import type { WebhookRow } from '../../store/tables.ts';
import { notFound } from '../admin-failure.ts';
import { type ConsoleContext, channelsInSight } from '../console-context.ts';
import { isoOrNull } from '../period.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

function stateOf(row: WebhookRow): WebhookState {
  const { ended_at, paused_at, pause_reason, acknowledged_at, failing_since } = row;
  if (ended_at !== null || pause_reason === 'gone') return 'ended';
  if (paused_at !== null) return 'paused';
  if (acknowledged_at === null) return 'unconfirmed';
  return failing_since === null ? 'active' : 'failing';
}

/** Oldest first. */
async function rowsInSight(
  { gateway: { db } }: ConsoleContext,
  { entityId }: SignedIn,
): Promise<WebhookRow[]> {
  const entities = entityId === null ? await listEntities(db) : await entitiesWithin(db, entityId);
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where(
      'entity_id',
      'in',
      entities.map(({ id }) => id),
    )
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function webhooksInSight(
  context: ConsoleContext,
  session: SignedIn,
): Promise<WebhookInfo[]> {
  const rows = await rowsInSight(context, session);
  const ids = rows.map(({ id }) => id);
  return presented(context, rows, { webhookIds: ids });
}

async function presented(
  { gateway: { db } }: ConsoleContext,
  rows: readonly WebhookRow[],
  scope: DeliveryScope,
): Promise<WebhookInfo[]> {
  const [waiting, givenUp] = await Promise.all([
    countsOf(db, scope, 'waiting'),
    countsOf(db, scope, 'given_up'),
  ]);
  return rows.map((row) => {
    const types: string[] = JSON.parse(row.types);
    return {
      ...{ id: row.id, entityId: row.entity_id, kind: row.kind, url: row.url },
      state: stateOf(row),
      failingSince: isoOrNull(row.failing_since),
      pausedAt: isoOrNull(row.ended_at ?? row.paused_at),
      types: types.length > 0 ? types : null,
      waiting: waiting.get(row.id) ?? 0,
      givenUp: givenUp.get(row.id) ?? 0,
    };
  });
}

async function countsOf(
  db: Database,
  { webhookIds, channelIds }: DeliveryScope,
  state: 'waiting' | 'given_up',
): Promise<ReadonlyMap<string, number>> {
  if (webhookIds.length === 0) return new Map();
  let query = db
    .selectFrom('deliveries')
    .select(['webhook_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('webhook_id', 'in', webhookIds)
    // As a literal: there is an index of those alone.
    .where('state', '=', sql.lit(state))
    .groupBy('webhook_id');
  if (channelIds) {
    query = query.where('lane_id', 'in', (eb) =>
      eb.selectFrom('webhook_lanes').select('id').where('channel_id', 'in', channelIds),
    );
  }
  const rows = await query.execute();
  return new Map(rows.map(({ webhook_id, count }) => [webhook_id, Number(count)]));
}

/** A webhook with what an administrator sees of it. */
export interface SeenWebhook {
  readonly webhook: WebhookRow;
  readonly scope: ToldScope;
  /** Whether it is a subscription of an entity in sight. */
  readonly canChange: boolean;
}

/**
 * One of an entity in sight, or of one above: of that only what concerns a channel in sight.
 * @throws AdminFailure `not-found` for another merchant's
 */
export async function webhookInSight(
  context: ConsoleContext,
  session: SignedIn,
  id: string,
): Promise<SeenWebhook> {
  const { db } = context.gateway;
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!webhook) throw notFound('webhook');
  const { entityId } = session;
  const whole = scopeOfWebhook(webhook);
  if (entityId === null || (await isWithin(db, webhook.entity_id, entityId))) {
    return { webhook, scope: whole, canChange: webhook.source === 'subscription' };
  }
  if (!(await isWithin(db, entityId, webhook.entity_id))) throw notFound('webhook');
  const channelIds = (await channelsInSight(context, session)).map((channel) => channel.id);
  return { webhook, scope: { ...whole, channelIds }, canChange: false };
}

export async function presentSeen(
  context: ConsoleContext,
  { webhook, scope, canChange }: SeenWebhook,
): Promise<WebhookDetail> {
  const [info] = await presented(context, [webhook], scope);
  if (!info) throw new Error('one webhook is presented as none');
  const { wrapper, fields, kind, created_at } = webhook;
  return {
    ...info,
    createdAt: new Date(created_at).toISOString(),
    ...{ wrapper, fields, canChange },
    retriesPaused: await isPaused(context.gateway.db, webhook.id),
    knownTypes: WEBHOOK_TYPES[kind],
  };
}
