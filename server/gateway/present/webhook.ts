/** Subscriptions and deliveries as answers carry them (docs/webhooks.md). */
import type { Outcome } from '../../notifications/attempt.ts';
import type { ShownDelivery } from '../../notifications/subscriptions.ts';
import type { WebhookRow } from '../../store/tables.ts';
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
  nextAttempt: delivery.due_at && timestamp(delivery.due_at),
  answer:
    delivery.attempts === 0 ? null : { status: delivery.answer_status, body: delivery.answer },
});
