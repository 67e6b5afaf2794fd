/** The records of a settlement batch: a payment is one, and its fee another, right after it. */
import { type SqlBool, sql } from 'kysely';
import type { ParameterSet } from '../../contract/parameters.ts';
import type { Channel } from '../gateway/entities/index.ts';
import type { Database } from '../store/database.ts';
import type { Batch } from './batch-id.ts';
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
  const beyond = sql.raw(order === 'asc' ? '>' : '<');
  const all = (db: Database) =>
    entriesOf(db, channel, batch)
      .orderBy('payment.settled_at', order)
      .orderBy('payment.id', order)
      .limit(CHUNK);
  let chunk = await read((db) => all(db).execute());
  while (chunk.length > 0) {
    yield* chunk.flatMap(recordsOf);
    const last = chunk.at(-1);
    if (!last || chunk.length < CHUNK) return;
    const after = sql<SqlBool>`(payment.settled_at, payment.id) ${beyond}
      (cast(${last.settled_at} as bigint), ${last.id})`;
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
  const entries = entriesOf(db, channel, batch);
  const { total } = await db
    .selectFrom(entries.as('entry'))
    .select(sql<number | null>`sum(${RECORDS})`.as('total'))
    .executeTakeFirstOrThrow();
  const before = (pageNo - 1) * RECORDS_ON_A_PAGE;
  const numbered = db
    .selectFrom(entries.as('entry'))
    .selectAll()
    .select(sql<number>`sum(${RECORDS}) over (order by settled_at, id)`.as('last_record'));
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .where('last_record', '>', before)
    // Of two records of an entry the first may be the last one of the page.
    .where('last_record', '<=', before + RECORDS_ON_A_PAGE + 1)
    .orderBy('last_record')
    .execute();
  const first = rows[0];
  const records = rows.flatMap(recordsOf);
  // The page may begin with the fee of a payment that ends the page before.
  const skipped = first ? before - (first.last_record - recordsOf(first).length) : 0;
  return {
    records: records.slice(skipped, skipped + RECORDS_ON_A_PAGE),
    pages: Math.ceil(Number(total ?? 0) / RECORDS_ON_A_PAGE),
  };
}

/** How many records an entry is. */
const RECORDS = sql`case when fee <> 0 then 2 else 1 end`;

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
