/** Pages of what several entities have, latest first: each begins after the place of the last row before. */
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Tables } from '../store/tables.ts';
import { invalid } from './admin-failure.ts';

export const PAGE_SIZE = 50;

/** Of the last row of the page before. */
export interface Place {
  readonly createdAt: number;
  readonly id: string;
}

const CURSOR = /^(\d{1,15})-([\w.-]{1,64})$/;

/** @throws AdminFailure for a `cursor` that is none */
export function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, createdAt, id] = CURSOR.exec(cursor) ?? [];
  if (id === undefined) throw invalid('cursor', 'must be the "next" of a page before');
  return { createdAt: Number(createdAt), id };
}

type Listed = 'payments' | 'checkouts' | 'registrations' | 'schedules';

/** What comes after a place, so that an index on time and id begins there. */
export const isAfter =
  <T extends Listed>(table: T, { createdAt, id }: Place, column = 'created_at') =>
  (eb: ExpressionBuilder<Tables, T>): ExpressionWrapper<Tables, T, SqlBool> => {
    const { eb: any, and, or } = eb as unknown as ExpressionBuilder<Tables, Listed>;
    const time = `${table}.${column}` as 'payments.created_at';
    return and([
      any(time, '<=', createdAt),
      or([any(time, '<', createdAt), any(`${table}.id` as 'payments.id', '<', id)]),
    ]) as unknown as ExpressionWrapper<Tables, T, SqlBool>;
  };

export interface LatestPage<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** @param lists each in this order, and with one row more than a page where there is one */
export function pageOf<T extends Place>(
  lists: readonly (readonly T[])[],
  size = PAGE_SIZE,
  order: (one: Place, other: Place) => number = latestFirst,
): LatestPage<T> {
  // What two of the lists have is one.
  const byId = new Map(lists.flat().map((item) => [item.id, item]));
  const all = [...byId.values()].toSorted(order);
  const items = all.slice(0, size);
  const last = items.at(-1);
  return { items, next: last && all.length > size ? `${last.createdAt}-${last.id}` : null };
}

export const latestFirst = (one: Place, other: Place): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);

/** For a list whose time is in the future, as a deadline is. */
export const soonestFirst = (one: Place, other: Place): number => latestFirst(other, one);
