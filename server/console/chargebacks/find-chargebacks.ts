/** What cardholders' banks have taken back, latest first, each with the payment that it is of. */
import { z } from 'zod';
import type { ChargebackItem } from '../../../contract/admin-api.ts';
import { toAmount } from '../../../contract/currency.ts';
import { describeResult } from '../../../contract/result-codes.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import type { Database } from '../../store/database.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import type { LatestPage } from '../latest-page.ts';
import { PAYMENT_FILTER } from '../payments/filter.ts';
import { findPayments } from '../payments/find-payments.ts';
import { iso } from '../period.ts';

/** As of payments: the reason is the result code of the chargeback. */
export const CHARGEBACK_FILTER = PAYMENT_FILTER.pick({
  from: true,
  until: true,
  brand: true,
  resultCode: true,
  channel: true,
}).extend({ cursor: z.string().max(96).optional() });

type Query = z.infer<typeof CHARGEBACK_FILTER>;

/** @throws AdminFailure for a `cursor` that is none */
export async function findChargebacks(
  db: Database,
  channels: readonly Channel[],
  { cursor, ...filter }: Query,
): Promise<LatestPage<ChargebackItem>> {
  const { payments, next } = await findPayments(db, channels, { ...filter, type: 'CB' }, cursor);
  const originals = await paymentsById(
    db,
    payments.flatMap(({ referencedId }) => referencedId ?? []),
  );
  const present = (chargeback: Payment): ChargebackItem => {
    const { id, entityId, createdAt, amount, currency, brand, resultCode, referencedId } =
      chargeback;
    const original = originals.get(referencedId ?? '');
    return {
      ...{ id, channelId: entityId, createdAt: iso(createdAt), brand },
      ...{ amount: toAmount(amount, currency), currency, reasonCode: resultCode },
      reason: describeResult(resultCode),
      paymentId: referencedId,
      paymentAmount: original ? toAmount(original.amount, currency) : null,
      paidAt: original ? iso(original.createdAt) : null,
      last4: original?.card?.last4Digits ?? null,
      holder: original?.card?.holder ?? null,
      reference: original?.merchantTransactionId ?? null,
    };
  };
  return { items: payments.map(present), next };
}

async function paymentsById(db: Database, ids: readonly string[]): Promise<Map<string, Payment>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('payments').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, paymentFromRow(row)]));
}
