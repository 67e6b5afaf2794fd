/** The filter of the list of payments: read from the address, and asked of the database. */
import type { SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { CURRENCY_CODES, toMinorUnits } from '../../../contract/currency.ts';
import type { Tables } from '../../store/tables.ts';
import { invalid } from '../admin-failure.ts';

const text = z.string().trim().min(1).max(128);
const amount = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/, 'must be a decimal number, as 92.00');
const moment = z.iso.datetime({ offset: true, message: 'must be a time, as 2026-11-24T09:00:00Z' });

/** Names and formats; all optional. What is unknown is refused: ignoring it would show too much. */
export const PAYMENT_FILTER = z.strictObject({
  from: moment.optional(),
  until: moment.optional(),
  state: z.enum(['in_doubt', 'pending', 'succeeded', 'failed']).optional(),
  type: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .optional(),
  brand: z
    .string()
    .regex(/^[A-Z0-9_]{1,40}$/, 'must be the code of a brand')
    .optional(),
  amountMin: amount.optional(),
  amountMax: amount.optional(),
  currency: z.enum(CURRENCY_CODES as [string, ...string[]], 'must be a currency code').optional(),
  last4: z
    .string()
    .regex(/^\d{4}$/, 'must be four digits')
    .optional(),
  bin: z
    .string()
    .regex(/^\d{6,8}$/, 'must be six to eight digits')
    .optional(),
  holder: text.optional(),
  email: text.optional(),
  reference: text.optional(),
  id: text.optional(),
  resultCode: z
    .string()
    .regex(/^\d{3}\.\d{3}\.\d{3}$/, 'must be a result code')
    .optional(),
  channel: z.string().max(64).optional(),
});

export type Filter = z.infer<typeof PAYMENT_FILTER>;

/** Digits of a BIN that are kept. */
const BIN_DIGITS = 6;

type PaymentQueryBuilder = SelectQueryBuilder<Tables, 'payments', object>;

/** The amounts of a currency in its smallest units; of none in hundredths, as nearly all have. */
const minor = (name: string, decimal: string, currency: string | undefined): number => {
  const units = toMinorUnits(decimal, currency ?? 'EUR');
  if (units === undefined) throw invalid(name, `must be an amount in ${currency}`);
  return units;
};

/** @param query of the payments of one channel */
export function filtered<Q extends PaymentQueryBuilder>(query: Q, filter: Filter): Q {
  const { from, until, state, type, brand, amountMin, amountMax, currency } = filter;
  const { last4, bin, holder, email, reference, id, resultCode } = filter;
  let found: PaymentQueryBuilder = query;
  if (from) found = found.where('created_at', '>=', Date.parse(from));
  if (until) found = found.where('created_at', '<', Date.parse(until));
  if (state) found = found.where('state', '=', state);
  if (type) found = found.where('type', '=', type);
  if (brand) found = found.where('brand', '=', brand);
  if (currency) found = found.where('currency', '=', currency);
  if (amountMin) found = found.where('amount', '>=', minor('amountMin', amountMin, currency));
  if (amountMax) found = found.where('amount', '<=', minor('amountMax', amountMax, currency));
  if (last4) found = found.where('card_last4', '=', last4);
  if (bin) found = found.where('card_bin', '=', bin.slice(0, BIN_DIGITS));
  if (holder) found = found.where('card_holder', '=', holder.toLowerCase());
  if (email) found = found.where('shopper_email', '=', email.toLowerCase());
  if (reference) found = found.where('merchant_transaction_id', '=', reference);
  if (resultCode) found = found.where('result_code', '=', resultCode);
  if (id) {
    found = found.where((eb) =>
      eb.or([eb('id', '=', id), eb('checkout_id', '=', id), eb('registration_id', '=', id)]),
    );
  }
  return found as Q;
}
