/** Where a card was issued by its first digits, as the operator's file says. */
import type { Database, Transaction } from '../../store/database.ts';

/** Of a number, as they are compared: a file names six to eight. */
export const BIN_DIGITS = 8;

export const binOf = (number: string): number =>
  Number(number.slice(0, BIN_DIGITS).padEnd(BIN_DIGITS, '0'));

/** What counts: the file that was imported last. */
export const currentFile = (db: Database | Transaction) =>
  db
    .selectFrom('card_bin_files')
    .select('id')
    .where('imported_at', 'is not', null)
    .orderBy('imported_at', 'desc')
    // Of two that were imported at once all instances take the same.
    .orderBy('id', 'desc')
    .limit(1);

/**
 * Within a statement: ISO 3166-1 alpha-2, null where the file says nothing, or there is none.
 * @param bin see {@link binOf}
 */
export const issuerCountryOf = (db: Database | Transaction, bin: number) =>
  db
    .selectFrom('card_bins')
    .select((eb) =>
      eb.case().when('last_bin', '>=', bin).then(eb.ref('country')).end().as('country'),
    )
    .where('file_id', '=', currentFile(db))
    .where('first_bin', '<=', bin)
    .orderBy('first_bin', 'desc')
    .limit(1);

/** What the file says of all cards with the same first digits. */
export interface Issuers {
  /** Of every one of them: ISO 3166-1 alpha-2; null where they differ, or the file says nothing of some. */
  readonly country: string | null;
  /** What it says of, in their order: first and last eight digits, both among them. */
  readonly ranges: readonly {
    readonly from: string;
    readonly to: string;
    readonly country: string;
  }[];
}

/** @param digits six to eight */
export async function issuersOf(db: Database, digits: string): Promise<Issuers> {
  const first = binOf(digits);
  const last = Number(digits.padEnd(BIN_DIGITS, '9'));
  const rows = await db
    .selectFrom('card_bins')
    .select(['first_bin', 'last_bin', 'country'])
    .where('file_id', '=', currentFile(db))
    .where('first_bin', '<=', last)
    .where('last_bin', '>=', first)
    .orderBy('first_bin')
    .execute();
  const ranges = rows.map(({ first_bin, last_bin, country }) => ({
    from: Math.max(Number(first_bin), first),
    to: Math.min(Number(last_bin), last),
    country,
  }));
  const told = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const countries = new Set(ranges.map(({ country }) => country));
  const [country = null] = told === last - first + 1 && countries.size === 1 ? countries : [];
  const written = (bin: number) => String(bin).padStart(BIN_DIGITS, '0');
  return {
    country,
    ranges: ranges.map(({ from, to, ...rest }) => ({
      from: written(from),
      to: written(to),
      ...rest,
    })),
  };
}
