/** Settlement batches with their sums. */
import type { PaymentMode } from '../../contract/payment-mode.ts';
import type { Channel } from '../gateway/entities/index.ts';
import type { Database } from '../store/database.ts';
import { type Batch, batchId } from './batch-id.ts';
import { settledInPeriod } from './daily-sums.ts';
import { dayOf, type Period, type ReconciliationType } from './settlement.ts';

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
  wanted?: string,
): Promise<Aggregation[]> {
  const settled = await settledInPeriod(db, channel, period);
  const rows = settled
    .filter((row) => row.mode === mode && (wanted === undefined || row.currency === wanted))
    .sort((a, b) => a.day - b.day || (a.currency < b.currency ? -1 : 1));
  const batches = Map.groupBy(rows, ({ day, currency }) => `${day} ${currency}`);
  return [...batches.values()].map((parts) => {
    const [{ day, currency } = { day: 0, currency: '' }] = parts;
    const batch = { channelId: channel.id, currency, day: dayOf(day), mode };
    const of = (type: ReconciliationType): Sum => {
      const part = parts.find(({ booked_as }) => booked_as === type);
      return part ? { count: part.count, amount: BigInt(part.amount) } : NOTHING;
    };
    const fee = {
      count: parts.reduce((total, { fees }) => total + fees, 0),
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
