/** The filters of the list of payments, as the address has them and as the server takes them. */
import type { PaymentFilter } from '../../contract/admin-api.ts';
import { dayOf, daysBetween, timesOf } from './period.ts';

/** Of the server, in the order of the page; times stand in the address as a period or as days. */
const SERVER_NAMES = [
  'state',
  'type',
  'brand',
  'amountMin',
  'amountMax',
  'currency',
  'last4',
  'bin',
  'issuerCountry',
  'holder',
  'email',
  'reference',
  'id',
  'resultCode',
  'channel',
] as const satisfies readonly (keyof PaymentFilter)[];
/** A period has a name, or its first and last day. */
const TIME_NAMES = ['period', 'fromDay', 'untilDay'] as const;

export type FilterName = (typeof TIME_NAMES)[number] | (typeof SERVER_NAMES)[number];
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

/** Those that are not in the first line. */
export const MORE_FILTERS = SERVER_NAMES.filter(
  (name) => !['state', 'type', 'brand', 'channel'].includes(name),
);

/** Filters whose values read from left to right in each language. */
export const TECHNICAL: readonly FilterName[] = [
  'amountMin',
  'amountMax',
  'currency',
  'last4',
  'bin',
  'issuerCountry',
  'email',
  'id',
  'resultCode',
];

/** What the address says; a name that is none of ours, or has no value, is left out. */
export const filtersOf = (query: URLSearchParams): Filters =>
  Object.fromEntries(
    [...TIME_NAMES, ...SERVER_NAMES].flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );

/**
 * What a saved view keeps. A named period is another one tomorrow, and is left out, as is who the shopper is;
 * days are kept.
 */
export function kept(filters: Filters): object {
  const { period: _, holder: __, email: ___, fromDay = '', untilDay = '', ...others } = filters;
  return { ...others, ...daysBetween(fromDay, untilDay) };
}

/** What a saved view has kept, as filters of the address. */
export function shownBy({ from, until, ...others }: PaymentFilter): Filters {
  return {
    ...others,
    ...(from && { fromDay: dayOf(from, 0) }),
    ...(until && { untilDay: dayOf(until, -1) }),
  };
}

/** What the server is asked for: parameters of its address. */
export function asked(filters: Filters): Record<string, string | undefined> {
  const { period: _, fromDay: __, untilDay: ___, ...others } = filters;
  return { ...others, ...timesOf(filters) };
}
