/** `GET /v3/query`: the payments of a channel in a period, a page at a time. */

import { REGISTRATION } from '../../contract/catalogue.ts';
import { reportMoment } from '../../contract/parameter-rules.ts';
import type { ParameterSet } from '../../contract/parameters.ts';
import type { Channel } from '../gateway/entities/index.ts';
import type { Database } from '../store/database.ts';
import { type Payment, paymentFromRow } from '../store/records/payment.ts';

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
  const {
    'date.from': from,
    'date.to': to,
    paymentTypes,
    merchantTransactionId,
    limit: sentLimit,
    pageNo = '1',
  } = parameters;
  const limit = sentLimit === undefined ? DEFAULT_LIMIT : Number(sentLimit);
  let query = db
    .selectFrom('payments')
    .where('entity_id', '=', channel.id)
    .where('type', '<>', REGISTRATION);
  if (from !== undefined && to !== undefined) {
    query = query
      .where('created_at', '>=', reportMoment(from))
      .where('created_at', '<', reportMoment(to) + SECOND_MS);
  }
  if (paymentTypes !== undefined) query = query.where('type', 'in', paymentTypes.split(','));
  if (merchantTransactionId !== undefined) {
    query = query.where('merchant_transaction_id', '=', merchantTransactionId);
  }
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset((Number(pageNo) - 1) * limit)
    .execute();
  return { payments: rows.map(paymentFromRow), pages: Math.ceil(Number(count) / limit) };
}
