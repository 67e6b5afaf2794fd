/** The tables of `server/console`: who signs in, and what is theirs. Times are of the real clock. */

/** A way in that is used once: of the first owner, or of an administrator who was invited. */
export interface ConsoleLinkRow {
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string;
  /** Null where the first owner chooses one. */
  name: string | null;
  role: 'owner' | 'operator' | 'support' | 'read-only';
  entity_id: string | null;
  ends_at: number;
}

export interface ConsoleSessionRow {
  /** By which the administrator ends it. */
  id: string;
  /** SHA-256 of the cookie's value, hexadecimal. */
  token_hash: string;
  /** Of the administrator. */
  name: string;
  csrf_token: string;
  /** As it calls itself, cut. */
  browser: string;
  started_at: number;
  /** To the minute. */
  used_at: number;
}

/** Tries to sign in that have failed. */
export interface ConsoleFailureRow {
  /** Keyed hash of a name, or of an address. */
  subject: string;
  failures: number;
  locked_until: number;
  purge_at: number;
}

export interface ConsoleRecoveryCodeRow {
  name: string;
  code_hash: string;
}

export interface ConsolePasskeyRow {
  /** Of the credential, base64url. */
  id: string;
  name: string;
  label: string;
  /** COSE, base64url. */
  public_key: string;
  counter: number;
  created_at: number;
  used_at: number | null;
}

/** What a passkey is asked to sign; gone once it was. */
export interface ConsoleChallengeRow {
  id: string;
  /** Whose new passkey it is; null where one signs in. */
  name: string | null;
  challenge: string;
  ends_at: number;
}

export interface ConsoleViewRow {
  /** Name of the administrator. */
  owner: string;
  name: string;
  /** `PaymentFilter` as JSON. */
  filter: string;
}

/** A refund that another administrator has to approve. */
export interface ConsoleApprovalRow {
  /** The refund's own, once it was approved. */
  id: string;
  payment_id: string;
  /** The channel of the payment. */
  entity_id: string;
  /** Smallest units. */
  amount: number;
  currency: string;
  state: 'waiting' | 'approved' | 'rejected';
  asked_by: string;
  asked_at: number;
  decided_by: string | null;
}

export interface ConsoleTables {
  console_links: ConsoleLinkRow;
  console_sessions: ConsoleSessionRow;
  console_failures: ConsoleFailureRow;
  console_recovery_codes: ConsoleRecoveryCodeRow;
  console_passkeys: ConsolePasskeyRow;
  console_challenges: ConsoleChallengeRow;
  console_views: ConsoleViewRow;
  console_approvals: ConsoleApprovalRow;
}
