/** Subscriptions and deliveries as answers carry them (docs/webhooks.md). */
import type { Outcome } from '../../../notifications/attempt.ts';
import type { ShownDelivery } from '../../../notifications/subscriptions.ts';
import type { WebhookRow } from '../../../store/tables.ts';
import { timestamp } from './envelope.ts';

export function presentWebhook(webhook: WebhookRow) {
  const { id, entity_id: entityId, url, kind, types, wrapper, fields, ended_at } = webhook;
  return {
    id,
    entityId,
    url,
    kind,
    types: JSON.parse(types) as string[],
    ...(kind === 'notifications' && { wrapper }),
    fields,
    active: webhook.acknowledged_at !== null && ended_at === null,
    ...(ended_at !== null && { ended: timestamp(ended_at) }),
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
  nextAttempt: nextAttemptOf(delivery),
  answer:
    delivery.attempts === 0 ? null : { status: delivery.answer_status, body: delivery.answer },
});

/** Not before the receiver wants to be called again, nor while retries pause. */
function nextAttemptOf({ due_at, attempts, hold_until, retry_from }: ShownDelivery) {
  if (due_at === null) return null;
  return timestamp(Math.max(due_at, hold_until, attempts > 0 ? retry_from : 0));
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
