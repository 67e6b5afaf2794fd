/** What is due by the database's clock, and taking some of it: a delivery belongs to one instance at a time. */
import { type SelectQueryBuilder, sql } from 'kysely';
import { goingOnFrom } from '../store/clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import { databaseNow, inTransaction, skipLocked } from '../store/dialect.ts';
import { LEASE_MS } from '../store/lease.ts';
import type { DeliveryRow, Tables, WebhookRow } from '../store/tables.ts';
import type { Claimed, EndpointQueue } from './endpoint-queue.ts';
import { newId } from './ids.ts';
import { findWithRetries } from './pause.ts';

/** Some wait for the one before them, which another call is sending. */
const HEADS = 2;

/** The queues in which something is to be sent now. Those of unacknowledged subscriptions wait. */
export async function dueQueues(db: Database): Promise<EndpointQueue[]> {
  return (await dueQuery(db).execute()).map(toQueue);
}

/** The queue as it is now; undefined when nothing is to be sent in it. */
export async function dueQueue(db: Database, id: string): Promise<EndpointQueue | undefined> {
  const row = await dueQuery(db).where('webhook_lanes.id', '=', id).executeTakeFirst();
  return row && toQueue(row);
}

function dueQuery(db: Database) {
  const now = databaseNow(db);
  return db
    .selectFrom('webhook_lanes')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_lanes.webhook_id')
    .innerJoin('entities', 'entities.id', 'webhook_lanes.channel_id')
    .leftJoin('entities as above', 'above.id', 'entities.parent_id')
    .selectAll('webhooks')
    .select(['webhook_lanes.id as lane_id', 'webhook_lanes.channel_id', 'retry_from'])
    .select((eb) => [
      now.as('now'),
      'entities.clock_offset_ms',
      // A channel stands below a merchant, or below a division of one.
      eb.fn.coalesce('above.parent_id', 'above.id', 'entities.id').as('merchant_id'),
    ])
    .where('acknowledged_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('paused_at', 'is', null)
    .where((eb) => eb('hold_until', '<=', eb('entities.clock_offset_ms', '+', now)))
    .where((eb) => {
      const due = eb
        .selectFrom('deliveries')
        .select('deliveries.id')
        .whereRef('deliveries.lane_id', '=', 'webhook_lanes.id')
        .where('due_at', 'is not', null)
        .where((inner) => inner('due_at', '<=', inner('entities.clock_offset_ms', '+', now)))
        .where((inner) =>
          inner.or([inner('lease_until', 'is', null), inner('lease_until', '<=', now)]),
        );
      return eb.or([
        eb.and([eb('retry_from', '<=', eb('entities.clock_offset_ms', '+', now)), eb.exists(due)]),
        eb.exists(due.where('attempts', '=', eb.lit(0))),
      ]);
    });
}

const toQueue = ({
  lane_id: id,
  clock_offset_ms: clockOffsetMs,
  retry_from: retryFrom,
  channel_id: channelId,
  merchant_id: merchantId,
  now,
  ...webhook
}: WebhookRow & {
  lane_id: string;
  channel_id: string;
  merchant_id: string;
  clock_offset_ms: number;
  retry_from: number;
  now: number;
}): EndpointQueue => ({
  id,
  webhook,
  clockOffsetMs,
  now: goingOnFrom(now),
  retryFrom,
  channelId,
  merchantId,
});

/**
 * Takes up to `limit` deliveries of a queue, the longest due first. A message waits for the one before
 * it in its group while that was not attempted: in order while nothing fails.
 */
export function claim(db: Database, queue: EndpointQueue, limit: number): Promise<Claimed[]> {
  const lease_token = newId();
  return inTransaction(db, async (trx) => {
    const find = async (most: number, attempts?: Attempts) => {
      const atHead = await headOf(trx, queue, most, attempts).execute();
      // All of the head may wait for what another queue has not sent yet.
      return atHead.length > 0 ? atHead : allOf(trx, queue, most, attempts).execute();
    };
    const found = await findWithRetries(trx, queue, find, limit);
    if (found.length === 0) return [];
    await trx
      .updateTable('deliveries')
      .set({ lease_until: databaseNow(trx, LEASE_MS), lease_token })
      .where(
        'id',
        'in',
        found.map((delivery) => delivery.id),
      )
      .execute();
    const messages = await trx
      .selectFrom('messages')
      .select(['id', 'type', 'body', 'traceparent'])
      .where(
        'id',
        'in',
        found.map(({ message_id }) => message_id),
      )
      .execute();
    const byId = new Map(messages.map(({ id, ...message }) => [id, message]));
    const nothing = { type: '', body: '', traceparent: null };
    return found.map((delivery) => ({
      ...delivery,
      ...(byId.get(delivery.message_id) ?? nothing),
      lease_token,
    }));
  });
}

type Waiting = Pick<EndpointQueue, 'id' | 'clockOffsetMs'>;
/** Whether it was never tried (`=` none) or was (`>` none). */
type Attempts = '=' | '>';
type Found = SelectQueryBuilder<Tables & { readonly head: DeliveryRow }, 'head', DeliveryRow>;

/** What is due and nobody's, as it stands in the queue; whether it was tried or not where that is absent. */
function waitingIn(
  trx: Database | Transaction,
  { id, clockOffsetMs }: Waiting,
  attempts: Attempts | undefined,
): Found {
  const waiting = trx
    .selectFrom('deliveries as head')
    .selectAll()
    .where('lane_id', '=', id)
    .where('due_at', 'is not', null)
    .where('due_at', '<=', databaseNow(trx, clockOffsetMs))
    .where((eb) =>
      eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', databaseNow(trx))]),
    );
  return attempts === undefined ? waiting : waiting.where('attempts', attempts, sql.lit(0));
}

/** What may be taken: nothing that waits for the one before it. */
const takeable = (found: Found, limit: number): Found =>
  found
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.webhook_id', '=', 'head.webhook_id')
            .whereRef('earlier.group_id', '=', 'head.group_id')
            .whereRef('earlier.position', '<', 'head.position')
            .where('earlier.due_at', 'is not', null)
            .where('earlier.attempts', '=', 0),
        ),
      ),
    )
    .orderBy('due_at')
    .orderBy('position')
    .limit(limit);

const allOf = (
  trx: Database | Transaction,
  queue: Waiting,
  limit: number,
  attempts: Attempts | undefined,
): Found => skipLocked(takeable(waitingIn(trx, queue, attempts), limit));

/**
 * The same of its head alone: what each has before it is not looked up for all of a queue, which may be long.
 * The head is a table of its own. As a list of ids, PostgreSQL read it anew for each message where it knew
 * little of the table, as of one that fills and empties.
 */
export const headOf = (
  trx: Database | Transaction,
  queue: Waiting,
  limit: number,
  attempts?: Attempts,
): Found =>
  takeable(
    trx
      .selectFrom(
        skipLocked(
          waitingIn(trx, queue, attempts)
            .orderBy('due_at')
            .limit(HEADS * limit),
        ).as('head'),
      )
      .selectAll(),
    limit,
  );

/**
 * Renews the leases of deliveries that are still ours. Those whose outcome is being written are passed over:
 * waiting for them, while their writer waits for others of these, is a deadlock.
 * @returns the ids of those that were renewed
 */
export async function renewClaims(
  db: Database,
  claimed: readonly Claimed[],
): Promise<ReadonlySet<string>> {
  if (claimed.length === 0) return new Set();
  return inTransaction(db, async (trx) => {
    const ours = await skipLocked(
      trx
        .selectFrom('deliveries')
        .select('id')
        .where(
          'id',
          'in',
          claimed.map(({ id }) => id),
        )
        .where('lease_token', 'in', [...new Set(claimed.map(({ lease_token }) => lease_token))]),
    ).execute();
    const ids = ours.map(({ id }) => id);
    if (ids.length === 0) return new Set();
    await trx
      .updateTable('deliveries')
      .set({ lease_until: databaseNow(trx, LEASE_MS) })
      .where('id', 'in', ids)
      .execute();
    return new Set(ids);
  });
}
