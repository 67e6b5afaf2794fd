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
