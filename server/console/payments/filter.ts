/** The filter of the list of payments: read from the address, and asked of the database. */
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
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
  issuerCountry: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a 2-letter country code in capitals (ISO 3166-1)')
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

interface Amounts {
  readonly amountMin?: string | undefined;
  readonly amountMax?: string | undefined;
  readonly currency?: string | undefined;
}

/** Whether both bounds are the same. */
export const isOneAmount = ({ amountMin, amountMax }: Amounts): boolean =>
  amountMin !== undefined && amountMin === amountMax;

/** @throws AdminFailure for a fraction that the currency cannot have */
function unitsIn(name: 'amountMin' | 'amountMax', decimal: string, currency: string): number {
  const units = toMinorUnits(decimal, currency);
  if (units === undefined) throw invalid(name, `must be an amount in ${currency}`);
  return units;
}

/** In smallest units of currencies with these decimals: the least, or the most, that is within the bound. */
function unitsOf(decimal: string, decimals: number, isMin: boolean): number {
  const [whole = '', fraction = ''] = decimal.split('.');
  const units = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const hasMore = /[1-9]/.test(fraction.slice(decimals));
  return isMin && hasMore ? units + 1 : units;
}

/**
 * Compares in the smallest units of each payment's own currency: 92.00 are 92 JPY, 9,200 EUR, 92,000 KWD. Both
 * bounds are compared together, and one amount as one, so that an index finds it.
 * @throws AdminFailure for a fraction that the named currency cannot have
 */
const within =
  ({ amountMin, amountMax, currency }: Amounts) =>
  (eb: Payments) => {
    const between = (min: number | undefined, max: number | undefined) =>
      eb.and(
        min === max && min !== undefined
          ? [eb('amount', '=', min)]
          : [
              ...(min === undefined ? [] : [eb('amount', '>=', min)]),
              ...(max === undefined ? [] : [eb('amount', '<=', max)]),
            ],
      );
    if (currency !== undefined) {
      return between(
        amountMin === undefined ? undefined : unitsIn('amountMin', amountMin, currency),
        amountMax === undefined ? undefined : unitsIn('amountMax', amountMax, currency),
      );
    }
    const inUnits = (decimals: number) =>
      between(
        amountMin === undefined ? undefined : unitsOf(amountMin, decimals, true),
        amountMax === undefined ? undefined : unitsOf(amountMax, decimals, false),
      );
    const ofSome = eb.or([
      eb.and([eb('currency', 'not in', OTHER_CURRENCIES), inUnits(USUAL_DECIMALS)]),
      ...[...OTHER_DECIMALS].map(([decimals, codes]) =>
        eb.and([eb('currency', 'in', codes), inUnits(decimals)]),
      ),
    ]);
    if (amountMin === undefined || !isOneAmount({ amountMin, amountMax })) return ofSome;
    // SQLite uses no index for conditions with "or" between them.
    const all = [USUAL_DECIMALS, ...OTHER_DECIMALS.keys()].map((decimals) =>
      unitsOf(amountMin, decimals, true),
    );
    return eb.and([eb('amount', 'in', [...new Set(all)]), ofSome]);
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
  const { last4, bin, issuerCountry, holder, email, reference, id, resultCode } = filter;
  let found: PaymentQueryBuilder = query;
  if (from) found = found.where('created_at', '>=', Date.parse(from));
  if (until) found = found.where('created_at', '<', Date.parse(until));
  if (state) found = found.where('state', '=', state);
  if (type) found = found.where('type', '=', type);
  if (brand) found = found.where('brand', '=', brand);
  // One amount says more than its currency: only an index on the amount is to be used then.
  const inCurrency = isOneAmount(filter)
    ? sql<string>`coalesce(currency, '')`
    : sql.ref<string>('currency');
  if (currency) found = found.where(inCurrency, '=', currency);
  if (amountMin || amountMax) found = found.where(within({ amountMin, amountMax, currency }));
  if (last4) found = found.where('card_last4', '=', last4);
  if (bin) found = found.where('card_bin', '=', bin);
  if (issuerCountry) found = found.where('issuer_country', '=', issuerCountry);
  if (holder) found = found.where('card_holder', '=', holder.toLowerCase());
  if (email) found = found.where('shopper_email', '=', email.toLowerCase());
  if (reference) found = found.where(by, '=', reference);
  if (resultCode) found = found.where('result_code', '=', resultCode);
  if (id) {
    // Each by its own index: of conditions with "or" between them SQLite uses none.
    const having = (column: 'id' | 'checkout_id' | 'registration_id') => (eb: Payments) =>
      eb.selectFrom('payments as one').select('one.id').where(`one.${column}`, '=', id);
    found = found.where((eb) =>
      eb(
        'id',
        'in',
        having('id')(eb)
          .unionAll(having('checkout_id')(eb))
          .unionAll(having('registration_id')(eb)),
      ),
    );
  }
  return found as Q;
}
