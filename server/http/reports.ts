/** `/reports/…/reconciliations/aggregations`: settlement batches and their records (docs/reports.md). */

import { RESULT } from '../../contract/result-by-name.ts';
import type { Channel } from '../gateway/entities/index.ts';
import { resultOf } from '../gateway/events/index.ts';
import { ApiError, readServerParameters } from '../gateway/requests/index.ts';
import { aggregations } from '../reporting/aggregations.ts';
import { type Batch, readBatchId } from '../reporting/batch-id.ts';
import { freshnessOf } from '../reporting/daily-sums.ts';
import { isBatchEmpty, recordPage, streamRecords } from '../reporting/reconciliation-records.ts';
import { DAY_MS, modeOf } from '../reporting/settlement.ts';
import type { Database } from '../store/database.ts';
import type { Context } from './context.ts';
import { type MerchantApi, REPORTS } from './merchant-api.ts';
import { queryPairs } from './request-values.ts';
import {
  AGGREGATION_AMOUNTS,
  AGGREGATION_COLUMNS,
  aggregationRow,
  presentAggregation,
  presentBatch,
  presentRecord,
  RECORD_AMOUNTS,
  RECORD_COLUMNS,
  recordRow,
} from './settlement-answers.ts';
import { csvBody, jsonBody } from './streamed-body.ts';

const AGGREGATIONS = 'reconciliations/aggregations';

export function reportRoutes(api: MerchantApi, { reader, envelope }: Context): void {
  const done = () => envelope(resultOf(RESULT.requestSucceeded));

  /** What is read of the days until one, that day included. */
  const readUntil =
    (channel: Channel, day: string) =>
    <R>(work: (db: Database) => Promise<R>) =>
      reader.read(freshnessOf(channel, Date.parse(day) + DAY_MS), work);

  /** @throws ApiError (404) for an id that is unknown, of another channel, or of a day without payments */
  const ownBatch = async (channel: Channel, id: string): Promise<Batch> => {
    const batch = readBatchId(channel.id, id);
    const isKnown =
      batch && !(await readUntil(channel, batch.day)((db) => isBatchEmpty(db, channel, batch)));
    if (!isKnown) {
      throw new ApiError(404, RESULT.transactionNotFound, 'there is no such batch');
    }
    return batch;
  };

  api.get(`/reports/v1/${AGGREGATIONS}`, REPORTS, async ({ query, channel, wantsCsv }) => {
    const own = await channel();
    const { parameters, ignored } = readServerParameters(own, queryPairs(query), 'aggregations');
    const { 'date.from': from = '', 'date.to': to = '', currency, testMode } = parameters;
    const mode = modeOf(own, testMode);
    const found = await readUntil(
      own,
      to,
    )((db) => aggregations(db, own, mode, { from, to }, currency));
    const body = wantsCsv()
      ? csvBody(AGGREGATION_COLUMNS, found.map(aggregationRow), AGGREGATION_AMOUNTS)
      : { ...done(), aggregations: found.map(presentAggregation) };
    return { body, ignored };
  });

  api.get(`/reports/v1/${AGGREGATIONS}/:id`, REPORTS, async ({ id, query, channel, wantsCsv }) => {
    const own = await channel();
    const { parameters, ignored } = readServerParameters(own, queryPairs(query), 'aggregation');
    const batch = await ownBatch(own, id);
    const order = parameters['sortOrder'] === 'DESC' ? 'desc' : 'asc';
    const records = streamRecords(readUntil(own, batch.day), own, batch, order);
    const body = wantsCsv()
      ? csvBody(
          RECORD_COLUMNS,
          mapped(records, (record) => recordRow(record, batch)),
          RECORD_AMOUNTS,
        )
      : jsonBody({ ...done(), ...presentBatch(batch) }, 'records', mapped(records, presentRecord));
    return { body, ignored };
  });

  api.get(`/reports/v2/${AGGREGATIONS}/:id`, REPORTS, async ({ id, query, channel, wantsCsv }) => {
    const own = await channel();
    const read = readServerParameters(own, queryPairs(query), 'aggregation.page');
    const { parameters, ignored } = read;
    const batch = await ownBatch(own, id);
    const pageNo = Number(parameters['pageNo'] ?? 1);
    const { records, pages } = await readUntil(
      own,
      batch.day,
    )((db) => recordPage(db, own, batch, pageNo));
    const body = wantsCsv()
      ? csvBody(
          RECORD_COLUMNS,
          records.map((record) => recordRow(record, batch)),
          RECORD_AMOUNTS,
        )
      : { ...done(), ...presentBatch(batch), pages, records: records.map(presentRecord) };
    return { body, ignored };
  });
}

async function* mapped<T, R>(items: AsyncIterable<T>, change: (item: T) => R): AsyncGenerator<R> {
  for await (const item of items) yield change(item);
}
