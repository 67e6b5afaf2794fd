/** What cardholders' banks have taken back, each with the payment that it is of. */
import { z } from 'zod';
import type { ChargebackItem } from '../../../contract/admin-api.ts';
import { toAmount } from '../../../contract/currency.ts';
import { describeResult } from '../../../contract/result-codes.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import { channelNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import {
  isAfter,
  type LatestPage,
  latestFirst,
  PAGE_SIZE,
  type Place,
  pageOf,
  placeOf,
  soonestFirst,
} from '../latest-page.ts';
import { oneOf } from '../one-of.ts';
import { filtered, PAYMENT_FILTER, REFERENCE_COLUMNS } from '../payments/filter.ts';
import { paymentsById } from '../payments/payments-by-id.ts';
import { iso, isoOrNull } from '../period.ts';

/** As of payments: the reason is the result code of the chargeback, the rest is of what it took back. */
export const CHARGEBACK_FILTER = PAYMENT_FILTER.pick({
  ...{ from: true, until: true, brand: true, resultCode: true, channel: true },
  ...{ last4: true, holder: true, reference: true, id: true },
}).extend({
  due: oneOf(['open', 'passed', 'answered']).optional(),
  cursor: z.string().max(96).optional(),
});

type Query = z.infer<typeof CHARGEBACK_FILTER>;

/**
 * Latest first; by the deadline where that is asked for.
 * @throws AdminFailure for a `cursor` that is none
 */
export async function findChargebacks(
  db: Database,
  channels: readonly Channel[],
  { cursor, ...query }: Query,
): Promise<LatestPage<ChargebackItem>> {
  const after = placeOf(cursor);
  const lists = await Promise.all(
    channels.map((channel) => chargebacksOf(db, channel, query, after)),
  );
  const order = query.due === 'open' ? soonestFirst : latestFirst;
  const { items, next } = pageOf(lists, PAGE_SIZE, order);
  return { items: await present(db, items), next };
}

/** One that is in sight, as it is listed. */
export const presentChargeback = async (
  db: Database,
  { clockOffsetMs }: Channel,
  payment: Payment,
): Promise<ChargebackItem> => {
  const [item] = await present(db, [{ payment, isOverdue: isOverdue(payment, clockOffsetMs) }]);
  if (!item) throw new Error('one chargeback is one item');
  return item;
};

async function present(
  db: Database,
  listed: readonly Omit<Listed, keyof Place>[],
): Promise<ChargebackItem[]> {
  const originals = await paymentsById(
    db,
    listed.flatMap(({ payment }) => payment.referencedId ?? []),
  );
  return listed.map(({ payment: chargeback, isOverdue }) => {
    const { id, entityId, createdAt, amount, currency, brand, resultCode, referencedId } =
      chargeback;
    const { respondBy, chargebackAnswer: answer } = chargeback;
    const original = originals.get(referencedId ?? '');
    return {
      ...{ id, channelId: entityId, createdAt: iso(createdAt), brand },
      ...{ amount: toAmount(amount, currency), currency, reasonCode: resultCode },
      reason: describeResult(resultCode),
      respondBy: isoOrNull(respondBy),
      isOverdue,
      answer: answer ? { ...answer, at: iso(answer.at) } : null,
      paymentId: referencedId,
      paymentAmount: original ? toAmount(original.amount, currency) : null,
      paidAt: original ? iso(original.createdAt) : null,
      last4: original?.card?.last4Digits ?? null,
      holder: original?.card?.holder ?? null,
      reference: original?.merchantTransactionId ?? null,
    };
  });
}

const isOverdue = (
  { respondBy, chargebackAnswer }: Payment,
  clockOffsetMs: Channel['clockOffsetMs'],
): boolean => respondBy !== null && !chargebackAnswer && respondBy <= channelNow(clockOffsetMs);

/** Its place is by the time that the list is ordered by. */
interface Listed extends Place {
  readonly payment: Payment;
  readonly isOverdue: boolean;
}

async function chargebacksOf(
  db: Database,
  { id: channelId, clockOffsetMs }: Channel,
  { due, last4, holder, reference, id, ...filter }: Omit<Query, 'cursor'>,
  after: Place | undefined,
): Promise<Listed[]> {
  const now = channelNow(clockOffsetMs);
  let query = filtered(
    db
      .selectFrom('payments')
      .selectAll()
      .where('entity_id', '=', channelId)
      .where('type', '=', 'CB'),
    filter,
    'merchant_transaction_id',
  );
  const ofPayment = { last4, holder, reference, id };
  if (Object.values(ofPayment).some((value) => value !== undefined)) {
    const originals = REFERENCE_COLUMNS.slice(0, reference === undefined ? 1 : undefined).map(
      (by) =>
        filtered(
          db.selectFrom('payments').select('id').where('entity_id', '=', channelId),
          ofPayment,
          by,
        ),
    );
    query = query.where(({ or, eb }) =>
      or([
        ...originals.map((original) => eb('referenced_id', 'in', original)),
        ...(id === undefined ? [] : [eb('id', '=', id)]),
      ]),
    );
  }
  const byDeadline = due === 'open' || due === 'passed';
  if (due) query = query.where('chargeback_answer', due === 'answered' ? 'is not' : 'is', null);
  if (byDeadline) query = query.where('respond_by', due === 'open' ? '>' : '<=', now);
  if (after && due === 'open') {
    query = query.where(({ and, or, eb }) =>
      and([
        eb('respond_by', '>=', after.createdAt),
        or([eb('respond_by', '>', after.createdAt), eb('id', '>', after.id)]),
      ]),
    );
  } else if (after)
    query = query.where(isAfter('payments', after, byDeadline ? 'respond_by' : undefined));
  const direction = due === 'open' ? 'asc' : 'desc';
  const rows = await query
    .orderBy(byDeadline ? 'respond_by' : 'created_at', direction)
    .orderBy('id', direction)
    .limit(PAGE_SIZE + 1)
    .execute();
  return rows.map(paymentFromRow).map((payment) => ({
    ...{ id: payment.id, payment },
    createdAt: (byDeadline && payment.respondBy) || payment.createdAt,
    isOverdue: isOverdue(payment, clockOffsetMs),
  }));
}
