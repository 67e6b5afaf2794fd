/** Payments of the channels in sight, latest first, a page at a time by its last row's place. */
import { REGISTRATION } from '../../../contract/catalogue.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import type { Database } from '../../store/database.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import { isAfter, PAGE_SIZE, type Place, pageOf, placeOf } from '../latest-page.ts';
import { type AmountRange, amountRanges, inRange, readBy } from './amounts.ts';
import { BY_NO_INDEX, type Filter, filtered, hasId, REFERENCE_COLUMNS } from './filter.ts';

export interface FoundPayments {
  readonly payments: readonly Payment[];
  readonly next: string | null;
}

/**
 * One statement a channel (two for a reference, one more for each kind of currency that amounts are looked for
 * in), each by the index that begins with its id; more than fifty channels are asked one by one.
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
  const ranges = amountRanges(filter);
  const parts = ranges.length === 0 ? [undefined] : ranges;
  // One whose order and invoice have the same name is found twice.
  const lists = await Promise.all(
    channels.flatMap(({ id }) =>
      columns.flatMap((by) =>
        parts.map((range) =>
          latestOf(db, { channelId: id, filter, by, range, after, limit: size + 1 }),
        ),
      ),
    ),
  );
  const { items, next } = pageOf(lists, size);
  return { payments: items, next };
}

/** Ids of the channels whose payments an id finds. */
export async function channelsOfPayments(db: Database, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    // SQLite would rather go through all payments by their channels than sort few.
    .select(BY_NO_INDEX.entity_id.as('channel'))
    .distinct()
    .where((eb) => hasId(eb, id))
    .execute();
  return rows.map(({ channel }) => channel);
}

interface Wanted {
  readonly channelId: string;
  readonly filter: Filter;
  readonly by: (typeof REFERENCE_COLUMNS)[number];
  readonly range: AmountRange | undefined;
  readonly after: Place | undefined;
  readonly limit: number;
}

async function latestOf(
  db: Database,
  { channelId, filter, by, range, after, limit }: Wanted,
): Promise<Payment[]> {
  let query = filtered(
    db
      .selectFrom('payments')
      .selectAll()
      // SQLite would rather read all of a channel in this order than look for few payments and sort them.
      .where(filter.id === undefined ? 'entity_id' : BY_NO_INDEX.entity_id, '=', channelId)
      .where('type', '<>', REGISTRATION),
    filter,
    by,
  );
  const reads = range && (await readBy(db, channelId, range));
  if (range && reads) query = inRange(query, range, reads);
  if (after) query = query.where(isAfter('payments', after));
  const isSorted = reads === 'amount' || reads === 'currency';
  const rows = await query
    .orderBy(isSorted ? BY_NO_INDEX.created_at : 'created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(paymentFromRow);
}
