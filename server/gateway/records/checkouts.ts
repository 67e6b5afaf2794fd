/** A checkout as code knows it, and the row that keeps it; finds checkouts, and tells whether they are open. */

import type { ParameterSet } from '../../../contract/parameters.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { channelNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { keptQuery } from '../../store/kept-query.ts';
import { type FieldsOf, toColumns, toFields } from '../../store/records/column-names.ts';
import type { CheckoutRow } from '../../store/tables.ts';
import { type Channel, JOINED_CHANNEL, splitJoined } from '../entities/index.ts';
import { ApiError, noSuchCheckout } from '../requests/index.ts';

/** Copies of parts of the parameters, to search by. */
type SearchColumn = 'merchant_transaction_id' | 'is_searchable';

export interface CheckoutRecord extends FieldsOf<Omit<CheckoutRow, 'parameters' | SearchColumn>> {
  readonly parameters: ParameterSet;
}

export const checkoutFromRow = ({
  parameters,
  merchant_transaction_id: _reference,
  is_searchable: _searchable,
  ...row
}: CheckoutRow): CheckoutRecord => ({
  ...toFields(row),
  parameters: JSON.parse(parameters),
});

/** The columns to search by, also of a checkout that a release without them has made. */
export const checkoutSearch = ({ parameters }: Pick<CheckoutRecord, 'parameters'>) => ({
  merchant_transaction_id: parameters['merchantTransactionId'] ?? null,
  is_searchable: 1,
});

/** The columns of a checkout, or of what is changed of one. */
export function checkoutToRow(checkout: CheckoutRecord): CheckoutRow;
export function checkoutToRow(changes: Partial<CheckoutRecord>): Partial<CheckoutRow>;
export function checkoutToRow({
  parameters,
  ...rest
}: Partial<CheckoutRecord>): Partial<CheckoutRow> {
  return {
    ...toColumns(rest),
    ...(parameters && {
      parameters: JSON.stringify(parameters),
      ...checkoutSearch({ parameters }),
    }),
  };
}

/** gateway-api.md, "Limits". */
export const CHECKOUT_VALIDITY_MS = 30 * 60_000;
/** How long a checkout's result can be read. */
export const RESULT_READABLE_MS = 90 * 24 * 60 * 60_000;

/** A checkout together with its channel. */
export interface Checkout extends Omit<CheckoutRecord, 'entityId'> {
  readonly channel: Channel;
}

const checkoutById = keptQuery((db, { id }: { id: string }) =>
  db
    .selectFrom('checkouts')
    .innerJoin('entities as channel', 'channel.id', 'checkouts.entity_id')
    .selectAll('checkouts')
    .select(JOINED_CHANNEL)
    .where('checkouts.id', '=', id),
);

export async function findCheckout(
  db: Database | Transaction,
  id: string,
): Promise<Checkout | undefined> {
  const [joined] = (await checkoutById(db, { id })).rows;
  if (!joined) return undefined;
  const [row, channel] = splitJoined(joined);
  const { entityId: _, ...checkout } = checkoutFromRow(row);
  return channel && { ...checkout, channel };
}

/** @throws ApiError (404) where there is none */
export async function existingCheckout(db: Database, id: string): Promise<Checkout> {
  const checkout = await findCheckout(db, id);
  if (!checkout) throw noSuchCheckout();
  return checkout;
}

/** Whether the 30 minutes are over without a payment. */
export const hasExpired = ({ expiresAt, channel }: Checkout): boolean =>
  channelNow(channel.clockOffsetMs) >= expiresAt;

/** A post to a checkout whose result is there already. */
export class CheckoutPaid extends ApiError {
  readonly checkout: Checkout;

  constructor(checkout: Checkout) {
    super(400, RESULT.invalidParameter, 'this checkout is already paid');
    this.checkout = checkout;
  }
}

/** @throws ApiError when the checkout has been paid, or its time is over */
export function refuseUnlessOpen(checkout: Checkout): void {
  if (checkout.paidId !== null) throw new CheckoutPaid(checkout);
  if (hasExpired(checkout)) throw noSuchCheckout();
}
