/** Payments of the channels in sight, latest first, a page at a time by its last row's place. */
import { sql } from 'kysely';
import { REGISTRATION } from '../../../contract/catalogue.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import type { Database } from '../../store/database.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import { isAfter, PAGE_SIZE, type Place, pageOf, placeOf } from '../latest-page.ts';
import { type Filter, filtered, isOneAmount, REFERENCE_COLUMNS } from './filter.ts';

export interface FoundPayments {
  readonly payments: readonly Payment[];
  readonly next: string | null;
}

/**
 * One statement a channel (two for a reference), each by the index that begins with its id; more than fifty
 * channels are asked one by one.
 * @throws AdminFailure for a `cursor` that is none
 */
export async function findPayments(
  db: Database,
  channels: readonly Channel[],
  filter: Filter,
  cursor: string | undefined,
  size = PAGE_SIZE,
): Promise<FoundPayments> {
  const after = placeOf(cursor);
  const columns =
    filter.reference === undefined ? REFERENCE_COLUMNS.slice(0, 1) : REFERENCE_COLUMNS;
  // One whose order and invoice have the same name is found twice.
  const lists = await Promise.all(
    channels.flatMap(({ id }) =>
      columns.map((by) => latestOf(db, { channelId: id, filter, by, after, limit: size + 1 })),
    ),
  );
  const { items, next } = pageOf(lists, size);
  return { payments: items, next };
}

interface Wanted {
  readonly channelId: string;
  readonly filter: Filter;
  readonly by: (typeof REFERENCE_COLUMNS)[number];
  readonly after: Place | undefined;
  readonly limit: number;
}

async function latestOf(
  db: Database,
  { channelId, filter, by, after, limit }: Wanted,
): Promise<Payment[]> {
  let query = filtered(
    db
      .selectFrom('payments')
      .selectAll()
      .where(filter.id === undefined ? 'entity_id' : NOT_BY_CHANNEL, '=', channelId)
      .where('type', '<>', REGISTRATION),
    filter,
    by,
  );
  if (after) query = query.where(isAfter('payments', after));
  const rows = await query
    .orderBy(isOneAmount(filter) ? UNORDERED : 'created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(paymentFromRow);
}

// SQLite would rather read all of a channel in this order than look for few payments and sort them.
const NOT_BY_CHANNEL = sql<string>`coalesce(entity_id, '')`;
const UNORDERED = sql<number>`created_at + 0`;
