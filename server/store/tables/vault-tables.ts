/** The tables of the vault. What they hold of cards and keys is encrypted; see `server/vault`. */
import type { ColumnType, Generated } from 'kysely';

/** A card number. */
export interface CardNumberRow {
  /** Id of what the card was given for: a payment, a registration. */
  record_id: string;
  entity_id: string;
  /** Envelope under a master key. */
  number: string;
  /** Real clock: when it goes in any case; null for a card that a shopper stored. */
  purge_at: number | null;
}

/** A CVV, until authorisation ends. Without its row in the table of its key it cannot be read. */
export interface CardCvvRow {
  record_id: string;
  entity_id: string;
  /** Envelope under the record's own key. */
  cvv: string;
  /** Real clock. */
  purge_at: number;
  /** Where its key is; null: in `cvv_keys`, where the releases up to 0.2 put it. */
  key_table: ColumnType<CvvKeyTable | null, CvvKeyTable | undefined>;
}

/**
 * The key of one CVV, which goes with its row in `card_cvvs`. PostgreSQL writes these tables into no
 * log, no base backup and no replica, and empties them when it crashes.
 */
export interface CvvKeyRow {
  record_id: string;
  /** Envelope under a master key. */
  wrapped_key: string;
  /** Drawn by the database, so that it stands in no statement; a part of the key. */
  salt: Generated<string>;
  /** Real clock: with this the key is of no use any more. */
  purge_at: number;
}

/** One for each epoch, in turns: see `server/vault/cvv-keys.ts`. */
export const CVV_KEY_TABLES = [
  'cvv_keys_0',
  'cvv_keys_1',
  'cvv_keys_2',
  'cvv_keys_3',
  'cvv_keys_4',
  'cvv_keys_5',
] as const;
export type CvvKeyTable = (typeof CVV_KEY_TABLES)[number];

/** As instances of the releases up to 0.2 write it. */
export type EarlierCvvKeyRow = Pick<CvvKeyRow, 'record_id' | 'wrapped_key'>;

/** A key pair to which field frames seal what is typed. */
export interface SealingKeyRow {
  /** RFC 7638 thumbprint of the public key. */
  kid: string;
  /** The JWE algorithm; at most one key of an algorithm is not retired. */
  algorithm: string;
  /** JWK as JSON. */
  public_jwk: string;
  /** Envelope of the private JWK under a master key. */
  wrapped_private_jwk: string;
  /** Real clock. */
  created_at: number;
  /** Real clock: when a newer key took over. */
  retired_at: number | null;
}

/** A secret that must outlive the master keys, such as the key of card fingerprints. */
export interface VaultSecretRow {
  name: string;
  /** Envelope under a master key. */
  wrapped_key: string;
}

export interface VaultTables extends Record<CvvKeyTable, CvvKeyRow> {
  card_numbers: CardNumberRow;
  card_cvvs: CardCvvRow;
  cvv_keys: EarlierCvvKeyRow;
  sealing_keys: SealingKeyRow;
  vault_secrets: VaultSecretRow;
}
