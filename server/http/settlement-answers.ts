/** Settlement batches and their records, as answers and CSV files have them (docs/reports.md). */
import { toExactAmount } from '../../contract/currency.ts';
import { timestamp } from '../gateway/events/index.ts';
import type { Aggregation } from '../reporting/aggregations.ts';
import { type Batch, batchId } from '../reporting/batch-id.ts';
import type { ReconciliationRecord } from '../reporting/reconciliation-records.ts';
import type { ReconciliationType } from '../reporting/settlement.ts';
import type { CsvRow } from './streamed-body.ts';

export const presentBatch = (batch: Batch) => ({
  id: batchId(batch),
  entityId: batch.channelId,
  date: batch.day,
  currency: batch.currency,
  ...(batch.mode !== 'LIVE' && { testMode: batch.mode }),
});

export const presentAggregation = (aggregation: Aggregation) => ({
  ...presentBatch(aggregation),
  amount: toExactAmount(aggregation.net, aggregation.currency),
  summary: Object.entries(aggregation.sums).map(([reconciliationType, { count, amount }]) => ({
    reconciliationType,
    count,
    amount: toExactAmount(amount, aggregation.currency),
  })),
});

const COLUMNS_OF: Readonly<Record<ReconciliationType, string>> = {
  SETTLED: 'settled',
  FEE: 'fee',
  CHARGEBACK: 'chargeback',
  'CHARGEBACK REVERSAL': 'chargebackReversal',
};
const TYPES = Object.keys(COLUMNS_OF) as ReconciliationType[];

export const AGGREGATION_AMOUNTS = ['amount', ...Object.values(COLUMNS_OF)];
export const AGGREGATION_COLUMNS = [
  ...['id', 'entityId', 'date', 'currency', 'testMode', 'amount'],
  ...TYPES.flatMap((type) => [`${COLUMNS_OF[type]}Count`, COLUMNS_OF[type]]),
];

export const aggregationRow = (aggregation: Aggregation): CsvRow => {
  const { currency, sums, net } = aggregation;
  const parts = TYPES.flatMap((type) => [
    [`${COLUMNS_OF[type]}Count`, sums[type].count],
    [COLUMNS_OF[type], toExactAmount(sums[type].amount, currency)],
  ]);
  return {
    ...presentBatch(aggregation),
    amount: toExactAmount(net, currency),
    ...Object.fromEntries(parts),
  };
};

export const presentRecord = (record: ReconciliationRecord) => ({
  reconciliationType: record.reconciliationType,
  settlementTxDate: timestamp(record.settledAt),
  amount: toExactAmount(record.amount, record.currency),
  currency: record.currency,
  paymentType: record.paymentType,
  paymentBrand: record.paymentBrand,
  ...(record.referencedId !== null && { referencedId: record.referencedId }),
  ...(record.merchantTransactionId !== null && {
    merchantTransactionId: record.merchantTransactionId,
  }),
  ...(record.merchantInvoiceId !== null && { merchantInvoiceId: record.merchantInvoiceId }),
  // Computed from the payments, so each record has the one that it was made from.
  matchedTransactions: { status: 'MATCHED', ids: [record.paymentId] },
});

export const RECORD_AMOUNTS = ['amount'];
export const RECORD_COLUMNS = [
  'reconciliationType',
  'settlementTxDate',
  'amount',
  'currency',
  'paymentType',
  'paymentBrand',
  'referencedId',
  'merchantTransactionId',
  'merchantInvoiceId',
  'matchStatus',
  'matchedTransaction',
  'testMode',
];

/** A file is read without its batch, so each of its rows says the mode. */
export const recordRow = (record: ReconciliationRecord, batch: Batch): CsvRow => {
  const { matchedTransactions, ...row } = presentRecord(record);
  const { testMode } = presentBatch(batch);
  return {
    ...row,
    ...(testMode && { testMode }),
    matchStatus: matchedTransactions.status,
    matchedTransaction: record.paymentId,
  };
};
