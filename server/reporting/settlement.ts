/**
 * Settlement, computed from the payments (docs/reports.md, "How settlement is computed").
 *
 * A payment is an entry of the day on which it was settled, and of no other: a day that is over never
 * changes. What has no booking for the shopper (a PA, its reversal, that of a debit which was never
 * settled) is no entry.
 */
import { type SqlBool, sql } from 'kysely';
import type { PaymentMode } from '../../contract/payment-mode.ts';
import type { Channel } from '../gateway/entities/index.ts';
import type { Database } from '../store/database.ts';
import { feeOf } from './fees.ts';

/** What the acquirer posts of a payment, beside its fee. */
export type BookedAs = 'SETTLED' | 'CHARGEBACK' | 'CHARGEBACK REVERSAL';
export type ReconciliationType = BookedAs | 'FEE';

export const DAY_MS = 24 * 60 * 60_000;

export interface Period {
  /** `yyyy-MM-dd`, UTC; both days are in. */
  readonly from: string;
  readonly to: string;
}

/** What is asked for without `testMode`: money on a live channel, the simulator's on a test channel. */
export const modeOf = ({ settings }: Channel, testMode: string | undefined): PaymentMode => {
  if (testMode === 'EXTERNAL' || testMode === 'INTERNAL') return testMode;
  return settings.mode === 'live' ? 'LIVE' : 'INTERNAL';
};

/**
 * The entries of a channel. Columns: `booked_as`, `day` (days since 1970), `amount` and `fee` (smallest
 * units, negative where the merchant pays), and what is told of the payment.
 */
export function settlementEntries(db: Database, channel: Channel, { from, to }: Period) {
  const fee = (table: 'payment' | 'original') =>
    feeOf(channel.settings.fees, {
      amount: `${table}.amount`,
      currency: `${table}.currency`,
      settledAt: `${table}.settled_at`,
    });
  return db
    .selectFrom('payments as payment')
    .leftJoin('payments as original', 'original.id', 'payment.referenced_id')
    .where('payment.entity_id', '=', channel.id)
    .where('payment.settled_at', '>=', Date.parse(from))
    .where('payment.settled_at', '<', Date.parse(to) + DAY_MS)
    .where('payment.state', '=', 'succeeded')
    .where('payment.type', 'in', ['DB', 'CD', 'CP', 'RC', 'RF', 'RV', 'CB', 'CR'])
    .where(
      sql<SqlBool>`(payment.type <> 'RV' or original.type = 'DB' and original.state = 'succeeded')`,
    )
    .select([
      'payment.mode',
      'payment.id',
      'payment.type',
      'payment.brand',
      'payment.currency',
      'payment.referenced_id',
      'payment.merchant_transaction_id',
      'payment.parameters',
      sql<BookedAs>`case payment.type when 'CB' then 'CHARGEBACK'
        when 'CR' then 'CHARGEBACK REVERSAL' else 'SETTLED' end`.as('booked_as'),
      sql<number>`payment.settled_at / ${sql.lit(DAY_MS)}`.as('day'),
      // Settled, so there is a moment.
      sql<number>`payment.settled_at`.as('settled_at'),
      sql<number>`case when payment.type in ('DB', 'CP', 'RC', 'CR') then payment.amount
        else -payment.amount end`.as('amount'),
      sql<number>`case when payment.type in ('DB', 'CP', 'RC') then -(${fee('payment')})
        when payment.type = 'RV' then ${fee('original')} else 0 end`.as('fee'),
    ]);
}

/** The calendar day of an entry. */
export const dayOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
