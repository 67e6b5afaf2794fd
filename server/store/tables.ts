/**
 * The tables, as rows. Money is in the currency's smallest units, times are epoch milliseconds on
 * the clock that the comment names; both are bigint columns, read as numbers. JSON is kept as text.
 */
import type { ConsoleTables } from './tables/console-tables.ts';
import type { FontTables } from './tables/font-tables.ts';
import type { NotificationTables } from './tables/notification-tables.ts';
import type { PageWatchTables } from './tables/page-watch-tables.ts';
import type { RiskTables } from './tables/risk-tables.ts';
import type { VaultTables } from './tables/vault-tables.ts';
import type { WalletTables } from './tables/wallet-tables.ts';

/** A merchant, a division of it, or a channel. Tokens and requests are bound to one of them. */
export interface EntityRow {
  /** 32 lowercase hexadecimal characters. */
  id: string;
  kind: 'merchant' | 'division' | 'channel';
  parent_id: string | null;
  name: string;
  /** Channels only: `ChannelSettings` as JSON. */
  settings: string;
  /** How far the channel's clock runs ahead of the real one, milliseconds. Only ever grows. */
  clock_offset_ms: number;
  /** Real clock. */
  created_at: number;
}

export interface AccessTokenRow {
  id: string;
  entity_id: string;
  /** SHA-256 of the token, hexadecimal. */
  hash: string;
  label: string;
  /** Real clock. */
  created_at: number;
  revoked_at: number | null;
  /** What it is for, comma-separated; null: everything. */
  scopes: string | null;
  /** Addresses and networks that may use it, comma-separated; null: any. */
  networks: string | null;
  /** Real clock, as those below. */
  expires_at: number | null;
  /** To the minute. */
  last_used_at: number | null;
  /** When the audit log was told that its time is over. */
  expiry_noted_at: number | null;
  /** When another one took its place, which it may outlive by a while. */
  replaced_at: number | null;
}

/** Who may administer, by `npm run admin` and in the console. */
export interface AdministratorRow {
  name: string;
  role: 'owner' | 'operator' | 'support' | 'read-only';
  /** SHA-256 of the key, hexadecimal. */
  key_hash: string;
  /** Real clock. */
  created_at: number;
  removed_at: number | null;
  /** Whose payments alone are in sight; null sees all. */
  entity_id: string | null;
  /** `scrypt$N$r$p$salt$hash`; null without one. */
  password: string | null;
  /** Secret of the authenticator app, in an envelope of the vault; null without one. */
  authenticator: string | null;
  /** One that no code was sent of yet. */
  pending_authenticator: string | null;
  /** Step of the latest code: none is taken twice. */
  authenticator_step: number | null;
  /** Real clock: when a session of theirs was used last. */
  seen_at: number | null;
}

/** Who did what; rows are added and never changed. */
export interface AuditRow {
  /** From 1, without a gap. */
  position: number;
  /** Real clock. */
  at: number;
  actor: string;
  action: string;
  subject: string;
  /** JSON. */
  detail: string;
  /** HMAC-SHA-256 over the row and the hash before it, hexadecimal. */
  hash: string;
}

/** The latest entry of the audit log; one row. */
export interface AuditHeadRow {
  id: 1;
  position: number;
  hash: string;
}

/** What a release of the widget consists of, so that every instance can serve every release. */
export interface ReleaseRow {
  id: string;
  /** Subresource integrity of the script. */
  integrity: string;
  script: string;
  number_frame: string;
  cvv_frame: string;
  /** Null in releases of before direct debits. */
  iban_frame: string | null;
  /** Real clock. */
  created_at: number;
  /** Since when no new checkout begins with it; real clock. */
  withdrawn_at: number | null;
}

export interface CheckoutRow {
  id: string;
  entity_id: string;
  /** The release whose script this checkout gets. */
  release: string;
  /** `ParameterSet` of the merchant's server, as JSON. */
  parameters: string;
  /** Channel clock. */
  created_at: number;
  /** Channel clock: no attempt is accepted from here on. */
  expires_at: number;
  /** The payment that is with the connector now; at most one at a time. */
  paying_id: string | null;
  /** The payment that succeeded; set once. */
  paid_id: string | null;
  /** The latest attempt, in any state. */
  latest_id: string | null;
  /** Where the shopper who made the latest attempt goes afterwards. */
  result_url: string | null;
  /** Channel clock: when that address is called, unless the final status is read before. */
  call_due_at: number | null;
  /** Database's clock: until then the instance that calls has it. */
  call_lease_until: number | null;
  /** How often it was called in vain. */
  call_attempts: number;
  /** By what an agent finds it: a part of `parameters`. */
  merchant_transaction_id: string | null;
  /** 1 once the one above is written; null where an older release has made it. */
  is_searchable: number | null;
}

/** The first time that a checkout's form was drawn. Nothing in it says who the shopper is. */
export interface FormVisitRow {
  checkout_id: string;
  /** In which it was drawn, as BCP 47 says it, without the region; '' until that is known. */
  language: string;
  device: 'phone' | 'tablet' | 'computer' | 'unknown';
  /** Channel clock. */
  loaded_at: number;
  /** When the first field of it was filled in, or part of it. Channel clock. */
  typed_at: number | null;
}

/** A payment. Written as `in_doubt` before the connector is called, settled after. */
export interface PaymentRow {
  id: string;
  entity_id: string;
  checkout_id: string | null;
  type: string;
  brand: string;
  amount: number;
  currency: string;
  state: 'in_doubt' | 'pending' | 'succeeded' | 'failed';
  result_code: string;
  /** Connector-specific details of the result, as JSON. */
  result_details: string;
  /** Everything echoed: `ParameterSet` as JSON, without card data. */
  parameters: string;
  /** What may be shown of the card: `ShownCard` as JSON. */
  card: string;
  card_fingerprint: string | null;
  /** Captures, reversals and refunds: the payment they are for. */
  referenced_id: string | null;
  registration_id: string | null;
  /** Of an agreement without a payment, whose registration has its id: who the registration will belong to. */
  registrar_id: string | null;
  merchant_transaction_id: string | null;
  /** What links the payments of a recurring chain; given by the INITIAL one. */
  acquirer_tx_id: string | null;
  /** What the connector found out beside the result: `ConnectorChecks` as JSON. */
  checks: string;
  /** Of a PA: what captures have booked. */
  captured: number;
  /** Of a DB or CP: what refunds have booked. */
  refunded: number;
  /** The whole amount, once it was reversed. */
  reversed: number;
  /** Of a DB or CP: what its cardholder's bank took back. */
  charged_back: number;
  /** What operations that are with the connector now will post, or release. */
  reserved: number;
  /** Who has it: `simulator` or `upstream`. */
  connector: string;
  /** Whose money it moves. */
  mode: 'INTERNAL' | 'EXTERNAL' | 'LIVE';
  /** Our own reference towards the connector; unique for ever. */
  reference: string;
  ndc: string;
  /** Channel clock. */
  created_at: number;
  /** Channel clock. */
  settled_at: number | null;
  /** Database's clock: until then the instance that took it finishes it; then a sweeper does. */
  lease_until: number | null;
  /** Of the instance that took the lease: no other one renews it, or settles the payment. */
  lease_token: string | null;
  /** `NextStep` as JSON while the shopper has to go somewhere; kept until the payment is settled. */
  next_step: string | null;
  /** Channel clock: when a pending payment is ended. */
  due_at: number | null;
  /** The result that a pending payment is being ended with, unless it was decided before. */
  end_code: string | null;
  /** `merchantTransactionId` of the request that ends it; null where there was none. */
  end_reference: string | null;
  /** Told of what becomes of this payment, by the entity's key. */
  notification_url: string | null;
  /** Where the shopper goes at the end. */
  result_url: string | null;
  /** Origin of the page that the shopper pays on, where there is one. */
  embedder: string | null;
  /** What the frames saw a page do to the fields, as JSON; null where they were left in peace. */
  field_evidence: string | null;
  /** Of a payment that a schedule has made. */
  schedule_id: string | null;
  /** Of a chargeback: until when it is to be answered, by the channel's clock; null where no such date is known. */
  respond_by: number | null;
  /** Of a chargeback: that it was answered, `ChargebackAnswer` as JSON; null where it was not. */
  chargeback_answer: string | null;
  /** The authentication that it uses: no other payment does. */
  authentication_id: string | null;
  /** Where its card was issued, ISO 3166-1 alpha-2; null where neither its processor nor `card_bins` says so, or there is no card. */
  issuer_country: string | null;
  /** By what an agent finds it: parts of `card` and `parameters`, in lower case. */
  card_last4: string | null;
  card_bin: string | null;
  card_holder: string | null;
  shopper_email: string | null;
  merchant_invoice_id: string | null;
  /** 1 once the four above are written; null where an older release has made it. */
  is_searchable: number | null;
}

/** A stored card. Its number is in the vault, under the registration's id. */
export interface RegistrationRow {
  id: string;
  /** A channel, or a division whose channels all may use it. */
  entity_id: string;
  checkout_id: string | null;
  brand: string;
  /** `ShownCard` as JSON. */
  card: string;
  card_fingerprint: string;
  /** `ParameterSet` as JSON, without card data. */
  parameters: string;
  result_code: string;
  ndc: string;
  /** Told of what becomes of it, by the entity's key. */
  notification_url: string | null;
  /** Channel clock. */
  created_at: number;
  /** Channel clock. */
  deleted_at: number | null;
  /** Channel clock: from then on it pays nothing. The merchant may still delete it. */
  revoked_at: number | null;
  revoked_by: 'consumer' | 'provider' | null;
  /** Channel clock: when it is forgotten; null where it is no card. */
  life_ends_at: number | null;
  /** Channel clock: when its merchant asked for the longer life. */
  life_extended_at: number | null;
  /** What the frames saw a page do to the fields, as JSON; null where they were left in peace. */
  field_evidence: string | null;
  /** By what an agent finds it: parts of `card`, in lower case, and of `parameters`. */
  card_last4: string | null;
  card_holder: string | null;
  merchant_transaction_id: string | null;
  /** 1 once the three above are written; null where an older release has made it. */
  is_searchable: number | null;
}

/** Payments that are made again and again with a registration. One that is changed has a successor. */
export interface ScheduleRow {
  id: string;
  /** The first one of the chain of changes that this one is in. */
  root_id: string;
  /** The one that it has taken the place of. */
  referenced_id: string | null;
  /** The channel. */
  entity_id: string;
  registration_id: string;
  brand: string;
  amount: number;
  currency: string;
  mode: 'INTERNAL' | 'EXTERNAL' | 'LIVE';
  /** `ParameterSet` as JSON, without card data. */
  parameters: string;
  state:
    | 'active'
    | 'rescheduled'
    | 'descheduled'
    | 'finished'
    | 'suspended'
    | 'registration_gone'
    | 'mode_changed';
  /** Channel clock: when it pays next; null where it does not. */
  next_at: number | null;
  /** Channel clock: what the latest payment was due at. */
  due_at: number | null;
  /** How often the payment of that time was begun. */
  attempts: number;
  /** The payment that is under way. */
  paying_id: string | null;
  latest_id: string | null;
  /** Result of the latest payment, or why there was none. */
  latest_code: string | null;
  /** Payments that have succeeded. */
  paid: number;
  /** How many have failed since then. */
  declined: number;
  ndc: string;
  /** Told of what becomes of it and its payments, by the entity's key. */
  notification_url: string | null;
  /** Channel clock. */
  created_at: number;
}

/** The answer to a request that named an `Idempotency-Key`. Holds no request. */
export interface IdempotencyKeyRow {
  /** The entity of the access token. */
  entity_id: string;
  key_hash: string;
  /** Keyed hash of method, path and body. */
  request_hash: string;
  /** What the request creates gets this id, whichever instance makes it. */
  subject_id: string;
  /** JSON, in an envelope of the vault; null while the request is under way. */
  answer: string | null;
  /** Database's clock: until then the instance that took it answers. */
  lease_until: number;
  /** Of the instance that took the lease: no other one renews it, or writes the answer. */
  lease_token: string | null;
  /** 1 once what it changes was changed, where that makes no row with `subject_id`. */
  is_done: number | null;
  /** Real clock. */
  purge_at: number;
}

/**
 * A post of the form that was attempted, by the mark of its sealed value. The same post again gets
 * the payment's answer; the same mark in another post is refused.
 */
export interface SubmissionRow {
  mark: string;
  checkout_id: string;
  /** Keyed hash of the whole post. */
  request_hash: string;
  payment_id: string;
  /** Real clock: when it may be forgotten. */
  purge_at: number;
}

/** Which post with sealed values has used a nonce. */
export interface NonceClaimRow {
  nonce: string;
  checkout_id: string;
  /** Keyed hash of the whole post and its resource. */
  request_hash: string;
  /** Null for a card that is stored without a payment. */
  payment_id: string | null;
  /** How a card was refused that was to be stored: status and result, JSON. */
  refusal: string | null;
  /** Real clock: when it may be forgotten. */
  purge_at: number;
}

/** The simulator's own ledger, by our reference. What a processor would know. */
export interface SimulatorRow {
  reference: string;
  result_code: string;
  details: string;
  /** Real clock. */
  created_at: number;
}

/** What the simulator has not decided: the shopper has to come back, or the sandbox to settle it. */
export interface UndecidedRow {
  reference: string;
  /** `ConnectorAnswer` as JSON, as long as it is undecided. */
  answer: string;
  /** `ConnectorAnswer` as JSON, for when it is approved. */
  approved: string;
  /** Real clock. */
  created_at: number;
}

/** A debit that the simulated bank has taken: settled, and perhaps returned, by the channel's clock. */
export interface SimulatorDebitRow {
  reference: string;
  channel_id: string;
  amount: number;
  currency: string;
  /** Null once it is settled. */
  settle_at: number | null;
  return_at: number | null;
  /** A code of a chargeback; null where it is not returned. */
  return_code: string | null;
}

/** How the simulator behaves for a channel; normally where there is no row. */
export interface BehaviourRow {
  channel_id: string;
  behaviour: string;
}

/**
 * What was asked of an upstream gateway, by our reference. Written before the request is sent; its
 * answer is decided once.
 */
export interface ProcessorRequestRow {
  reference: string;
  /** Null for one that was cancelled before it was asked for. */
  channel_id: string | null;
  type: string;
  amount: number;
  currency: string;
  mode: PaymentRow['mode'];
  /** Its id there, once it is known. */
  upstream_id: string | null;
  /** The stored card that an answer's `registrationId` belongs to. */
  registration_id: string | null;
  /** `ConnectorAnswer` as JSON; null while it is undecided. */
  answer: string | null;
  /** It must not stand: its result there is compensated. */
  undo: 'none' | 'watching' | 'done' | 'stuck';
  /** Database's clock: when it is looked at again; null when there is nothing left to do. */
  check_at: number | null;
  /** How often it was looked at. */
  checks: number;
  /** Real clock. */
  created_at: number;
}

/** A stored card as an upstream knows it. */
export interface UpstreamRegistrationRow {
  registration_id: string;
  channel_id: string;
  upstream_id: string;
  /** Database's clock: when it is looked at whether the card is in use; null when it is. */
  check_at: number | null;
  /** How often it was looked at. */
  checks: number;
}

/**
 * What a connector without tables of its own was asked for, by our reference
 * (`connectors/connector-ledger.ts`). Its answer is decided once.
 */
export interface ConnectorRequestRow {
  reference: string;
  /** Name of the connector. */
  connector: string;
  /** Null for one that was cancelled before it was asked for. */
  channel_id: string | null;
  type: string;
  amount: number;
  currency: string;
  mode: PaymentRow['mode'];
  /** `ConnectorAnswer` as JSON that it waits with; null where it never waited. */
  pending: string | null;
  /** `ConnectorAnswer` as JSON; null while it is undecided. */
  answer: string | null;
  /** The database's clock: when the gateway is told of the answer; null when it knows. */
  tell_at: number | null;
  /** How often it was told. */
  tells: number;
  /** Real clock. */
  created_at: number;
}

/** A secret of a channel's connector, in an envelope of the vault. */
export interface ConnectorSecretRow {
  channel_id: string;
  name: string;
  envelope: string;
}

/** What the payments of a channel add up to on a day that is over, which never changes. */
export interface DailySumsRow {
  /** The channel. */
  entity_id: string;
  /** Days since 1970, UTC. */
  day: number;
  /** The channel's setting `fees` with which it was computed, as JSON. */
  fees: string;
  /** `SettledSum` list as JSON: of the payments settled on that day. */
  settled: string;
  /** How many payments of each type were made on that day, as JSON. */
  made: string;
}

/** A file of the operator with ranges of first digits. */
export interface CardBinFileRow {
  id: string;
  /** Epoch milliseconds. */
  begun_at: number;
  /** Null until all of it is there: the latest one counts. */
  imported_at: number | null;
  ranges: number;
}

export interface CardBinRow {
  file_id: string;
  /** Eight digits, as a number, both included. */
  first_bin: number;
  last_bin: number;
  /** Of the file. */
  line: number;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** How far a channel's checkouts of a day that is over have come. */
export interface FunnelDayRow {
  /** The channel. */
  entity_id: string;
  /** Days since 1970, UTC. */
  day: number;
  /** `FunnelGroup` list as JSON. */
  groups_json: string;
  /** Of the rules by which it was counted: `FUNNEL_VERSION` of that release. */
  version: number;
  /** Epoch milliseconds, real clock; null once nothing changes any more. */
  recount_at: number | null;
}

/** Until which payment of a channel personal data have gone of age; in the order in which they were made. */
export interface RetentionRow {
  channel_id: string;
  /** Channel clock, as that of the payment. */
  made_at: number;
  payment_id: string;
}

/** The database's clock as an instance saw it last; one row. */
export interface DatabaseClockRow {
  id: 1;
  /** Epoch milliseconds. */
  latest: number;
  /** Milliseconds by which it was set back in all, as far as that was noticed. */
  set_back_ms: number;
}

/** What was asked of the API, and what was answered (`monitoring/request-log.ts` says what each is). */
export interface ApiRequestRow {
  /** Real clock. */
  at: number;
  id: string;
  entity_id: string;
  token_id: string | null;
  method: string;
  path: string;
  status: number;
  result_code: string | null;
  duration_ms: number;
  request_id: string;
  idempotency_key: string | null;
  path_id: string | null;
  answer_id: string | null;
}

export type * from './tables/console-tables.ts';
export type * from './tables/font-tables.ts';
export type * from './tables/notification-tables.ts';
export type * from './tables/page-watch-tables.ts';
export type * from './tables/risk-tables.ts';

export interface Tables
  extends VaultTables,
    NotificationTables,
    RiskTables,
    PageWatchTables,
    WalletTables,
    FontTables,
    ConsoleTables {
  entities: EntityRow;
  access_tokens: AccessTokenRow;
  administrators: AdministratorRow;
  audit_log: AuditRow;
  audit_head: AuditHeadRow;
  releases: ReleaseRow;
  checkouts: CheckoutRow;
  form_visits: FormVisitRow;
  payments: PaymentRow;
  daily_sums: DailySumsRow;
  funnel_days: FunnelDayRow;
  card_bin_files: CardBinFileRow;
  card_bins: CardBinRow;
  retention: RetentionRow;
  registrations: RegistrationRow;
  schedules: ScheduleRow;
  idempotency_keys: IdempotencyKeyRow;
  submissions: SubmissionRow;
  nonce_claims: NonceClaimRow;
  simulator_ledger: SimulatorRow;
  simulator_undecided: UndecidedRow;
  simulator_debits: SimulatorDebitRow;
  simulator_behaviours: BehaviourRow;
  upstream_requests: ProcessorRequestRow;
  upstream_registrations: UpstreamRegistrationRow;
  connector_requests: ConnectorRequestRow;
  connector_secrets: ConnectorSecretRow;
  api_requests: ApiRequestRow;
  database_clock: DatabaseClockRow;
}
