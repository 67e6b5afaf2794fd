/** The tables of the vault. What they hold of cards and keys is encrypted; see `server/vault`. */

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

/** A CVV, until authorisation ends. Without its row in `cvv_keys` it cannot be read. */
export interface CardCvvRow {
  record_id: string;
  entity_id: string;
  /** Envelope under the record's own key. */
  cvv: string;
  /** Real clock. */
  purge_at: number;
}

/** The key of one CVV. Goes with its row in `card_cvvs`; never part of a backup. */
export interface CvvKeyRow {
  record_id: string;
  /** Envelope under a master key. */
  wrapped_key: string;
}

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

export interface VaultTables {
  card_numbers: CardNumberRow;
  card_cvvs: CardCvvRow;
  cvv_keys: CvvKeyRow;
  sealing_keys: SealingKeyRow;
  vault_secrets: VaultSecretRow;
}
