/** The filter of the list of payments: read from the address, and asked of the database. */
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { CURRENCY_CODES, currencyDecimals, toMinorUnits } from '../../../contract/currency.ts';
import type { Tables } from '../../store/tables.ts';
import { invalid } from '../admin-failure.ts';
import { moment } from '../period.ts';

const text = z.string().trim().min(1).max(128);
const amount = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, 'must be a decimal number, as 92.00');

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
    .regex(/^\d{6}$/, 'must be the first six digits: more are not kept')
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

type PaymentQueryBuilder = SelectQueryBuilder<Tables, 'payments', object>;
type Payments = ExpressionBuilder<Tables, 'payments'>;

const USUAL_DECIMALS = 2;
/** Currencies whose smallest unit is no hundredth, by its decimals. */
const OTHER_DECIMALS = Map.groupBy(
  CURRENCY_CODES.filter((code) => currencyDecimals(code) !== USUAL_DECIMALS),
  currencyDecimals,
);
const OTHER_CURRENCIES = [...OTHER_DECIMALS.values()].flat();

interface Bound {
  readonly name: 'amountMin' | 'amountMax';
  readonly decimal: string;
  readonly currency: string | undefined;
}

/**
 * Compares in the smallest units of each payment's own currency: 92.00 are 92 JPY, 9,200 EUR, 92,000 KWD.
 * @throws AdminFailure for a fraction that the named currency cannot have
 */
const bounded =
  ({ name, decimal, currency }: Bound) =>
  (eb: Payments) => {
    const isMin = name === 'amountMin';
    const compare = (units: number) => eb('amount', isMin ? '>=' : '<=', units);
    if (currency !== undefined) {
      const units = toMinorUnits(decimal, currency);
      if (units === undefined) throw invalid(name, `must be an amount in ${currency}`);
      return compare(units);
    }
    const within = (decimals: number) => {
      const [whole = '', fraction = ''] = decimal.split('.');
      const units = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
      const hasMore = /[1-9]/.test(fraction.slice(decimals));
      return compare(isMin && hasMore ? units + 1 : units);
    };
    return eb.or([
      eb.and([eb('currency', 'not in', OTHER_CURRENCIES), within(USUAL_DECIMALS)]),
      ...[...OTHER_DECIMALS].map(([decimals, codes]) =>
        eb.and([eb('currency', 'in', codes), within(decimals)]),
      ),
    ]);
  };

/** What a reference may be of. */
export const REFERENCE_COLUMNS = ['merchant_transaction_id', 'merchant_invoice_id'] as const;

/**
 * @param query of the payments of one channel
 * @param by of what the reference is: one after the other, since no index has both
 */
export function filtered<Q extends PaymentQueryBuilder>(
  query: Q,
  filter: Filter,
  by: (typeof REFERENCE_COLUMNS)[number],
): Q {
  const { from, until, state, type, brand, amountMin, amountMax, currency } = filter;
  const { last4, bin, holder, email, reference, id, resultCode } = filter;
  let found: PaymentQueryBuilder = query;
  if (from) found = found.where('created_at', '>=', Date.parse(from));
  if (until) found = found.where('created_at', '<', Date.parse(until));
  if (state) found = found.where('state', '=', state);
  if (type) found = found.where('type', '=', type);
  if (brand) found = found.where('brand', '=', brand);
  if (currency) found = found.where('currency', '=', currency);
  if (amountMin) found = found.where(bounded({ name: 'amountMin', decimal: amountMin, currency }));
  if (amountMax) found = found.where(bounded({ name: 'amountMax', decimal: amountMax, currency }));
  if (last4) found = found.where('card_last4', '=', last4);
  if (bin) found = found.where('card_bin', '=', bin);
  if (holder) found = found.where('card_holder', '=', holder.toLowerCase());
  if (email) found = found.where('shopper_email', '=', email.toLowerCase());
  if (reference) found = found.where(by, '=', reference);
  if (resultCode) found = found.where('result_code', '=', resultCode);
  if (id) {
    found = found.where((eb) =>
      eb.or([eb('id', '=', id), eb('checkout_id', '=', id), eb('registration_id', '=', id)]),
    );
  }
  return found as Q;
}
