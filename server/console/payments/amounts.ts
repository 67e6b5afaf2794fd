/**
 * Finds payments by their amounts. An amount is compared in the smallest units of each payment's own currency:
 * 92.00 are 92 JPY, 9,200 EUR, 92,000 KWD. Without a currency these are asked for one after the other, because
 * SQLite uses no index for conditions with "or" between them.
 */
import type { SelectQueryBuilder } from 'kysely';
import { CURRENCY_CODES, currencyDecimals, toMinorUnits } from '../../../contract/currency.ts';
import type { Database } from '../../store/database.ts';
import type { Tables } from '../../store/tables.ts';
import { invalid } from '../admin-failure.ts';
import { BY_NO_INDEX } from './filter.ts';

const USUAL_DECIMALS = 2;
/** Currencies whose smallest unit is no hundredth, by its decimals. */
const OTHER_DECIMALS = Map.groupBy(
  CURRENCY_CODES.filter((code) => currencyDecimals(code) !== USUAL_DECIMALS),
  currencyDecimals,
);
const OTHER_CURRENCIES = [...OTHER_DECIMALS.values()].flat();
/** So many are found by an index and sorted in a blink. */
const FEW = 10_000;

interface Amounts {
  readonly amountMin?: string | undefined;
  readonly amountMax?: string | undefined;
  readonly currency?: string | undefined;
}

/** Payments whose currencies have the same smallest unit. */
export interface AmountRange {
  /** Smallest units, both included. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly currencies: readonly [operator: 'in' | 'not in', codes: readonly string[]];
}

/** By which index a range is read: by none of these where many payments are in it, but from the latest on. */
type ReadBy = 'amount' | 'currency' | 'time';

/**
 * What the bounds mean in each currency; nothing where there are none.
 * @throws AdminFailure for a fraction that the named currency cannot have
 */
export function amountRanges({ amountMin, amountMax, currency }: Amounts): AmountRange[] {
  if (amountMin === undefined && amountMax === undefined) return [];
  if (currency !== undefined) {
    return [
      {
        min: unitsIn('amountMin', amountMin, currency),
        max: unitsIn('amountMax', amountMax, currency),
        currencies: ['in', [currency]],
      },
    ];
  }
  const inUnits = (decimals: number) => ({
    min: amountMin === undefined ? undefined : unitsOf(amountMin, decimals, true),
    max: amountMax === undefined ? undefined : unitsOf(amountMax, decimals, false),
  });
  return [
    { ...inUnits(USUAL_DECIMALS), currencies: ['not in', OTHER_CURRENCIES] },
    ...[...OTHER_DECIMALS].map(
      ([decimals, codes]): AmountRange => ({ ...inUnits(decimals), currencies: ['in', codes] }),
    ),
  ];
}

function unitsIn(
  name: 'amountMin' | 'amountMax',
  decimal: string | undefined,
  currency: string,
): number | undefined {
  if (decimal === undefined) return undefined;
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

type PaymentQueryBuilder = SelectQueryBuilder<Tables, 'payments', object>;

/** One amount is compared as one, so that an index finds it. */
function within<Q extends PaymentQueryBuilder>(query: Q, { min, max }: AmountRange, by: ReadBy): Q {
  const column = by === 'amount' ? 'amount' : BY_NO_INDEX.amount;
  if (min !== undefined && min === max) return query.where(column, '=', min) as Q;
  let found: PaymentQueryBuilder = query;
  if (min !== undefined) found = found.where(column, '>=', min);
  if (max !== undefined) found = found.where(column, '<=', max);
  return found as Q;
}

/** @param query of the payments of one channel */
export function inRange<Q extends PaymentQueryBuilder>(
  query: Q,
  range: AmountRange,
  by: ReadBy,
): Q {
  const [operator, codes] = range.currencies;
  const found = within(query, range, by);
  const [code, ...others] = codes;
  // In the order of time as well: the index on the currency has it.
  if (by === 'time' && code !== undefined && others.length === 0) {
    return found.where('currency', '=', code) as Q;
  }
  const column = by === 'currency' ? 'currency' : BY_NO_INDEX.currency;
  return found.where(column, operator, codes) as Q;
}

/**
 * By what the payments of a channel in a range are read fastest. SQLite, which knows of an amount only how many
 * have the same one, would find all of a range and sort them, were they a million.
 */
export async function readBy(db: Database, channelId: string, range: AmountRange): Promise<ReadBy> {
  const own = db.selectFrom('payments').select('id').where('entity_id', '=', channelId);
  if (await isOfFew(db, within(own, range, 'amount'))) return 'amount';
  const [operator, codes] = range.currencies;
  if (operator === 'not in') return 'time';
  return (await isOfFew(db, own.where('currency', 'in', codes))) ? 'currency' : 'time';
}

async function isOfFew(
  db: Database,
  query: SelectQueryBuilder<Tables, 'payments', { id: string }>,
): Promise<boolean> {
  const { count } = await db
    .selectFrom(query.limit(FEW).as('first_ones'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) < FEW;
}
