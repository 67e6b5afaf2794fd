/**
 * The outbox: what happened is written as messages, with a delivery for each subscription, in
 * the transaction in which it happened. No change without its message, no message without its change.
 */
import type { Transaction } from '../store/database.ts';
import type { MessageRow } from '../store/tables.ts';
import type { DomainEvent } from './domain-event.ts';
import { eventsOf } from './events/index.ts';
import { idOf, newId } from './ids.ts';
import { type MatchingSubscription, subscriptionsFor } from './matching-subscriptions.ts';
import { notificationOf } from './notification.ts';

export interface Occasion {
  readonly channelId: string;
  /** `notificationUrl` of the request that it comes from. */
  readonly notificationUrl: string | null;
  /** What happened, in order; called only when a subscription wants it. */
  describe(): Promise<readonly DomainEvent[]>;
}

export async function recordDomainEvent(trx: Transaction, occasion: Occasion): Promise<void> {
  const { channelId, notificationUrl } = occasion;
  const listeners = await subscriptionsFor(trx, channelId, notificationUrl);
  if (listeners.length === 0) return;
  for (const change of await occasion.describe()) {
    for (const told of messagesOf(change)) {
      await writeMessage(trx, listeners.filter(hears(told)), told, change);
    }
  }
}

type OutboundMessage = Pick<MessageRow, 'kind' | 'type'> & { readonly body: object };

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

async function writeMessage(
  trx: Transaction,
  listeners: readonly MatchingSubscription[],
  { kind, type, body }: OutboundMessage,
  change: DomainEvent,
): Promise<void> {
  if (listeners.length === 0) return;
  const { channelId, at } = change;
  const { subjectId, groupId } = placeOf(change);
  const message: MessageRow = {
    id: newId(),
    channel_id: channelId,
    kind,
    type,
    subject_id: subjectId,
    group_id: groupId,
    position: await nextPosition(trx, groupId),
    body: JSON.stringify(body),
    created_at: at,
  };
  await trx.insertInto('messages').values(message).execute();
  for (const { webhook, url } of listeners) {
    const queueId = idOf(webhook.id, channelId, new URL(url ?? webhook.url ?? '').origin);
    await trx
      .insertInto('webhook_lanes')
      .values({
        id: queueId,
        webhook_id: webhook.id,
        channel_id: channelId,
        hold_until: 0,
        failing_since: null,
        retry_from: 0,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    await trx
      .insertInto('deliveries')
      .values({
        id: newId(),
        message_id: message.id,
        webhook_id: webhook.id,
        lane_id: queueId,
        url,
        group_id: groupId,
        position: message.position,
        state: 'waiting',
        attempts: 0,
        created_at: at,
        due_at: at,
        lease_until: null,
        lease_token: null,
        attempted_at: null,
        answer_status: null,
        answer: null,
      })
      .execute();
  }
}

/** What a message is about, and what it is told in order with. */
function placeOf(change: DomainEvent): { subjectId: string; groupId: string } {
  if (change.subject === 'payment') {
    return { subjectId: change.payment.id, groupId: change.charge.id };
  }
  if (change.subject === 'registration') {
    // It is told of in order with the payment that it is asked for in.
    const { payment, registration } = change;
    return { subjectId: registration.id, groupId: payment?.id ?? registration.id };
  }
  return { subjectId: change.id, groupId: change.id };
}

/** Changes of one payment come one after the other, so no clock is needed to tell their order. */
async function nextPosition(trx: Transaction, groupId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('messages')
    .select((eb) => eb.fn.coalesce(eb.fn.max('position'), eb.lit(0)).as('last'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  return Number(last) + 1;
}
