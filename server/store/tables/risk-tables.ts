/** The tables of `server/gateway/risk`. No card number, address or e-mail stands in them. */

/** What was counted of one key in one window. */
export interface RiskWindowRow {
  channel_id: string;
  /** Key and length, as `address/hour`. */
  rule: string;
  /** Keyed hash of the key's value in this channel. */
  key_hash: string;
  /** Database's clock: a multiple of the window's length. */
  window_start: number;
  attempts: number;
  successes: number;
  declines: number;
  /** Declines beyond those that successes have paid for, in thousandths; never below 0. */
  excess: number;
  /** Database's clock. */
  purge_at: number;
}

/** An attempt whose outcome is not known yet. */
export interface RiskAttemptRow {
  /** The payment. */
  id: string;
  channel_id: string;
  /** `CountedKey` list as JSON: where it was counted. */
  counted: string;
  /** 1 where the shopper was to be challenged because of a rule. */
  challenged: number;
  /** Database's clock. */
  purge_at: number;
}

/** How often a rule asked for a challenge or refused, in one window. */
export interface RiskTripRow {
  channel_id: string;
  rule: string;
  action: 'challenge' | 'refuse';
  /** Database's clock. */
  window_start: number;
  attempts: number;
  /** Database's clock. */
  purge_at: number;
}

export interface RiskTables {
  risk_windows: RiskWindowRow;
  risk_attempts: RiskAttemptRow;
  risk_trips: RiskTripRow;
}
