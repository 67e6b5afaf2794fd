/** Settlement batches of the channels in sight: what each was paid out by day and currency. */
import { stringify } from 'csv-stringify/sync';
import type { Settlement, SettlementBatch } from '../../../contract/admin-api.ts';
import { toExactAmount } from '../../../contract/currency.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import { type Aggregation, aggregations } from '../../reporting/aggregations.ts';
import { freshnessOf } from '../../reporting/daily-sums.ts';
import { DAY_MS, modeOf, type Period } from '../../reporting/settlement.ts';
import type { ConsoleContext } from '../console-context.ts';

interface Wanted extends Period {
  readonly currency?: string | undefined;
}

/** The latest day first. */
export async function batchesOf(
  { reader }: ConsoleContext,
  channels: readonly Channel[],
  { currency, ...period }: Wanted,
): Promise<Aggregation[]> {
  const found: Aggregation[] = [];
  for (const channel of channels) {
    const mode = modeOf(channel, undefined);
    const freshness = freshnessOf(channel, Date.parse(period.to) + DAY_MS);
    found.push(
      ...(await reader.read(freshness, (db) => aggregations(db, channel, mode, period, currency))),
    );
  }
  return found.toSorted(
    (one, other) => other.day.localeCompare(one.day) || (one.currency < other.currency ? -1 : 1),
  );
}

export function presentBatch({ id, channelId, day, currency, mode, sums, net }: Aggregation) {
  const part = ({ count, amount }: { count: number; amount: bigint }) => ({
    count,
    amount: toExactAmount(amount, currency),
  });
  return {
    ...{ id, channelId, day, currency, mode },
    settled: part(sums.SETTLED),
    fees: part(sums.FEE),
    chargebacks: part(sums.CHARGEBACK),
    chargebackReversals: part(sums['CHARGEBACK REVERSAL']),
    net: toExactAmount(net, currency),
  } satisfies SettlementBatch;
}

/** What all batches of a currency add up to. */
export const totalsOf = (batches: readonly Aggregation[]): Settlement['totals'] =>
  [...Map.groupBy(batches, ({ currency }) => currency)].map(([currency, own]) => {
    const sum = (amountOf: (batch: Aggregation) => bigint) =>
      toExactAmount(
        own.reduce((total, batch) => total + amountOf(batch), 0n),
        currency,
      );
    return {
      currency,
      settled: sum(({ sums }) => sums.SETTLED.amount),
      fees: sum(({ sums }) => sums.FEE.amount),
      chargebacks: sum(({ sums }) => sums.CHARGEBACK.amount + sums['CHARGEBACK REVERSAL'].amount),
      net: sum(({ net }) => net),
    };
  });

const COLUMNS = [
  ...['id', 'channelId', 'day', 'currency', 'mode', 'settledCount', 'settled', 'feesCount', 'fees'],
  ...['chargebacksCount', 'chargebacks', 'chargebackReversalsCount', 'chargebackReversals', 'net'],
];

/** The same as a file of comma-separated values. */
export const batchesAsCsv = (batches: readonly Aggregation[]): string =>
  stringify(
    batches
      .map(presentBatch)
      .map(({ settled, fees, chargebacks, chargebackReversals, ...batch }) => ({
        ...batch,
        ...{ settledCount: settled.count, settled: settled.amount },
        ...{ feesCount: fees.count, fees: fees.amount },
        ...{ chargebacksCount: chargebacks.count, chargebacks: chargebacks.amount },
        chargebackReversalsCount: chargebackReversals.count,
        chargebackReversals: chargebackReversals.amount,
      })),
    { header: true, columns: COLUMNS, record_delimiter: '\r\n' },
  );
