/** The call by which a receiver shows that it is there and understands us. */
import type { Outgoing } from '../outgoing/guarded-client.ts';
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

/** Makes the call; an acknowledged one makes the subscription active. */
export async function testCall(
  { db, vault, outgoing }: { db: Database; vault: Envelopes; outgoing: Outgoing },
  webhook: WebhookRow,
): Promise<Outcome> {
  const requestsOf = requestsFor(webhook, secretsOf(vault, webhook));
  const receiver = { url: webhook.url ?? '', namedBy: webhook.entity_id };
  const outcome = await attempt(outgoing, receiver, requestsOf(newId(), TEST_MESSAGE));
  if (outcome.isAcknowledged) await noteAcknowledged(db, webhook.id);
  return outcome;
}
