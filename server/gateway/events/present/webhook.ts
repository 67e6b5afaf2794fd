/** Subscriptions and deliveries as answers carry them (docs/webhooks.md). */
import type { Outcome } from '../../../notifications/attempt.ts';
import type { ShownAttempt } from '../../../notifications/attempts.ts';
import type { ShownDelivery, WholeDelivery } from '../../../notifications/deliveries.ts';
import { messageHeaders } from '../../../notifications/message-headers.ts';
import { constantHeaders, shownTo } from '../../../notifications/request.ts';
import type { WebhookRow } from '../../../store/tables.ts';
import { timestamp } from './envelope.ts';

export function presentWebhook(webhook: WebhookRow) {
  const { id, entity_id: entityId, url, kind, types, wrapper, fields } = webhook;
  const { paused_at, pause_reason, failing_since } = webhook;
  const ended = webhook.ended_at ?? (pause_reason === 'gone' ? paused_at : null);
  return {
    id,
    entityId,
    url,
    kind,
    types: JSON.parse(types) as string[],
    ...(kind === 'notifications' && { wrapper }),
    fields,
    active: webhook.acknowledged_at !== null && webhook.ended_at === null && paused_at === null,
    ...(paused_at !== null && { paused: timestamp(paused_at) }),
    ...(failing_since !== null && { failingSince: timestamp(failing_since) }),
    ...(ended !== null && { ended: timestamp(ended) }),
    created: timestamp(webhook.created_at),
  };
}

export const presentTest = ({ isAcknowledged, status, answer }: Outcome) => ({
  acknowledged: isAcknowledged,
  status: status ?? null,
  answer,
});

export const presentDelivery = (delivery: ShownDelivery) => ({
  id: delivery.id,
  type: delivery.type,
  subjectId: delivery.subject_id,
  status: delivery.state,
  attempts: delivery.attempts,
  created: timestamp(delivery.created_at),
  latestAttempt: delivery.attempted_at && timestamp(delivery.attempted_at),
  nextAttempt: timestampOrNull(nextAttemptOf(delivery)),
  answer:
    delivery.attempts === 0 ? null : { status: delivery.answer_status, body: delivery.answer },
});

const timestampOrNull = (at: number | null) => (at === null ? null : timestamp(at));

/** Not before the receiver wants to be called again, nor while retries pause. Epoch milliseconds. */
export function nextAttemptOf(delivery: ShownDelivery): number | null {
  const { due_at, attempts, hold_until, retry_from } = delivery;
  return due_at === null ? null : Math.max(due_at, hold_until, attempts > 0 ? retry_from : 0);
}

/** One with its latest deliveries. */
export const presentInFull = (
  webhook: WebhookRow,
  { deliveries, retriesPaused }: { deliveries: readonly ShownDelivery[]; retriesPaused: boolean },
) => ({
  ...presentWebhook(webhook),
  retriesPaused,
  deliveries: deliveries.map(presentDelivery),
});

/** One with what its receiver is sent, and every attempt. */
export function presentWholeDelivery({
  delivery,
  message,
  attempts,
  webhook,
  merchantId,
}: WholeDelivery & { readonly webhook: WebhookRow; readonly merchantId: string }) {
  const about = messageHeaders(delivery, { channelId: message.channel_id, merchantId });
  return {
    ...presentDelivery(delivery),
    url: delivery.url ?? webhook.url,
    headers: constantHeaders(webhook, delivery.id, about),
    payload: JSON.parse(shownTo(webhook, message.body)) as object,
    attemptList: attempts.map(presentAttempt),
  };
}

const presentAttempt = ({ startedAt, durationMs, url, status, answer, headers }: ShownAttempt) => ({
  started: timestamp(startedAt),
  durationMs,
  url,
  status,
  answer,
  headers,
});
