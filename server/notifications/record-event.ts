/**
 * The outbox: what happened is written as messages, with a delivery for each subscription, in
 * the transaction in which it happened. No change without its message, no message without its change.
 * Events are written for who asks for them, too (`event-list.ts`).
 */
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../store/database.ts';
import { databaseNow } from '../store/dialect.ts';
import { keptQuery } from '../store/kept-query.ts';
import type { DeliveryRow, EndpointQueueRow, MessageRow, WebhookRow } from '../store/tables.ts';
import { TRACE_HEADER, traceHeaders } from '../tracing.ts';
import type { DomainEvent } from './domain-event.ts';
import { eventsOf } from './events/index.ts';
import { idOf, newId } from './ids.ts';
import { type MatchingSubscription, subscriptionsFor } from './matching-subscriptions.ts';
import { notificationOf } from './notification.ts';

const DAY_MS = 24 * 60 * 60_000;
/** More than one payment is ever told of in a day. */
const MOST_A_DAY = 1_000;

export interface Occasion {
  readonly channelId: string;
  /** `notificationUrl` of the request that it comes from. */
  readonly notificationUrl: string | null;
  /** Whether events are kept for who asks for them, though no subscription wants any. */
  readonly listsEvents?: boolean;
  /** Whether nothing was told of the same group before. */
  readonly isFirst?: boolean;
  /** No part in it has this subscription: it is what is told of. */
  readonly exceptWebhook?: string;
  /** What happened, in order; called only when it is told or kept. */
  describe(): Promise<readonly DomainEvent[]>;
}

export async function recordDomainEvent(trx: Transaction, occasion: Occasion): Promise<void> {
  const { channelId, notificationUrl, listsEvents = false, isFirst, exceptWebhook } = occasion;
  const listeners = (await subscriptionsFor(trx, channelId, notificationUrl)).filter(
    ({ webhook }) => webhook.id !== exceptWebhook,
  );
  if (listeners.length === 0 && !listsEvents) return;
  const written: Written[] = [];
  for (const change of await occasion.describe()) {
    let place: Place | undefined;
    for (const content of messagesOf(change)) {
      const hearing = listeners.filter(hears(content));
      if (hearing.length === 0 && !(listsEvents && content.kind === 'events')) continue;
      place ??= await placeIn(trx, change);
      const position = positionOf(change, place, written, isFirst);
      written.push({ message: messageOf(content, change, place), position, listeners: hearing });
    }
  }
  await write(trx, written);
}

type OutboundMessage = Pick<MessageRow, 'kind' | 'type'> & { readonly body: object };

interface Written {
  readonly message: Omit<MessageRow, 'position' | 'recorded_at'>;
  readonly position: number | RawBuilder<number>;
  readonly listeners: readonly MatchingSubscription[];
}

function messagesOf(change: DomainEvent): OutboundMessage[] {
  const notification = notificationOf(change);
  const events = eventsOf(change);
  return [
    ...(notification
      ? [{ kind: 'notifications', type: notification.type, body: notification } as const]
      : []),
    ...events.map((event) => ({ kind: 'events', type: event.type, body: event }) as const),
  ];
}

const hears =
  ({ kind, type }: OutboundMessage) =>
  ({ webhook }: MatchingSubscription): boolean => {
    const types: readonly string[] = JSON.parse(webhook.types);
    return webhook.kind === kind && (types.length === 0 || types.includes(type));
  };

function messageOf(
  { kind, type, body }: OutboundMessage,
  change: DomainEvent,
  { subjectId, groupId }: Place,
): Written['message'] {
  return {
    id: newId(),
    channel_id: change.channelId,
    kind,
    type,
    subject_id: subjectId,
    group_id: groupId,
    body: JSON.stringify(body),
    created_at: change.at,
    traceparent: traceHeaders()[TRACE_HEADER] ?? null,
  };
}

/**
 * Changes of one payment come one after the other, so no clock is needed to tell their order. Its messages
 * are forgotten some day: what comes then goes by how many days old it is, and so stays behind them.
 * @param before what the same occasion tells before it
 */
function positionOf(
  change: DomainEvent,
  { groupId, begunAt }: Place,
  before: readonly Written[],
  isFirst = false,
): Written['position'] {
  const next = 1 + before.filter(({ message }) => message.group_id === groupId).length;
  if (isFirst) return next;
  const days = Math.max(0, Math.floor((change.at - begunAt) / DAY_MS));
  return sql<number>`(select coalesce(max(position), ${days * MOST_A_DAY}) + ${next}
    from messages where group_id = ${groupId})`;
}

/** All that an occasion tells, in as few statements as there are tables. */
async function write(trx: Transaction, written: readonly Written[]): Promise<void> {
  if (written.length === 0) return;
  const messages = written.map(({ message, position }) => ({
    ...{ ...message, position, recorded_at: recordedAt(trx, message) },
  }));
  const rows = await trx
    .insertInto('messages')
    .values(messages)
    .returning(['id', 'position'])
    .execute();
  const positions = new Map(rows.map((row) => [row.id, row.position]));
  const queues = new Map<string, EndpointQueueRow>();
  const deliveries = written.flatMap(({ message, listeners }) =>
    listeners.map(({ webhook, url }) => {
      const queue = queueFor(webhook, message.channel_id, url);
      queues.set(queue.id, queue);
      const position = Number(positions.get(message.id));
      const due_at = channelTime(trx, message.channel_id);
      return { ...deliveryOf({ ...message, position }, webhook, queue, url), due_at };
    }),
  );
  if (deliveries.length === 0) return;
  await trx
    .insertInto('webhook_lanes')
    .values([...queues.values()])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await trx.insertInto('deliveries').values(deliveries).execute();
}

/** The channel's clock by the database's: instances whose own differ write one order, and nothing late. */
const channelTime = (trx: Transaction, channelId: string): RawBuilder<number> =>
  sql<number>`((select clock_offset_ms from entities where id = ${channelId}) + ${databaseNow(trx)})`;

/** The list of events goes by it, so it never goes back, even where the database's clock was set back. */
function recordedAt(
  trx: Transaction,
  { channel_id, kind }: Pick<MessageRow, 'channel_id' | 'kind'>,
): RawBuilder<number> {
  const now = databaseNow(trx);
  if (kind !== 'events') return now;
  return sql<number>`(select case when latest > ${now} then latest + 1 else ${now} end from (
    select max(recorded_at) as latest from messages
      where channel_id = ${channel_id} and kind = 'events' and recorded_at is not null) as listed)`;
}

/** @param url where the webhook has none of its own */
export function queueFor(
  webhook: Pick<WebhookRow, 'id' | 'url'>,
  channelId: string,
  url: string | null,
): EndpointQueueRow {
  return {
    id: idOf(webhook.id, channelId, new URL(url ?? webhook.url ?? '').origin),
    webhook_id: webhook.id,
    channel_id: channelId,
    hold_until: 0,
    failing_since: null,
    retry_from: 0,
  };
}

/** A delivery that was not tried yet. */
export const deliveryOf = (
  message: Pick<MessageRow, 'id' | 'group_id' | 'position' | 'created_at'>,
  webhook: Pick<WebhookRow, 'id'>,
  queue: Pick<EndpointQueueRow, 'id'>,
  url: string | null,
): Omit<DeliveryRow, 'due_at'> => ({
  id: newId(),
  message_id: message.id,
  webhook_id: webhook.id,
  lane_id: queue.id,
  url,
  group_id: message.group_id,
  position: message.position,
  state: 'waiting',
  attempts: 0,
  created_at: message.created_at,
  lease_until: null,
  lease_token: null,
  attempted_at: null,
  answer_status: null,
  answer: null,
  given_up_at: null,
  replayed_at: null,
  attempts_before: null,
});

/** What a message is about, what it is told in order with, and when that began. */
interface Place {
  readonly subjectId: string;
  readonly groupId: string;
  readonly begunAt: number;
}

/**
 * A stored card that came with a payment goes on being told of in order with it: what becomes of the card
 * would else be in two orders, and might arrive before that it was stored.
 */
async function placeIn(trx: Transaction, change: DomainEvent): Promise<Place> {
  const place = placeOf(change);
  if (change.subject === 'payment') {
    // A refund of a capture has the capture's lock alone.
    const { referencedId } = change.payment;
    if (referencedId !== null && referencedId !== place.groupId) await lockGroup(trx, place);
  }
  if (change.subject !== 'registration' || change.payment) return place;
  const [before] = (await latestGroup(trx, place)).rows;
  if (!before || before.group_id === place.groupId) return place;
  const ofPayment = { ...place, groupId: before.group_id };
  await lockGroup(trx, ofPayment);
  return ofPayment;
}

/** The payment's own changes have this lock, too: two at once would get the same position. */
const lockGroup = (trx: Transaction, { groupId }: Place) =>
  trx.selectFrom('payments').select('id').where('id', '=', groupId).forUpdate().execute();

const latestGroup = keptQuery((db, { subjectId }: { subjectId: string }) =>
  db
    .selectFrom('messages')
    .select('group_id')
    .where('subject_id', '=', subjectId)
    .orderBy('created_at', 'desc')
    .orderBy('position', 'desc')
    .limit(1),
);

function placeOf(change: DomainEvent): Place {
  if (change.subject === 'payment') {
    const { payment, charge } = change;
    return { subjectId: payment.id, groupId: charge.id, begunAt: charge.createdAt };
  }
  if (change.subject === 'registration') {
    // It is told of in order with the payment that it is asked for in.
    const { payment, registration } = change;
    const { id: groupId, createdAt: begunAt } = payment ?? registration;
    return { subjectId: registration.id, groupId, begunAt };
  }
  const { id, at } = change;
  return { subjectId: id, groupId: id, begunAt: 'begunAt' in change ? change.begunAt : at };
}
