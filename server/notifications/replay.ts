/**
 * Sends messages again, under their ids, or to another subscription: at once, and by the schedule from its
 * beginning where that fails. Who asks for it says that the receiver is there again: other retries do not
 * pause any more, and a `Retry-After` of before counts no more.
 */
import { sql } from 'kysely';
import type { Database, Transaction } from '../store/database.ts';
import { databaseNow, inTransaction } from '../store/dialect.ts';
import type { WebhookRow } from '../store/tables.ts';
import type { DeliveryScope } from './deliveries.ts';
import { resumeRetries } from './pause.ts';
import { deliveryOf, queueFor } from './record-event.ts';

/** In one transaction: others that write wait for no more than that. */
const BATCH = 500;
/** In one request; what is left has another. */
export const MOST_REPLAYED = 50_000;

/** What is to be sent again: these, or all that were given up since a moment. */
export type ReplaySelection =
  | { readonly ids: readonly string[] }
  /** Epoch milliseconds, channel clock. */
  | { readonly givenUpSince: number };

export interface Replayed {
  /** The deliveries that are on their way now: to another subscription they have ids of their own. */
  readonly ids: readonly string[];
  /** Whether there are others that were given up. */
  readonly hasMore: boolean;
}

interface Found {
  readonly id: string;
  readonly webhook_id: string;
  readonly message_id: string;
  readonly lane_id: string;
  readonly group_id: string;
  readonly position: number;
  readonly created_at: number;
  readonly channel_id: string;
  readonly clock_offset_ms: number;
}

/**
 * @param target another subscription that gets them; where absent, those that had them
 * @param within what is written in the same transaction as these, where there is something to send
 */
export async function replay(
  db: Database,
  scope: DeliveryScope,
  selection: ReplaySelection,
  target?: WebhookRow,
  within?: (trx: Transaction, ids: readonly string[]) => Promise<void>,
): Promise<Replayed> {
  const ids: string[] = [];
  let after: Found | undefined;
  for (;;) {
    const { found, sent } = await inTransaction(db, async (trx) => {
      const found = await chosen(trx, scope, selection, target, after);
      const sent = target ? await resend(trx, found, target) : await sendAgain(trx, found);
      if (sent.length > 0) await within?.(trx, sent);
      return { found, sent };
    });
    ids.push(...sent);
    after = found.at(-1);
    const isLast = found.length < BATCH || 'ids' in selection;
    if (isLast || ids.length >= MOST_REPLAYED) return { ids, hasMore: !isLast };
  }
}

/** The next ones, in the order of their ids: each comes once, even if it changes meanwhile. */
async function chosen(
  trx: Transaction,
  { webhookIds, channelIds }: DeliveryScope,
  selection: ReplaySelection,
  target: WebhookRow | undefined,
  after: Found | undefined,
): Promise<Found[]> {
  if (webhookIds.length === 0) return [];
  let query = trx
    .selectFrom('deliveries')
    .innerJoin('webhook_lanes', 'webhook_lanes.id', 'deliveries.lane_id')
    .innerJoin('entities', 'entities.id', 'webhook_lanes.channel_id')
    .select(['deliveries.id', 'deliveries.webhook_id', 'message_id', 'group_id', 'position'])
    .select(['deliveries.created_at', 'lane_id', 'webhook_lanes.channel_id', 'clock_offset_ms'])
    .where('deliveries.webhook_id', 'in', webhookIds)
    .orderBy('deliveries.id')
    .limit(BATCH);
  if (channelIds) query = query.where('webhook_lanes.channel_id', 'in', channelIds);
  if (after) query = query.where('deliveries.id', '>', after.id);
  if ('ids' in selection) return query.where('deliveries.id', 'in', selection.ids).execute();
  // They stay given up where they were: a request that goes on must not find those of the one before.
  if (target) {
    query = query.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as there')
            .select('there.id')
            .whereRef('there.message_id', '=', 'deliveries.message_id')
            .where('there.webhook_id', '=', target.id)
            .where('there.state', '!=', sql.lit('given_up')),
        ),
      ),
    );
  }
  return query
    .where('state', '=', sql.lit('given_up'))
    .where(
      (eb) => eb.fn.coalesce('given_up_at', 'deliveries.created_at'),
      '>=',
      selection.givenUpSince,
    )
    .execute();
}

async function sendAgain(trx: Transaction, found: readonly Found[]): Promise<string[]> {
  for (const [offset, deliveries] of Map.groupBy(found, (each) => each.clock_offset_ms)) {
    const now = databaseNow(trx, offset);
    await trx
      .updateTable('deliveries')
      .set((eb) => ({
        state: 'waiting',
        due_at: now,
        replayed_at: now,
        attempts_before: eb.ref('attempts'),
        given_up_at: null,
      }))
      .where(
        'id',
        'in',
        deliveries.map(({ id }) => id),
      )
      .execute();
  }
  for (const id of new Set(found.map(({ webhook_id }) => webhook_id))) await resumeRetries(trx, id);
  await callAtOnce(trx, [...new Set(found.map(({ lane_id }) => lane_id))]);
  return found.map(({ id }) => id);
}

async function callAtOnce(trx: Transaction, queueIds: readonly string[]): Promise<void> {
  if (queueIds.length === 0) return;
  await trx
    .updateTable('webhook_lanes')
    .set({ hold_until: 0 })
    .where('id', 'in', queueIds)
    .where('hold_until', '>', 0)
    .execute();
}

/** A message that the other subscription has been told already is told to it again, under that id. */
async function resend(
  trx: Transaction,
  found: readonly Found[],
  target: WebhookRow,
): Promise<string[]> {
  if (found.length === 0) return [];
  const known = await trx
    .selectFrom('deliveries')
    .select(['id', 'message_id', 'lane_id'])
    .where('webhook_id', '=', target.id)
    .where(
      'message_id',
      'in',
      found.map(({ message_id }) => message_id),
    )
    .execute();
  const knownOf = new Map(known.map((each) => [each.message_id, each]));
  const again = found.flatMap((each) => {
    const there = knownOf.get(each.message_id);
    return there ? [{ ...each, ...there, webhook_id: target.id }] : [];
  });
  const anew = found.filter(({ message_id }) => !knownOf.has(message_id));
  const queues = new Map(
    anew.map(({ channel_id }) => [channel_id, queueFor(target, channel_id, null)]),
  );
  if (queues.size > 0) {
    await trx
      .insertInto('webhook_lanes')
      .values([...queues.values()])
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
  const deliveries = anew.flatMap((each) => {
    const queue = queues.get(each.channel_id);
    const now = databaseNow(trx, each.clock_offset_ms);
    const message = { ...each, id: each.message_id };
    return queue
      ? [{ ...deliveryOf(message, target, queue, null), due_at: now, replayed_at: now }]
      : [];
  });
  if (deliveries.length > 0) await trx.insertInto('deliveries').values(deliveries).execute();
  await sendAgain(trx, again);
  await resumeRetries(trx, target.id);
  await callAtOnce(
    trx,
    [...queues.values()].map(({ id }) => id),
  );
  return [...again, ...deliveries].map(({ id }) => id);
}
