/** The log of the API: requests of the entities in sight, latest first, a page at a time by its last row's place. */
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Page, RequestItem } from '../../../contract/admin-api.ts';
import type { Database } from '../../store/database.ts';
import type { ApiRequestRow, Tables } from '../../store/tables.ts';
import { placeOf as latestPlaceOf, PAGE_SIZE } from '../latest-page.ts';
import { oneOf } from '../one-of.ts';
import { paymentsAmong } from '../payments/payments-among.ts';
import { moment } from '../period.ts';

/** Requests of an entity that a page looks through: a filter that few match costs no more. */
const LOOKED_THROUGH = 20_000;

/** What is unknown is refused: ignoring it would show too much. */
export const REQUEST_QUERY = z.strictObject({
  from: moment.optional(),
  until: moment.optional(),
  status: oneOf(['2xx', '3xx', '4xx', '5xx']).optional(),
  method: oneOf(['GET', 'POST', 'DELETE']).optional(),
  path: z.string().startsWith('/', 'must begin with /').max(255).optional(),
  requestId: z
    .string()
    .regex(/^[\w.:@/+=-]{1,128}$/, 'must be the id of a request')
    .optional(),
  payment: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be an id')
    .optional(),
  channel: z.string().max(64).optional(),
  cursor: z.string().max(64).optional(),
});
type Filter = Omit<z.infer<typeof REQUEST_QUERY>, 'channel' | 'cursor'>;

interface Place {
  readonly at: number;
  readonly id: string;
}

const cursorOf = ({ at, id }: Place) => `${at}-${id}`;

function placeOf(cursor: string | undefined): Place | undefined {
  const place = latestPlaceOf(cursor);
  return place && { at: place.createdAt, id: place.id };
}

/** Latest first. */
const inOrder = (one: Place, other: Place): number =>
  other.at - one.at || (one.id < other.id ? 1 : -1);

/** One that may be any entity's. */
type Whose = string | undefined;

/**
 * @param whose entities, or one undefined: all
 * @throws AdminFailure for a `cursor` that is none
 */
export async function findRequests(
  db: Database,
  whose: readonly Whose[],
  filter: Filter,
  cursor: string | undefined,
): Promise<Page<RequestItem>> {
  const after = placeOf(cursor);
  const lists = await Promise.all(whose.map((entity) => pageOf(db, entity, filter, after)));
  // Before the latest place up to which one was looked through, others may not have been.
  const [end] = lists.flatMap((list) => list.end ?? []).sort(inOrder);
  const rows = lists
    .flatMap((list) => list.rows)
    .filter((row) => end === undefined || inOrder(row, end) <= 0)
    .sort(inOrder);
  const page = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? page.at(-1) : end;
  const entities = whose.filter((entity) => entity !== undefined);
  const isAll = entities.length < whose.length;
  const items = await presented(db, page, isAll ? undefined : entities);
  return { items, next: last ? cursorOf(last) : null };
}

type Query = SelectQueryBuilder<Tables, 'api_requests', object>;

const isNamed = ({ requestId, payment }: Filter) => (requestId ?? payment) !== undefined;

/** Where few have the id that is looked for: SQLite would go through all that the entity has asked. */
const entityOf = (eb: ExpressionBuilder<Tables, 'api_requests'>) =>
  eb.fn.coalesce('api_requests.entity_id', eb.val(''));

/** In the order of the index that has the entity's, or all. */
function inSight(db: Database, entity: Whose, filter: Filter, after?: Place): Query {
  const { from, until } = filter;
  let query: Query = db.selectFrom('api_requests');
  if (entity !== undefined) {
    query = query.where((eb) =>
      isNamed(filter) ? eb(entityOf(eb), '=', entity) : eb('api_requests.entity_id', '=', entity),
    );
  }
  if (from) query = query.where('at', '>=', Date.parse(from));
  if (until) query = query.where('at', '<', Date.parse(until));
  if (after) {
    query = query
      .where('at', '<=', after.at)
      .where((eb) => eb.or([eb('at', '<', after.at), eb('api_requests.id', '<', after.id)]));
  }
  return query.orderBy('at', 'desc').orderBy('api_requests.id', 'desc');
}

interface Part {
  readonly rows: readonly ShownRow[];
  /** Where the look ended, if not at the end. */
  readonly end: Place | undefined;
}

async function pageOf(
  db: Database,
  entity: Whose,
  filter: Filter,
  after: Place | undefined,
): Promise<Part> {
  const { status, method, path, requestId, payment } = filter;
  let query = inSight(db, entity, filter, after);
  if (requestId !== undefined) query = query.where('request_id', '=', requestId);
  const isRare = !isNamed(filter) && (status ?? method ?? path) !== undefined;
  const end = isRare
    ? await inSight(db, entity, filter, after)
        .select(['at', 'api_requests.id'])
        .offset(LOOKED_THROUGH - 1)
        .limit(1)
        .executeTakeFirst()
    : undefined;
  if (end) query = query.where('at', '>=', end.at);
  if (status) {
    const first = Number(status[0]) * 100;
    query = query.where('status', '>=', first).where('status', '<', first + 100);
  }
  if (method) query = query.where('method', '=', method);
  if (path) query = query.where(sql`substr(path, 1, ${path.length})`, '=', path);
  if (payment === undefined) return { rows: await shown(query), end };
  // Each by its own index.
  const [to, made] = await Promise.all([
    shown(query.where('path_id', '=', payment)),
    shown(query.where('answer_id', '=', payment)),
  ]);
  return { rows: distinct([...to, ...made]), end };
}

type ShownRow = ApiRequestRow & { readonly label: string | null };

const distinct = (rows: readonly ShownRow[]): ShownRow[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

const shown = (query: Query, limit = PAGE_SIZE + 1): Promise<ShownRow[]> =>
  query
    .leftJoin('access_tokens', 'access_tokens.id', 'api_requests.token_id')
    .selectAll('api_requests')
    .select('access_tokens.label')
    .limit(limit)
    .execute();

/** Those of these entities that made or changed one of these things: a stranger may name it, too. */
export async function changingRequests(
  db: Database,
  entities: readonly string[],
  ids: readonly string[],
  most: number,
): Promise<RequestItem[]> {
  const lists = await Promise.all(
    (['path_id', 'answer_id'] as const).map((column) =>
      shown(
        db
          .selectFrom('api_requests')
          .where(column, 'in', ids)
          .where((eb) => eb(entityOf(eb), 'in', entities))
          .where('method', 'in', ['POST', 'DELETE']),
        most,
      ),
    ),
  );
  return presented(db, distinct(lists.flat()).slice(0, most), entities);
}

/** @param entities whose payments have a page in sight; all where it is absent */
async function presented(
  db: Database,
  rows: readonly ShownRow[],
  entities: readonly string[] | undefined,
): Promise<RequestItem[]> {
  const named = rows.flatMap(({ path_id, answer_id }) => [path_id, answer_id]);
  const ids = named.filter((id) => id !== null);
  const payments = await paymentsAmong(db, ids, entities);
  return rows.map((row) => ({
    at: new Date(row.at).toISOString(),
    ...{ method: row.method, path: row.path, status: row.status, resultCode: row.result_code },
    durationMs: row.duration_ms,
    requestId: row.request_id,
    idempotencyKey: row.idempotency_key,
    entityId: row.entity_id,
    token: row.token_id === null ? null : { id: row.token_id, label: row.label ?? '' },
    ...{ pathId: row.path_id, answerId: row.answer_id },
    paymentId: [row.answer_id, row.path_id].find((id) => id !== null && payments.has(id)) ?? null,
  }));
}
