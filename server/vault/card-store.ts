import type { Database, Transaction } from '../store/database.ts';
import { keptQuery } from '../store/kept-query.ts';
import type { CardNumberRow } from '../store/tables/vault-tables.ts';
import type { RecordReference } from './cvv-keys.ts';
import { forgetCvv, readCvv } from './cvv-store.ts';
import { type KeyRing, unwrap, wrap } from './key-ring.ts';

export interface CardToKeep extends RecordReference {
  /** Digits only. */
  readonly number: string;
  /** Real clock, epoch milliseconds: when it is deleted at the latest. Null keeps a card that the shopper stored. */
  readonly purgeAt: number | null;
}

export interface KeptCard {
  readonly number: string;
  readonly cvv?: string;
  /** A CVV came with it that cannot be read any more: the database has crashed since. */
  readonly isCvvLost?: true;
}

const insertNumber = keptQuery((db, row: CardNumberRow) =>
  db.insertInto('card_numbers').values(row),
);

/**
 * Keeps a card number, encrypted.
 *
 * @throws a unique violation for a record that has one already
 */
export async function keepCard(trx: Transaction, ring: KeyRing, card: CardToKeep): Promise<void> {
  const { recordId, entityId, purgeAt } = card;
  const plaintext = Buffer.from(card.number, 'utf8');
  const number = wrap(ring, plaintext, numberContext(card));
  plaintext.fill(0);
  await insertNumber(trx, { record_id: recordId, entity_id: entityId, number, purge_at: purgeAt });
}

/** @returns undefined once it was forgotten, or for another entity's record */
export async function readCard(
  db: Database | Transaction,
  ring: KeyRing,
  record: RecordReference,
): Promise<KeptCard | undefined> {
  const row = await db
    .selectFrom('card_numbers')
    .select('number')
    .where('record_id', '=', record.recordId)
    .where('entity_id', '=', record.entityId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const plaintext = unwrap(ring, row.number, numberContext(record));
  const number = plaintext.toString('utf8');
  plaintext.fill(0);
  return { number, ...(await readCvv(db, ring, record)) };
}

const deleteNumber = keptQuery((db, { recordId, entityId }: RecordReference) =>
  db.deleteFrom('card_numbers').where('record_id', '=', recordId).where('entity_id', '=', entityId),
);

/** Deletes the number of a record that has no CVV. Nothing happens when there is none. */
export async function forgetNumber(
  db: Database | Transaction,
  record: RecordReference,
): Promise<void> {
  await deleteNumber(db, record);
}

/** Deletes card number, CVV and its key. Nothing happens when there are none. */
export async function forgetCard(
  db: Database | Transaction,
  record: RecordReference,
): Promise<void> {
  await forgetCvv(db, record);
  await deleteNumber(db, record);
}

/** Where the envelope of a card number belongs. */
export const numberContext = ({ recordId, entityId }: RecordReference) => ({
  recordId,
  entityId,
  purpose: 'card number',
});
