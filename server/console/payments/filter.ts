/** The filter of the list of payments: read from the address, and asked of the database. */
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { CURRENCY_CODES } from '../../../contract/currency.ts';
import type { Tables } from '../../store/tables.ts';
import { oneOf } from '../one-of.ts';
import { moment } from '../period.ts';

const text = z.string().trim().min(1).max(128);
const amount = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, 'must be a decimal number, as 92.00');

/** Names and formats; all optional. What is unknown is refused: ignoring it would show too much. */
export const PAYMENT_FILTER = z.strictObject({
  from: moment.optional(),
  until: moment.optional(),
  state: oneOf(['in_doubt', 'pending', 'succeeded', 'failed']).optional(),
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

/** Columns as an expression, so that no index on them is used: SQLite would prefer it to a better one. */
export const BY_NO_INDEX = {
  entity_id: sql<string>`coalesce(entity_id, '')`,
  currency: sql<string>`coalesce(currency, '')`,
  amount: sql<number>`amount + 0`,
  created_at: sql<number>`created_at + 0`,
} as const;

/** What a reference may be of. */
export const REFERENCE_COLUMNS = ['merchant_transaction_id', 'merchant_invoice_id'] as const;

/**
 * All of it but amounts with their currency (`amounts.ts`).
 * @param query of the payments of one channel
 * @param by of what the reference is: one after the other, since no index has both
 */
export function filtered<Q extends PaymentQueryBuilder>(
  query: Q,
  filter: Filter,
  by: (typeof REFERENCE_COLUMNS)[number],
): Q {
  const { from, until, state, type, brand, currency } = filter;
  const { last4, bin, issuerCountry, holder, email, reference, id, resultCode } = filter;
  let found: PaymentQueryBuilder = query;
  if (from) found = found.where('created_at', '>=', Date.parse(from));
  if (until) found = found.where('created_at', '<', Date.parse(until));
  if (state) found = found.where('state', '=', state);
  if (type) found = found.where('type', '=', type);
  if (brand) found = found.where('brand', '=', brand);
  // With an amount it is part of the range.
  const hasAmount = filter.amountMin !== undefined || filter.amountMax !== undefined;
  if (currency && !hasAmount) found = found.where('currency', '=', currency);
  if (last4) found = found.where('card_last4', '=', last4);
  if (bin) found = found.where('card_bin', '=', bin);
  if (issuerCountry) found = found.where('issuer_country', '=', issuerCountry);
  if (holder) found = found.where('card_holder', '=', holder.toLowerCase());
  if (email) found = found.where('shopper_email', '=', email.toLowerCase());
  if (reference) found = found.where(by, '=', reference);
  if (resultCode) found = found.where('result_code', '=', resultCode);
  if (id) found = found.where((eb) => hasId(eb, id));
  return found as Q;
}

/** Whether the id is the payment's own, or that of its checkout or its registration. */
export function hasId(eb: Payments, id: string) {
  // Each by its own index: of conditions with "or" between them SQLite uses none. A range, because SQLite
  // would read all payments where most have no checkout: it knows only how many have the same one, or none.
  const having = (column: 'id' | 'checkout_id' | 'registration_id') =>
    eb
      .selectFrom('payments as one')
      .select('one.id')
      .where((own) => own.between(`one.${column}`, id, id));
  return eb(
    'id',
    'in',
    having('id').unionAll(having('checkout_id')).unionAll(having('registration_id')),
  );
}
