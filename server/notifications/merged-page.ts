/**
 * A page of what several sources have in one order, each read by its own index: asked for together, a
 * database would sort all that there is.
 */
import { type RawBuilder, sql } from 'kysely';

/** Where something stands in its order: by the time, its place in its group, and its id. */
export interface Place {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly position: number;
}

export interface PageOfIds {
  readonly ids: readonly string[];
  /** Whether there are others behind them. */
  readonly hasMore: boolean;
}

/** @param placesOf the first of a source, in the order, one more than the limit */
export async function mergedPage<Source>(
  sources: readonly Source[],
  placesOf: (source: Source) => Promise<readonly Place[]>,
  { limit, order }: { readonly limit: number; readonly order: 'ASC' | 'DESC' },
): Promise<PageOfIds> {
  const found: Place[] = [];
  for (const source of sources) found.push(...(await placesOf(source)));
  const sign = order === 'ASC' ? 1 : -1;
  const sorted = found.toSorted(
    (a, b) => sign * (a.at - b.at || a.position - b.position || (a.id < b.id ? -1 : 1)),
  );
  return { ids: sorted.slice(0, limit).map(({ id }) => id), hasMore: sorted.length > limit };
}

type Column = 'at' | 'position' | 'id';

/**
 * The condition for what stands behind a place.
 * @param columns the names of the three in the query
 */
export const behind = (
  place: Place,
  columns: Readonly<Record<Column, string>>,
  order: 'ASC' | 'DESC',
): RawBuilder<boolean> => {
  const beyond = order === 'ASC' ? sql`>` : sql`<`;
  const names = sql.join([columns.at, columns.position, columns.id].map((name) => sql.ref(name)));
  // As a row: one index has all three, in this order.
  return sql<boolean>`(${names}) ${beyond} (${place.at}, ${place.position}, ${place.id})`;
};
