import { createSecretKey, randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../store/database.ts';
import { decrypt, encrypt } from './envelope.ts';
import { type KeyRing, unwrap, wrap } from './key-ring.ts';

const OWN_KEY = 'own';

export interface RecordReference {
  /** Id of what the card was given for: a payment, a registration. */
  readonly recordId: string;
  readonly entityId: string;
}

export interface CvvToKeep extends RecordReference {
  readonly cvv: string;
  /** Real clock, epoch milliseconds: when it goes, whatever else happens. */
  readonly purgeAt: number;
}

/**
 * Keeps a CVV until authorisation ends (PCI DSS 3.3), under a random key of its own, which lies in a
 * table that backups leave out: without it the CVV cannot be read again.
 */
export async function keepCvv(trx: Transaction, ring: KeyRing, card: CvvToKeep): Promise<void> {
  const { recordId, entityId, purgeAt } = card;
  const keyBytes = randomBytes(32);
  const plaintext = Buffer.from(card.cvv, 'utf8');
  const ownKey = { id: OWN_KEY, key: createSecretKey(keyBytes) };
  await trx
    .insertInto('card_cvvs')
    .values({
      record_id: recordId,
      entity_id: entityId,
      cvv: encrypt(plaintext, ownKey, cvvContext(card)),
      purge_at: purgeAt,
    })
    .execute();
  await trx
    .insertInto('cvv_keys')
    .values({ record_id: recordId, wrapped_key: wrap(ring, keyBytes, cvvKeyContext(card)) })
    .execute();
  keyBytes.fill(0);
  plaintext.fill(0);
}

/** @returns undefined once it was forgotten, or for another entity's record */
export async function readCvv(
  db: Database | Transaction,
  ring: KeyRing,
  record: RecordReference,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('card_cvvs')
    .innerJoin('cvv_keys', 'cvv_keys.record_id', 'card_cvvs.record_id')
    .select(['cvv', 'wrapped_key'])
    .where('card_cvvs.record_id', '=', record.recordId)
    .where('entity_id', '=', record.entityId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const keyBytes = unwrap(ring, row.wrapped_key, cvvKeyContext(record));
  const key = createSecretKey(keyBytes);
  keyBytes.fill(0);
  const plaintext = decrypt(
    row.cvv,
    (id) => (id === OWN_KEY ? key : undefined),
    cvvContext(record),
  );
  const cvv = plaintext.toString('utf8');
  plaintext.fill(0);
  return cvv;
}

/** Deletes the CVV and its key. Nothing happens when there is none. */
export async function forgetCvv(
  db: Database | Transaction,
  { recordId, entityId }: RecordReference,
): Promise<void> {
  // The key goes with its row: the foreign key cascades.
  await db
    .deleteFrom('card_cvvs')
    .where('record_id', '=', recordId)
    .where('entity_id', '=', entityId)
    .execute();
}

const cvvContext = ({ recordId, entityId }: RecordReference) => ({
  recordId,
  entityId,
  purpose: 'cvv',
});

/** Where the envelope of a CVV's key belongs. */
export const cvvKeyContext = ({ recordId, entityId }: RecordReference) => ({
  recordId,
  entityId,
  purpose: 'cvv key',
});
