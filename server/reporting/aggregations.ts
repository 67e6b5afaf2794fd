/** Settlement batches with their sums. */
import { sql } from 'kysely';
import type { PaymentMode } from '../../contract/payment-mode.ts';
import type { Channel } from '../gateway/entities/index.ts';
import type { Database } from '../store/database.ts';
import { type Batch, batchId } from './batch-id.ts';
import { dayOf, type Period, type ReconciliationType, settlementEntries } from './settlement.ts';

export interface Sum {
  readonly count: number;
  /** Smallest units; negative where the merchant pays. A sum may be beyond 2^53. */
  readonly amount: bigint;
}

export interface Aggregation extends Batch {
  readonly id: string;
  readonly sums: Readonly<Record<ReconciliationType, Sum>>;
  /** What the merchant gets. */
  readonly net: bigint;
}

const NOTHING: Sum = { count: 0, amount: 0n };

/** Every batch of the period that has entries, by day and currency. */
export async function aggregations(
  db: Database,
  channel: Channel,
  mode: PaymentMode,
  period: Period,
  currency?: string,
): Promise<Aggregation[]> {
  const entries = settlementEntries(db, channel, mode, period).as('entry');
  const rows = await db
    .selectFrom(entries)
    .$if(currency !== undefined, (query) => query.where('currency', '=', currency ?? ''))
    .groupBy(['day', 'currency', 'booked_as'])
    .orderBy('day')
    .orderBy('currency')
    .select((eb) => [
      'day',
      'currency',
      'booked_as',
      eb.fn.countAll<number>().as('count'),
      // As text: a sum need not fit into a number.
      sql<string>`cast(sum(amount) as text)`.as('amount'),
      sql<number>`sum(case when fee <> 0 then 1 else 0 end)`.as('fees'),
      sql<string>`cast(sum(fee) as text)`.as('fee'),
    ])
    .execute();

  const batches = Map.groupBy(rows, ({ day, currency }) => `${day} ${currency}`);
  return [...batches.values()].map((parts) => {
    const [{ day, currency } = { day: 0, currency: '' }] = parts;
    const batch = { channelId: channel.id, currency, day: dayOf(day), mode };
    const of = (type: ReconciliationType): Sum => {
      const part = parts.find(({ booked_as }) => booked_as === type);
      return part ? { count: Number(part.count), amount: BigInt(part.amount) } : NOTHING;
    };
    const fee = {
      count: parts.reduce((total, { fees }) => total + Number(fees), 0),
      amount: parts.reduce((total, { fee }) => total + BigInt(fee), 0n),
    };
    const sums = {
      SETTLED: of('SETTLED'),
      FEE: fee,
      CHARGEBACK: of('CHARGEBACK'),
      'CHARGEBACK REVERSAL': of('CHARGEBACK REVERSAL'),
    };
    const net = Object.values(sums).reduce((total, { amount }) => total + amount, 0n);
    return { ...batch, id: batchId(batch), sums, net };
  });
}
