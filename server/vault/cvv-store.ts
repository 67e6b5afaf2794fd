import type { Insertable } from 'kysely';
import type { Database, Transaction } from '../store/database.ts';
import { keptQuery } from '../store/kept-query.ts';
import type { CardCvvRow } from '../store/tables/vault-tables.ts';
import { findKey, forgetKeys, keepKey, type RecordReference } from './cvv-keys.ts';
import { decrypt, encrypt } from './envelope.ts';
import type { KeyRing } from './key-ring.ts';

const OWN_KEY = 'own';

export interface CvvToKeep extends RecordReference {
  readonly cvv: string;
  /** Real clock, epoch milliseconds: when it is deleted at the latest. */
  readonly purgeAt: number;
}

/** A CVV that was kept; of one whose key is gone only that there was one. */
export type KeptCvv = { readonly cvv: string } | { readonly isCvvLost: true };

const insertCvv = keptQuery((db, row: Insertable<CardCvvRow>) =>
  db.insertInto('card_cvvs').values(row),
);

/**
 * Keeps a CVV until authorisation ends (PCI DSS 3.3), under a random key of its own, which lies where
 * nothing outlives it (`cvv-keys.ts`): without it the CVV cannot be read again.
 */
export async function keepCvv(trx: Transaction, ring: KeyRing, card: CvvToKeep): Promise<void> {
  const { recordId, entityId, purgeAt } = card;
  const { key, table } = await keepKey(trx, ring, card, purgeAt);
  const plaintext = Buffer.from(card.cvv, 'utf8');
  const cvv = encrypt(plaintext, { id: OWN_KEY, key }, cvvContext(card));
  plaintext.fill(0);
  const row = { record_id: recordId, entity_id: entityId, cvv, purge_at: purgeAt };
  await insertCvv(trx, { ...row, key_table: table });
}

/** @returns undefined where none was given, once it was forgotten, and for another entity's record */
export async function readCvv(
  db: Database | Transaction,
  ring: KeyRing,
  record: RecordReference,
): Promise<KeptCvv | undefined> {
  const row = await db
    .selectFrom('card_cvvs')
    .select(['cvv', 'key_table'])
    .where('record_id', '=', record.recordId)
    .where('entity_id', '=', record.entityId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const key = await findKey(db, ring, record, row.key_table);
  if (key === undefined) return { isCvvLost: true };
  const plaintext = decrypt(
    row.cvv,
    (id) => (id === OWN_KEY ? key : undefined),
    cvvContext(record),
  );
  const cvv = plaintext.toString('utf8');
  plaintext.fill(0);
  return { cvv };
}

const deleteCvv = keptQuery((db, { recordId, entityId }: RecordReference) =>
  db
    .deleteFrom('card_cvvs')
    .where('record_id', '=', recordId)
    .where('entity_id', '=', entityId)
    .returning(['record_id', 'key_table']),
);

/**
 * Deletes the CVV and its key.
 * @returns false where there was none
 */
export async function forgetCvv(
  db: Database | Transaction,
  record: RecordReference,
): Promise<boolean> {
  const { rows } = await deleteCvv(db, record);
  await forgetKeys(db, rows);
  return rows.length > 0;
}

const cvvContext = ({ recordId, entityId }: RecordReference) => ({
  recordId,
  entityId,
  purpose: 'cvv',
});
