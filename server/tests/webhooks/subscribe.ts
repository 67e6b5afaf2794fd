/** What the tests of webhooks share: a gateway that delivers, receivers, and subscriptions. */
import { readNotification } from '../../../docs/receivers/receive.mjs';
import type { Received, TestReceiver } from '../support/receiver.ts';
import {
  type Answer,
  CARD_FIELDS,
  CHECKOUT,
  type Fields,
  type TestGateway,
} from '../support/test-gateway.ts';

export interface Subscription {
  readonly id: string;
  readonly secret: string;
  readonly answer: Answer;
}

/** Subscribes a receiver. Its test call is the first thing that the receiver gets. */
export async function subscribe(
  test: TestGateway,
  receiver: Pick<TestReceiver, 'url'>,
  fields: Fields = {},
): Promise<Subscription> {
  const answer = await test.call('/v1/webhooks', {
    entityId: test.entityId,
    url: `${receiver.url}/hook`,
    kind: 'notifications',
    ...fields,
  });
  return { id: answer.body.id, secret: answer.body.secret, answer };
}

/** A debit of 92 EUR. */
export const payByCard = (test: TestGateway, fields: Fields = {}): Promise<Answer> =>
  test.call('/v1/payments', { entityId: test.entityId, ...CHECKOUT, ...CARD_FIELDS, ...fields });

/** As a merchant reads it. */
export const read = ({ headers, body }: Received, ...keys: string[]) =>
  readNotification(headers, body, keys);

/** Without its time, which is when an answer was made. */
export const timeless = ({ timestamp: _, ...rest }: Record<string, unknown>) => rest;

export const remove = (test: TestGateway, path: string): Promise<Answer> =>
  test.call(`${path}?entityId=${test.entityId}`, undefined, { method: 'DELETE' });

export const advance = (test: TestGateway, seconds: number): Promise<Answer> =>
  test.call('/sandbox/clock', { entityId: test.entityId, advance: String(seconds) });
