/** The records of a settlement batch: a payment is one, and its fee another, right after it. */
import { type SqlBool, sql } from 'kysely';
import type { ParameterSet } from '../../contract/parameters.ts';
import type { Channel } from '../gateway/entities/index.ts';
import type { Database } from '../store/database.ts';
import type { Batch } from './batch-id.ts';
import { settledInPeriod } from './daily-sums.ts';
import { type BookedAs, type ReconciliationType, settlementEntries } from './settlement.ts';

export interface ReconciliationRecord {
  readonly reconciliationType: ReconciliationType;
  /** Smallest units; negative where the merchant pays. */
  readonly amount: bigint;
  readonly currency: string;
  /** Epoch milliseconds, channel clock. */
  readonly settledAt: number;
  readonly paymentId: string;
  readonly paymentType: string;
  readonly paymentBrand: string;
  readonly referencedId: string | null;
  readonly merchantTransactionId: string | null;
  readonly merchantInvoiceId: string | null;
}

export const RECORDS_ON_A_PAGE = 100;
/** Entries of a query while records are streamed. */
const CHUNK = 500;

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly brand: string;
  readonly currency: string;
  readonly referenced_id: string | null;
  readonly merchant_transaction_id: string | null;
  readonly parameters: string;
  readonly booked_as: BookedAs;
  readonly settled_at: number;
  readonly amount: number;
  readonly fee: number;
}

const entriesOf = (db: Database, channel: Channel, { mode, day, currency }: Batch) =>
  settlementEntries(db, channel, { from: day, to: day })
    .where('payment.mode', '=', mode)
    .where('payment.currency', '=', currency);

const inOrder = (entries: ReturnType<typeof entriesOf>, order: 'asc' | 'desc') =>
  entries.orderBy('payment.settled_at', order).orderBy('payment.id', order);

const isBeyond = (than: '>' | '>=' | '<', { settled_at, id }: Pick<Entry, 'settled_at' | 'id'>) =>
  sql<SqlBool>`(payment.settled_at, payment.id) ${sql.raw(than)}
    (cast(${settled_at} as bigint), ${id})`;

/** Whether there is anything in the batch. */
export const isBatchEmpty = async (db: Database, channel: Channel, batch: Batch) =>
  (await entriesOf(db, channel, batch).limit(1).executeTakeFirst()) === undefined;

/**
 * All records of a batch by the time of settlement. They are read in chunks, so that no connection is
 * held while a client takes its time.
 * @param read from the database, or a copy, whichever is there for a chunk
 */
export async function* streamRecords(
  read: (work: (db: Database) => Promise<Entry[]>) => Promise<Entry[]>,
  channel: Channel,
  batch: Batch,
  order: 'asc' | 'desc' = 'asc',
): AsyncGenerator<ReconciliationRecord> {
  const all = (db: Database) => inOrder(entriesOf(db, channel, batch), order).limit(CHUNK);
  let chunk = await read((db) => all(db).execute());
  while (chunk.length > 0) {
    yield* chunk.flatMap(recordsOf);
    const last = chunk.at(-1);
    if (!last || chunk.length < CHUNK) return;
    const after = isBeyond(order === 'asc' ? '>' : '<', last);
    chunk = await read((db) => all(db).where(after).execute());
  }
}

export interface RecordPage {
  readonly records: readonly ReconciliationRecord[];
  readonly pages: number;
}

/** One page of a hundred records; none where the batch has fewer pages. */
export async function recordPage(
  db: Database,
  channel: Channel,
  batch: Batch,
  pageNo: number,
): Promise<RecordPage> {
  const total = await recordCount(db, channel, batch);
  const pages = Math.ceil(total / RECORDS_ON_A_PAGE);
  const before = (pageNo - 1) * RECORDS_ON_A_PAGE;
  const first = pageNo > pages ? undefined : await entryWith(db, channel, batch, before);
  if (!first) return { records: [], pages };
  const rows = await inOrder(entriesOf(db, channel, batch), 'asc')
    .where(isBeyond('>=', first))
    .limit(RECORDS_ON_A_PAGE)
    .execute();
  // The page may begin with the fee of a payment that ends the page before.
  const skipped = before - Number(first.records_before);
  const records = rows.flatMap(recordsOf).slice(skipped, skipped + RECORDS_ON_A_PAGE);
  return { records, pages };
}

async function recordCount(db: Database, channel: Channel, batch: Batch): Promise<number> {
  const sums = await settledInPeriod(db, channel, { from: batch.day, to: batch.day });
  return sums
    .filter(({ mode, currency }) => mode === batch.mode && currency === batch.currency)
    .reduce((total, { count, fees }) => total + count + fees, 0);
}

/** The entry with the record that has so many before it. */
async function entryWith(db: Database, channel: Channel, batch: Batch, before: number) {
  // Each entry is a record at least, so it is none beyond these.
  const entries = inOrder(entriesOf(db, channel, batch), 'asc').limit(before + 1);
  const records = sql<number>`case when fee <> 0 then 2 else 1 end`;
  const upTo = sql<number>`sum(${records}) over (order by settled_at, id)`;
  const numbered = db
    .selectFrom(entries.as('entry'))
    .select([
      'settled_at',
      'id',
      upTo.as('up_to'),
      sql<number>`${upTo} - ${records}`.as('records_before'),
    ]);
  return await db
    .selectFrom(numbered.as('numbered'))
    .select(['settled_at', 'id', 'records_before'])
    .where('up_to', '>', before)
    .orderBy('up_to')
    .limit(1)
    .executeTakeFirst();
}

function recordsOf(entry: Entry): ReconciliationRecord[] {
  const { merchantInvoiceId }: ParameterSet = JSON.parse(entry.parameters);
  const settled: ReconciliationRecord = {
    reconciliationType: entry.booked_as,
    amount: BigInt(entry.amount),
    currency: entry.currency,
    settledAt: entry.settled_at,
    paymentId: entry.id,
    paymentType: entry.type,
    paymentBrand: entry.brand,
    referencedId: entry.referenced_id,
    merchantTransactionId: entry.merchant_transaction_id,
    merchantInvoiceId: merchantInvoiceId ?? null,
  };
  if (entry.fee === 0) return [settled];
  return [settled, { ...settled, reconciliationType: 'FEE', amount: BigInt(entry.fee) }];
}
