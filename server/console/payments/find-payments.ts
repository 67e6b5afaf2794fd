/** Payments of the channels in sight, latest first, a page at a time by its last row's place. */
import { REGISTRATION } from '../../../contract/catalogue.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import type { Database } from '../../store/database.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import { invalid } from '../admin-failure.ts';
import { type Filter, filtered, REFERENCE_COLUMNS } from './filter.ts';

export const PAGE_SIZE = 50;

/** Of the last payment of the page before. */
interface Place {
  readonly createdAt: number;
  readonly id: string;
}

const CURSOR = /^(\d{1,15})-([0-9a-f]{32})$/;

function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, createdAt, id] = CURSOR.exec(cursor) ?? [];
  if (id === undefined) throw invalid('cursor', 'must be the "next" of a page before');
  return { createdAt: Number(createdAt), id };
}

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
  const lists = await Promise.all(
    channels.flatMap(({ id }) =>
      columns.map((by) => latestOf(db, { channelId: id, filter, by, after, limit: size + 1 })),
    ),
  );
  // One whose order and invoice have the same name is found twice.
  const byId = new Map(lists.flat().map((payment) => [payment.id, payment]));
  const all = [...byId.values()].toSorted(latestFirst);
  const payments = all.slice(0, size);
  const last = payments.at(-1);
  return {
    payments,
    next: last && all.length > size ? `${last.createdAt}-${last.id}` : null,
  };
}

const latestFirst = (one: Payment, other: Payment): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);

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
      .where('entity_id', '=', channelId)
      .where('type', '<>', REGISTRATION),
    filter,
    by,
  );
  if (after) {
    query = query
      // By itself, so that an index begins there.
      .where('created_at', '<=', after.createdAt)
      .where((eb) => eb.or([eb('created_at', '<', after.createdAt), eb('id', '<', after.id)]));
  }
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(paymentFromRow);
}
