/** `GET /v3/query`: the payments of a channel in a period, a page at a time. */

import { REGISTRATION } from '../../contract/catalogue.ts';
import { reportMoment } from '../../contract/parameter-rules.ts';
import type { ParameterSet } from '../../contract/parameters.ts';
import type { Channel } from '../gateway/entities/index.ts';
import type { Database } from '../store/database.ts';
import { type Payment, paymentFromRow } from '../store/records/payment.ts';
import { madeBetween, type Stretch } from './daily-sums.ts';

const DEFAULT_LIMIT = 100;
const SECOND_MS = 1_000;

export interface PaymentPage {
  /** In the order in which they were made: a page stays what it is while others are made. */
  readonly payments: readonly Payment[];
  readonly pages: number;
}

/** @param parameters of the operation `query`, checked; moments are of the channel's clock, in UTC */
export async function findPayments(
  db: Database,
  channel: Channel,
  parameters: ParameterSet,
): Promise<PaymentPage> {
  const { 'date.from': from, 'date.to': to, merchantTransactionId, pageNo = '1' } = parameters;
  const { paymentTypes } = parameters;
  const types = paymentTypes === undefined ? undefined : [...new Set(paymentTypes.split(','))];
  const limit = Number(parameters['limit'] ?? DEFAULT_LIMIT);
  const before = (Number(pageNo) - 1) * limit;
  const between =
    from !== undefined && to !== undefined
      ? ([reportMoment(from), reportMoment(to) + SECOND_MS] as const)
      : undefined;
  // One of them is there.
  if (!between || merchantTransactionId !== undefined) {
    return pageOfOrder(db, channel, merchantTransactionId ?? '', { between, types, before, limit });
  }
  const stretches = await madeBetween(db, channel, between, types);
  const total = stretches.reduce((sum, { count }) => sum + count, 0);
  const place = placeOf(stretches, before, limit);
  return {
    payments: place ? await madeIn(db, channel, types, { ...place, limit }) : [],
    pages: Math.ceil(total / limit),
  };
}

/** Few payments have one reference: they are counted one by one. */
async function pageOfOrder(
  db: Database,
  channel: Channel,
  merchantTransactionId: string,
  filter: {
    readonly between: readonly [number, number] | undefined;
    readonly types: readonly string[] | undefined;
    readonly before: number;
    readonly limit: number;
  },
): Promise<PaymentPage> {
  const { between, types, before, limit } = filter;
  // By themselves: nothing else that is asked for may have the database choose another index.
  const ofOrder = db
    .selectFrom('payments')
    .select('id')
    .where('entity_id', '=', channel.id)
    .where('merchant_transaction_id', '=', merchantTransactionId);
  let query = db
    .selectFrom('payments')
    .where('id', 'in', ofOrder)
    .where('type', '<>', REGISTRATION);
  if (between) {
    query = query.where('created_at', '>=', between[0]).where('created_at', '<', between[1]);
  }
  if (types) query = query.where('type', 'in', types);
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(before)
    .execute();
  return { payments: rows.map(paymentFromRow), pages: Math.ceil(Number(count) / limit) };
}

/** Where a page begins: in which stretch, and after how many of its payments; and until when it may reach. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly before: number;
}

/** @returns undefined where the page is beyond the last payment */
function placeOf(stretches: readonly Stretch[], before: number, limit: number): Place | undefined {
  let counted = 0;
  let first: { from: number; before: number } | undefined;
  for (const { from, to, count } of stretches) {
    if (!first && counted + count > before) first = { from, before: before - counted };
    counted += count;
    if (first && counted >= before + limit) return { ...first, to };
  }
  const last = stretches.at(-1);
  return first && last && { ...first, to: last.to };
}

/** The index alone says which they are; only those are read. */
async function madeIn(
  db: Database,
  channel: Channel,
  types: readonly string[] | undefined,
  { from, to, before, limit }: Place & { readonly limit: number },
): Promise<Payment[]> {
  const made = db
    .selectFrom('payments')
    .select(['id', 'created_at'])
    .where('entity_id', '=', channel.id)
    .where('type', '<>', REGISTRATION)
    .where('created_at', '>=', from)
    .where('created_at', '<', to);
  // Each by itself has an index for it.
  const ofTypes = types?.map((type) => made.where('type', '=', type));
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb
        .selectFrom(
          (ofTypes?.reduce((all, next) => all.unionAll(next)) ?? made)
            .orderBy('created_at')
            .orderBy('id')
            .limit(limit)
            .offset(before)
            .as('page'),
        )
        .select('page.id'),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(paymentFromRow);
}
