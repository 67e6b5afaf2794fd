/** Checkouts of the channels in sight that were not paid, latest first, and where each stopped. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { CheckoutItem, CheckoutState } from '../../../contract/admin-api.ts';
import { toAmount, toMinorUnits } from '../../../contract/currency.ts';
import { describeResult } from '../../../contract/result-codes.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import { CHECKOUT_VALIDITY_MS } from '../../gateway/records/index.ts';
import { BANK_DECLINES, stepOf } from '../../reporting/checkout-step.ts';
import { channelNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import {
  isAfter,
  type LatestPage,
  PAGE_SIZE,
  type Place,
  pageOf,
  placeOf,
} from '../latest-page.ts';
import { oneOf } from '../one-of.ts';
import { iso, moment } from '../period.ts';

/** Names and formats; all optional. */
export const CHECKOUT_FILTER = z.strictObject({
  from: moment.optional(),
  until: moment.optional(),
  state: oneOf(['open', 'paying', 'expired', 'given-up']).optional(),
  step: oneOf(['made', 'loaded', 'typed', 'submitted', 'authenticated']).optional(),
  reference: z.string().trim().min(1).max(128).optional(),
  id: z.string().trim().min(1).max(128).optional(),
  channel: z.string().max(64).optional(),
});

type Filter = z.infer<typeof CHECKOUT_FILTER>;

/** @throws AdminFailure for a `cursor` that is none */
export async function findCheckouts(
  db: Database,
  channels: readonly Channel[],
  filter: Filter,
  cursor: string | undefined,
): Promise<LatestPage<CheckoutItem>> {
  const after = placeOf(cursor);
  const lists = await Promise.all(
    channels.map((channel) => unpaidOf(db, channel, filter, after, PAGE_SIZE + 1)),
  );
  const { items, next } = pageOf(lists);
  return { items: items.map(({ item }) => item), next };
}

async function unpaidOf(
  db: Database,
  { id: channelId, clockOffsetMs }: Channel,
  { from, until, state, step, reference, id }: Filter,
  after: Place | undefined,
  limit: number,
) {
  const now = channelNow(clockOffsetMs);
  let query = db
    .selectFrom('checkouts')
    .leftJoin('form_visits', 'form_visits.checkout_id', 'checkouts.id')
    .leftJoin('payments', 'payments.id', 'checkouts.latest_id')
    .select(['checkouts.id', 'checkouts.parameters', 'checkouts.created_at'])
    .select(['checkouts.expires_at', 'checkouts.paying_id', 'checkouts.latest_id'])
    .select(['form_visits.language', 'form_visits.device', 'form_visits.loaded_at'])
    .select('form_visits.typed_at')
    .select(['payments.state', 'payments.result_code', 'payments.brand', 'payments.card_last4'])
    .where('checkouts.entity_id', '=', channelId)
    .where('checkouts.paid_id', 'is', null);
  if (from) query = query.where('checkouts.created_at', '>=', Date.parse(from));
  if (until) query = query.where('checkouts.created_at', '<', Date.parse(until));
  if (reference) query = query.where('checkouts.merchant_transaction_id', '=', reference);
  if (id) query = query.where('checkouts.id', '=', id);
  if (state === 'paying') query = query.where('checkouts.paying_id', 'is not', null);
  else if (state) query = query.where('checkouts.paying_id', 'is', null);
  if (state === 'open') query = query.where('checkouts.expires_at', '>', now);
  if (state === 'expired' || state === 'given-up') {
    query = query
      .where('checkouts.expires_at', '<=', now)
      .where(
        sql`checkouts.expires_at - checkouts.created_at`,
        state === 'expired' ? '>=' : '<',
        sql`cast(${CHECKOUT_VALIDITY_MS} as bigint)`,
      );
  }
  if (step === 'made' || step === 'loaded' || step === 'typed') {
    query = query
      .where('checkouts.latest_id', 'is', null)
      .where('form_visits.checkout_id', step === 'made' ? 'is' : 'is not', null)
      .where('form_visits.typed_at', step === 'typed' ? 'is not' : 'is', null);
  }
  if (step === 'submitted') {
    query = query.where(({ or, eb }) =>
      or([
        eb('payments.state', '<>', 'failed'),
        eb('payments.result_code', 'not in', BANK_DECLINES),
      ]),
    );
  }
  if (step === 'authenticated') {
    query = query
      .where('payments.state', '=', 'failed')
      .where('payments.result_code', 'in', BANK_DECLINES);
  }
  if (after) query = query.where(isAfter('checkouts', after));
  const rows = await query
    .orderBy('checkouts.created_at', 'desc')
    .orderBy('checkouts.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const parameters: Readonly<Record<string, string | undefined>> = JSON.parse(row.parameters);
    const { amount, currency = null, merchantTransactionId = null } = parameters;
    const units = amount && currency ? toMinorUnits(amount, currency) : undefined;
    const isPaid = false;
    const item: CheckoutItem = {
      ...{ id: row.id, channelId, createdAt: iso(row.created_at) },
      amount: units !== undefined && currency ? toAmount(units, currency) : null,
      ...{ currency, reference: merchantTransactionId },
      state: stateOf(row, now),
      step: stepOf({
        ...{ isPaid, isLoaded: row.loaded_at !== null, isTyped: row.typed_at !== null },
        ...{ state: row.state, resultCode: row.result_code },
      }),
      ...{ language: row.language || null, device: row.device },
      loadedAt: row.loaded_at === null ? null : iso(row.loaded_at),
      ...{ paymentId: row.state === null ? null : row.latest_id, brand: row.brand },
      ...{ last4: row.card_last4, resultCode: row.result_code },
      resultDescription: row.result_code === null ? null : describeResult(row.result_code),
    };
    return { id: row.id, createdAt: row.created_at, item };
  });
}

interface Ending {
  readonly paying_id: string | null;
  readonly created_at: number;
  readonly expires_at: number;
}

/** The merchant's server gives one up by ending it before its time. */
function stateOf({ paying_id, created_at, expires_at }: Ending, now: number): CheckoutState {
  if (paying_id !== null) return 'paying';
  if (expires_at > now) return 'open';
  return expires_at - created_at < CHECKOUT_VALIDITY_MS ? 'given-up' : 'expired';
}
