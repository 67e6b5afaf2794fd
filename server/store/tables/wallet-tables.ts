/** The tables of Apple Pay and Google Pay. */

/** A key pair of a channel: what a wallet encrypts to, or what the merchant shows Apple who asks with. */
export interface WalletKeyRow {
  /** 32 lowercase hexadecimal characters. */
  id: string;
  channel_id: string;
  /** Brand code of the wallet. */
  wallet: string;
  use: 'payment' | 'identity';
  /** Envelope of the private key, PEM. */
  envelope: string;
  /** DER of the public key, base64. */
  public_key: string;
  /** PEM, once Apple has issued it. */
  certificate: string | null;
  /** Real clock. */
  created_at: number;
}

/** A token that was used: it pays once. */
export interface WalletTokenRow {
  entity_id: string;
  /** Its fingerprint: SHA-256 of what only this token has, hexadecimal. */
  mark: string;
  payment_id: string;
  /** Real clock: an hour after the token is refused for its age. */
  purge_at: number;
}

export interface WalletTables {
  wallet_keys: WalletKeyRow;
  wallet_tokens: WalletTokenRow;
}
