/** Deliveries of a webhook, as the console lists and opens them. */
import { z } from 'zod';
import type { DeliveryDetail, DeliveryItem, Page } from '../../../contract/admin-api.ts';
import {
  findDeliveries,
  nextAttemptOf,
  presentWholeDelivery,
  readDelivery,
} from '../../gateway/events/index.ts';
import type { ShownDelivery } from '../../notifications/deliveries.ts';
import type { Database } from '../../store/database.ts';
import { PAGE_SIZE } from '../latest-page.ts';
import { oneOf } from '../one-of.ts';
import { paymentsAmong } from '../payments/payments-among.ts';
import { iso, isoOrNull, moment } from '../period.ts';
import type { SeenWebhook } from './webhooks-in-sight.ts';

const SECOND_MS = 1_000;

const id = z.string().trim().min(1).max(64);

/** What is unknown is refused: ignoring it would show too much. */
export const DELIVERY_QUERY = z.strictObject({
  state: oneOf(['waiting', 'delivered', 'given_up']).optional(),
  type: z.string().max(64).optional(),
  payment: id.optional(),
  from: moment.optional(),
  until: moment.optional(),
  cursor: id.optional(),
});

/** A time as the API's parameters have it: UTC, to the second. */
export const asParameter = (at: number): string => iso(at).slice(0, 19).replace('T', ' ');

/** @throws ApiError naming what is wrong, also a cursor of another list */
export async function pageOfDeliveries(
  db: Database,
  { scope }: SeenWebhook,
  { from, until, cursor, ...same }: z.infer<typeof DELIVERY_QUERY>,
): Promise<Page<DeliveryItem>> {
  const wanted = {
    ...same,
    from: from && asParameter(Date.parse(from)),
    // Of the API the second that is named counts.
    to: until && asParameter(Date.parse(until) - SECOND_MS),
    after: cursor,
    limit: String(PAGE_SIZE),
  };
  const pairs = Object.entries(wanted).flatMap(([name, value]): [string, string][] =>
    value ? [[name, value]] : [],
  );
  const { deliveries, hasMore } = await findDeliveries({ db }, scope, pairs);
  const payments = await paymentsAmong(db, deliveries.map(subjectOf));
  return {
    items: deliveries.map((delivery) => presentItem(delivery, payments)),
    next: hasMore ? (deliveries.at(-1)?.id ?? null) : null,
  };
}

/** @throws ApiError (404) */
export async function wholeDelivery(
  db: Database,
  { scope }: SeenWebhook,
  deliveryId: string,
): Promise<DeliveryDetail> {
  const whole = await readDelivery({ db }, scope, deliveryId);
  const { url, headers, payload } = presentWholeDelivery(whole);
  const payments = await paymentsAmong(db, [subjectOf(whole.delivery)]);
  return {
    ...presentItem(whole.delivery, payments),
    webhookId: whole.webhook.id,
    url: url ?? '',
    headers,
    payload,
    attemptList: whole.attempts.map(({ startedAt, ...attempt }) => ({
      startedAt: iso(startedAt),
      ...attempt,
    })),
  };
}

const subjectOf = ({ subject_id }: ShownDelivery) => subject_id;

const presentItem = (row: ShownDelivery, payments: ReadonlySet<string>): DeliveryItem => ({
  ...{ id: row.id, type: row.type, state: row.state, subjectId: row.subject_id },
  paymentId: payments.has(row.subject_id) ? row.subject_id : null,
  createdAt: iso(row.created_at),
  attempts: row.attempts,
  lastAttemptAt: isoOrNull(row.attempted_at),
  lastStatus: row.answer_status,
  nextAttemptAt: isoOrNull(nextAttemptOf(row)),
});
