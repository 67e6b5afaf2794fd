/** The call by which a receiver shows that it is there and understands us. */

import { EVENT_SAMPLES } from '../../contract/event-samples.ts';
import { isEventType } from '../../contract/events/events.ts';
import { isNotificationType } from '../../contract/notification.ts';
import { NOTIFICATION_SAMPLES } from '../../contract/notification-samples.ts';
import type { Outgoing } from '../outgoing/guarded-client.ts';
import { measureSkew } from '../store/clock-skew.ts';
import type { Database } from '../store/database.ts';
import type { WebhookRow } from '../store/tables.ts';
import { attempt, type Outcome } from './attempt.ts';
import { newId } from './ids.ts';
import { requestsFor } from './request.ts';
import { type Envelopes, secretsOf } from './secrets.ts';
import { noteAcknowledged } from './subscriptions.ts';

/** Of no type that means anything: a receiver only has to acknowledge it. */
export const TEST_MESSAGE = JSON.stringify({
  type: 'TEST',
  payload: { message: 'Acknowledge this with any 2xx status, and what happens will be told here.' },
});

/** The body of a sample; undefined where there is no such type. */
export function sampleOf(type: string): object | undefined {
  if (isEventType(type)) return EVENT_SAMPLES[type];
  return isNotificationType(type) ? NOTIFICATION_SAMPLES[type] : undefined;
}

/**
 * Makes the call; an acknowledged one makes the subscription active.
 * @param type of the sample that is sent; a call of no type where absent
 */
export async function testCall(
  { db, vault, outgoing }: { db: Database; vault: Envelopes; outgoing: Outgoing },
  webhook: WebhookRow,
  type?: string,
): Promise<Outcome> {
  const { databaseMs } = await measureSkew(db);
  const now = () => Math.round(databaseMs + performance.now());
  const requestsOf = requestsFor(webhook, await secretsOf(db, vault, webhook), now);
  const receiver = { url: webhook.url ?? '', namedBy: webhook.entity_id };
  const sample = type === undefined ? undefined : sampleOf(type);
  const message = sample === undefined ? TEST_MESSAGE : JSON.stringify(sample);
  const about = {
    'webhook-sample': sample === undefined ? 'test' : 'sample',
    'webhook-occurred-at': new Date(now()).toISOString(),
  };
  const outcome = await attempt(outgoing, receiver, requestsOf(newId(), message, about), now);
  if (outcome.isAcknowledged) await noteAcknowledged(db, webhook);
  return outcome;
}
