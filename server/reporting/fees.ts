/** The fee of a sale, computed by the database: exact, and the same for a sum and for a record. */
import { type RawBuilder, sql } from 'kysely';
import type { ChannelSettings } from '../gateway/entities/index.ts';

type Fees = ChannelSettings['fees'];

const BASIS = 10_000;

/** Columns of a payment, as the query calls its table. */
export interface SaleColumns {
  readonly amount: string;
  readonly currency: string;
  readonly settledAt: string;
}

/**
 * Smallest units: the basis points of the amount, rounded half up, and the currency's fixed part.
 * The terms are those of the day on which the sale was settled.
 */
export function feeOf(
  fees: Fees,
  { amount, currency, settledAt }: SaleColumns,
): RawBuilder<number> {
  const latestFirst = [...fees].sort((a, b) => b.from.localeCompare(a.from));
  if (latestFirst.length === 0) return sql`0`;
  const cases = latestFirst.map(({ from, basisPoints, fixed }) => {
    const part = sql`(${sql.ref(amount)} * ${big(basisPoints)} + ${big(BASIS / 2)}) / ${big(BASIS)}`;
    const fee = sql`${part} + ${fixedPart(fixed, currency)}`;
    return sql`when ${sql.ref(settledAt)} >= ${big(Date.parse(from))} then ${fee}`;
  });
  return sql`case ${sql.join(cases, sql` `)} else 0 end`;
}

function fixedPart(fixed: Fees[number]['fixed'], currency: string): RawBuilder<number> {
  const entries = Object.entries(fixed);
  if (entries.length === 0) return sql`0`;
  const cases = entries.map(([code, units]) => sql`when ${code} then ${big(units ?? 0)}`);
  return sql`case ${sql.ref(currency)} ${sql.join(cases, sql` `)} else 0 end`;
}

/** Without the type PostgreSQL would take a parameter for a text, or for a smaller number. */
const big = (value: number): RawBuilder<number> => sql`cast(${value} as bigint)`;
