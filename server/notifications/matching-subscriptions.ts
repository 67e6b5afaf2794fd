/** Who is to be told of what happens in a channel. */

import { realNow } from '../store/clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import { keptQuery } from '../store/kept-query.ts';
import type { WebhookRow } from '../store/tables.ts';
import { newId } from './ids.ts';

export interface MatchingSubscription {
  readonly webhook: WebhookRow;
  /** Where the subscription has no address of its own. */
  readonly url: string | null;
}

/**
 * The subscriptions of the channel and of the entities above it, and the `notificationUrl` of the
 * request, which is told by the nearest key.
 */
export async function subscriptionsFor(
  trx: Transaction,
  channelId: string,
  notificationUrl: string | null,
): Promise<MatchingSubscription[]> {
  const found = await subscribed(trx, channelId, notificationUrl);
  const listeners: MatchingSubscription[] = found
    .filter(({ source }) => source === 'subscription')
    .map((webhook) => ({ webhook, url: null }));
  if (notificationUrl === null) return listeners;
  const key =
    found.find(hasKey) ??
    found.find(({ source, entity_id }) => source === 'request' && entity_id === channelId) ??
    (await keylessWebhook(trx, channelId));
  return [...listeners, { webhook: key, url: notificationUrl }];
}

/** Where an address of the request waits for a key, that key comes before all of this, or after it. */
async function subscribed(
  trx: Transaction,
  channelId: string,
  notificationUrl: string | null,
): Promise<WebhookRow[]> {
  const found = await webhooksAbove(trx, channelId);
  if (notificationUrl === null || found.some(hasKey)) return found;
  await entitiesAbove(trx, channelId).forShare().execute();
  return webhooksAbove(trx, channelId);
}

/** What encrypts what a `notificationUrl` of the channel is told; undefined where there is no key. */
export const nearestKey = async (
  db: Database | Transaction,
  channelId: string,
): Promise<WebhookRow | undefined> => (await webhooksAbove(db, channelId)).find(hasKey);

const hasKey = ({ source, secret }: WebhookRow): boolean => source === 'request' && secret !== null;

/** The channel, and what it stands below. */
const entitiesAbove = (trx: Transaction, channelId: string) => {
  const parents = trx
    .selectFrom('entities as channel')
    .leftJoin('entities as parent', 'parent.id', 'channel.parent_id')
    .where('channel.id', '=', channelId);
  return trx
    .selectFrom('entities')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('id', '=', channelId),
        eb('id', 'in', parents.select('channel.parent_id').$castTo<{ parent_id: string }>()),
        eb('id', 'in', parents.select('parent.parent_id').$castTo<{ parent_id: string }>()),
      ]),
    )
    .orderBy('id');
};

/** A channel stands below a merchant, or below a division of one. */
const webhooksOfTree = keptQuery((db, { channelId }: { channelId: string }) =>
  db
    .selectFrom('entities as channel')
    .leftJoin('entities as parent', 'parent.id', 'channel.parent_id')
    .innerJoin('webhooks', (join) =>
      join.on((eb) =>
        eb.or(
          (['channel.id', 'channel.parent_id', 'parent.parent_id'] as const).map((above) =>
            eb('webhooks.entity_id', '=', eb.ref(above)),
          ),
        ),
      ),
    )
    .selectAll('webhooks')
    .select('channel.parent_id as parent_id')
    .where('channel.id', '=', channelId)
    .where('deleted_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('webhooks.created_at'),
);

/** Nearest first. */
async function webhooksAbove(db: Database | Transaction, channelId: string): Promise<WebhookRow[]> {
  const { rows } = await webhooksOfTree(db, { channelId });
  const distance = ({ entity_id, parent_id }: (typeof rows)[number]): number =>
    entity_id === channelId ? 0 : entity_id === parent_id ? 1 : 2;
  return rows.toSorted((a, b) => distance(a) - distance(b));
}

/** Keeps what is to be told until the entity has a key. */
async function keylessWebhook(trx: Transaction, channelId: string): Promise<WebhookRow> {
  const row = requestWebhook(channelId);
  await trx.insertInto('webhooks').values(row).execute();
  return row;
}

/** What is known of the health of a receiver that was never called. */
export const HEALTHY = {
  paused_at: null,
  pause_reason: null,
  failing_since: null,
  notice_due_at: null,
  mail_due_at: null,
} as const;

/** Told of the payments whose requests name a `notificationUrl`; without a secret so far. */
export const requestWebhook = (entityId: string): WebhookRow => ({
  id: newId(),
  entity_id: entityId,
  source: 'request',
  url: null,
  kind: 'notifications',
  types: '[]',
  wrapper: 'NONE',
  fields: 'ALL',
  secret: null,
  previous_secret: null,
  previous_until: null,
  created_at: realNow(),
  acknowledged_at: null,
  ended_at: null,
  deleted_at: null,
  ...HEALTHY,
});
