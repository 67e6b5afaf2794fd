/**
 * The admin API, `/admin/v1` on the console's origin: what the console asks and is answered. JSON both
 * ways. Money is a decimal string as the gateway's API writes it ("92.00"), a time ISO 8601 in UTC.
 *
 * Every request but GET carries the session's token in the header `x-csrf-token`. Lists answer a `next`,
 * which is given back as `cursor`; null at the end.
 */

/** From the one who may least; each may what those before it may. */
export type AdminRole = 'read-only' | 'support' | 'operator' | 'owner';

/** What a session may do. */
export type Permission =
  | 'payments.read'
  | 'payments.export'
  | 'payments.capture'
  | 'payments.refund'
  | 'payments.reverse'
  | 'deliveries.resend'
  | 'webhooks.manage'
  | 'refunds.approve'
  | 'chargebacks.answer'
  | 'registrations.remove'
  | 'schedules.cancel'
  | 'tokens.manage'
  | 'channels.change'
  | 'pages.check'
  | 'administrators.manage';

/** Why a request was refused: a stable word, beside the sentence. */
export type AdminReason =
  /** There is no session, or it is over. */
  | 'signed-out'
  /** Name, password or code is wrong; which one is not said. */
  | 'wrong-credentials'
  /** The password was right: send it again with `code`. */
  | 'code-needed'
  /** The session has begun more than five minutes ago: send it again with the `password`. */
  | 'password-needed'
  /** Too many wrong tries: wait until `retryAt`. */
  | 'locked'
  /** A one-time link that was used, is over, or never was. */
  | 'link-over'
  /** The session's token is missing or another one. */
  | 'csrf'
  /** The role does not allow it, or it is another merchant's. */
  | 'forbidden'
  | 'not-found'
  /** A parameter: `parameterErrors` names it. */
  | 'invalid'
  /** The gateway refused the operation: `code` and `description` say why. */
  | 'refused'
  /** It was changed by another administrator meanwhile, or the idempotency key is that of another request. */
  | 'conflict';

export interface AdminError {
  readonly reason: AdminReason;
  /** One sentence. */
  readonly description: string;
  /** Result code of the gateway, where it refused. */
  readonly code?: string;
  readonly parameterErrors?: readonly {
    readonly name: string;
    readonly message: string;
    /** What was sent, of options of a channel. */
    readonly value?: string;
  }[];
  /** For `locked`. */
  readonly retryAt?: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** Signing in */

/** `POST /admin/v1/session`. `code`: of the authenticator app, or a recovery code. */
export interface SignIn {
  readonly name: string;
  readonly password: string;
  readonly code?: string;
}

export interface EntityName {
  readonly id: string;
  readonly kind: 'merchant' | 'division' | 'channel';
  readonly name: string;
  readonly parentId: string | null;
  /** Channels only. */
  readonly mode?: 'test' | 'live';
}

/** `GET /admin/v1/session`, and the answer to every way of signing in. 401 `signed-out` without one. */
export interface Session {
  readonly name: string;
  readonly role: AdminRole;
  /** The one that this administrator belongs to; null sees all. */
  readonly entityId: string | null;
  readonly permissions: readonly Permission[];
  readonly csrfToken: string;
  /** Entities in sight, parents before their children. */
  readonly entities: readonly EntityName[];
  /**
   * What this role gives back of a payment without asking another administrator, in major units of any
   * currency; null: all. Refunds and reversals of what was taken count together.
   */
  readonly refundLimit: string | null;
  /** Scopes that this role may give to an access token: `refunds` only where it refunds without a limit. */
  readonly tokenScopes: readonly string[];
  /** Whether a code is asked besides the password. */
  readonly hasAuthenticator: boolean;
  readonly passkeys: number;
  readonly recoveryCodesLeft: number;
  /** Refunds that wait for an approval. */
  readonly approvalsWaiting: number;
}

/**
 * `GET /admin/v1/links/{token}`: whom a one-time link is for. The page's address has the token in its
 * fragment: `/welcome#token=…` of the first owner, `/invitation#token=…` of all others, also of an
 * administrator who has lost the password.
 */
export interface LinkInfo {
  readonly role: AdminRole;
  /** Null where the first owner chooses one. */
  readonly name: string | null;
  readonly endsAt: string;
}

/** `POST /admin/v1/links/{token}`: answers {@link Session}. */
export interface UseLink {
  readonly name?: string;
  /** 12 to 128 characters. */
  readonly password: string;
}

/**
 * `POST /admin/v1/session/authenticator`: a new secret; it counts once a code of it was sent. Takes a
 * {@link Confirmed}.
 */
export interface NewAuthenticator {
  /** Base32. */
  readonly secret: string;
  /** `otpauth://…`. */
  readonly uri: string;
  /** Path data of its QR code, in a box of `qrSize` × `qrSize`. */
  readonly qrPath: string;
  readonly qrSize: number;
}

/** `PUT /admin/v1/session/authenticator` `{ code }`: shown once. `DELETE` with `{ password }` ends it. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

/**
 * Another way to sign in is added with the password, or within five minutes after signing in;
 * `password-needed` otherwise. Wrong ones count as at the sign-in.
 */
export interface Confirmed {
  readonly password?: string;
}

/** `PUT /admin/v1/session/password`; ends all other sessions, and answers {@link PasswordChanged}. */
export interface ChangePassword {
  readonly password: string;
  readonly newPassword: string;
}

export interface PasswordChanged {
  /** They sign in as before: who has lost one removes it. */
  readonly passkeys: readonly Passkey[];
}

/**
 * Passkeys. `POST /admin/v1/session/passkeys/options` answers `{ options }` for `startRegistration` of
 * @simplewebauthn/browser; `POST /admin/v1/session/passkeys` `{ label, response }` keeps one, both with a {@link Confirmed}; `GET` lists
 * them, `DELETE /admin/v1/session/passkeys/{id}` removes one.
 * `POST /admin/v1/passkey/options` answers `{ options, challengeId }` for `startAuthentication`;
 * `POST /admin/v1/passkey` `{ challengeId, response }` signs in.
 */
export interface Passkey {
  readonly id: string;
  readonly label: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** For `startRegistration` of @simplewebauthn/browser. */
export interface PasskeyOptions {
  readonly options: object;
}

export interface AddedPasskey {
  readonly id: string;
}

/** For `startAuthentication` of @simplewebauthn/browser. */
export interface PasskeyChallenge {
  readonly options: object;
  /** Given back with the answer of the browser. */
  readonly challengeId: string;
}

/** `GET /admin/v1/sessions`; `DELETE /admin/v1/sessions` ends all others, `DELETE /admin/v1/session` this one. */
export interface OpenSession {
  readonly id: string;
  readonly isThis: boolean;
  readonly startedAt: string;
  readonly lastUsedAt: string;
  /** Of the browser, cut: "Firefox", "Linux". */
  readonly browser: string;
}

/** Administrators: `GET /admin/v1/administrators`, `PATCH` and `DELETE /admin/v1/administrators/{name}`. */
export interface AdministratorInfo {
  readonly name: string;
  readonly role: AdminRole;
  readonly entityId: string | null;
  readonly hasPassword: boolean;
  readonly hasAuthenticator: boolean;
  readonly passkeys: number;
  readonly createdAt: string;
  readonly lastSeenAt: string | null;
}

/** `POST /admin/v1/administrators`, also for one that there is: another link. Answers {@link NewLink}. */
export interface Invite {
  readonly name: string;
  readonly role: AdminRole;
  readonly entityId: string | null;
}

export interface NewLink {
  /** Shown once. */
  readonly link: string;
  readonly endsAt: string;
}

/** Payments */

export type PaymentState = 'in_doubt' | 'pending' | 'succeeded' | 'failed';

/** Query of `GET /admin/v1/payments`, of `GET /admin/v1/payments.csv`, and of a saved view. All optional. */
export interface PaymentFilter {
  /** ISO 8601; `from` is included, `until` is not. */
  readonly from?: string;
  readonly until?: string;
  readonly state?: PaymentState;
  /** PA, DB, CD, CP, RV, RF, CB, CR … */
  readonly type?: string;
  readonly brand?: string;
  /** Decimal strings, both included; without a currency, of each payment in its own. */
  readonly amountMin?: string;
  readonly amountMax?: string;
  readonly currency?: string;
  /** Four digits. */
  readonly last4?: string;
  /** The first six digits: more are not kept. */
  readonly bin?: string;
  /** Where the card was issued, as its processor or the table of first digits says: ISO 3166-1 alpha-2. */
  readonly issuerCountry?: string;
  /** The holder as it was typed, in any case. */
  readonly holder?: string;
  /** The whole address, in any case. */
  readonly email?: string;
  /** `merchantTransactionId` or `merchantInvoiceId`, whole. */
  readonly reference?: string;
  /** Of a payment, its checkout, or its registration. */
  readonly id?: string;
  readonly resultCode?: string;
  readonly channel?: string;
}

/** Of the list itself, besides. 50 a page. */
export interface PaymentQuery extends PaymentFilter {
  readonly cursor?: string;
}

export interface PaymentItem {
  readonly id: string;
  readonly channelId: string;
  readonly createdAt: string;
  readonly type: string;
  readonly brand: string;
  readonly amount: string;
  readonly currency: string;
  readonly state: PaymentState;
  readonly resultCode: string;
  readonly resultDescription: string;
  readonly last4: string | null;
  readonly holder: string | null;
  readonly reference: string | null;
  readonly mode: 'INTERNAL' | 'EXTERNAL' | 'LIVE';
  /** What it is about, where it is a capture, refund and so on. */
  readonly referencedId: string | null;
}

/**
 * `GET /admin/v1/views`, `PUT` and `DELETE /admin/v1/views/{name}`: of the administrator. `PUT` takes a
 * {@link PaymentFilter} without `holder` and `email`: what says who a shopper is would outlive its erasure.
 */
export interface SavedView {
  readonly name: string;
  readonly filter: PaymentFilter;
}

export interface PaymentAction {
  readonly type: 'capture' | 'refund' | 'reverse';
  /** What is left, in the payment's currency. */
  readonly maximum: string;
  /**
   * What is left of the administrator's own limit on this payment: above it, another one has to approve.
   * Absent where there is no limit.
   */
  readonly limit?: string;
}

export type TimelineKind =
  | 'checkout'
  | 'form'
  | 'payment'
  | 'authentication'
  | 'settled'
  | 'capture'
  | 'refund'
  | 'reversal'
  | 'chargeback'
  | 'chargeback-reversal'
  | 'registration'
  | 'message'
  | 'request'
  | 'administrator';

export interface TimelineEntry {
  readonly at: string;
  readonly kind: TimelineKind;
  /** One line in English: the result's description, the administrator's action. */
  readonly text: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly state?: PaymentState;
  readonly resultCode?: string;
  /** Of a payment, to be opened. */
  readonly paymentId?: string;
  /** Of a message, to be resent. */
  readonly delivery?: DeliveryInfo;
  /** Of a request to the API, to be found in its log. */
  readonly requestId?: string;
  /** Who, of `administrator`; the label of its token, of `request`. */
  readonly actor?: string;
}

export interface DeliveryInfo {
  readonly id: string;
  readonly subscriptionId: string;
  readonly url: string;
  readonly state: string;
  readonly attempts: number;
  /** HTTP status of the last answer; null for none. */
  readonly lastStatus: number | null;
}

/** `GET /admin/v1/payments/{id}` */
export interface PaymentDetail extends PaymentItem {
  readonly channelName: string;
  readonly settledAt: string | null;
  readonly checkoutId: string | null;
  readonly registrationId: string | null;
  readonly bin: string | null;
  /** Where the card was issued, ISO 3166-1 alpha-2; null where neither its processor nor the table of first digits says it, or there is no card. */
  readonly issuerCountry: string | null;
  readonly expiry: string | null;
  readonly descriptor: string | null;
  /** Parameters as the API shows them, in its order; no card data. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly resultDetails: readonly (readonly [name: string, value: string])[];
  readonly sums: {
    readonly authorised: string;
    readonly captured: string;
    /** Of a PA what went back of its captures, as `chargedBack`. */
    readonly refunded: string;
    readonly reversed: string;
    readonly chargedBack: string;
    /** With the processor now. */
    readonly reserved: string;
    /** What can still be captured, of a PA; refunded, of all else. */
    readonly left: string;
  };
  readonly actions: readonly PaymentAction[];
  readonly approvals: readonly Approval[];
  readonly timeline: readonly TimelineEntry[];
}

/**
 * `POST /admin/v1/payments/{id}/capture`, `/refund` and `/reverse`, with the header `idempotency-key`.
 * `amount` is all that is left where it is absent; a reversal takes none.
 */
export interface Operate {
  readonly amount?: string;
}

/**
 * `approval` where the refund waits for another administrator. A reversal of taken money above the limit is
 * `forbidden`; one of a preauthorisation has no limit, because nothing was taken.
 */
export type Operated = { readonly payment: PaymentItem } | { readonly approval: Approval };

/**
 * `GET /admin/v1/approvals`; `POST /admin/v1/approvals/{id}/approve` answers {@link Operated},
 * `POST /admin/v1/approvals/{id}/reject` answers the approval. The one who asked can only reject.
 */
export interface Approval {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: string;
  readonly currency: string;
  readonly askedBy: string;
  readonly askedAt: string;
  readonly state: 'waiting' | 'approved' | 'rejected';
  readonly decidedBy: string | null;
  /** Why it can only be rejected, though it waits: what became of the payment meanwhile. Absent where it can be made. */
  readonly obstacle?: ApprovalObstacle;
}

/** `too-little-left`: other refunds have taken what it asks for. `not-paid`: the payment is no success any more. */
export type ApprovalObstacle = 'reversed' | 'charged-back' | 'too-little-left' | 'not-paid';

/** Checkouts */

/**
 * How far a checkout has come: its form was drawn (`loaded`), the shopper has tried to pay (`submitted`),
 * the bank was asked for the money (`authenticated`: 3-D Secure was passed, or not asked for).
 */
export type CheckoutStep = 'made' | 'loaded' | 'typed' | 'submitted' | 'authenticated' | 'paid';

/** `paying`: an attempt is not decided yet. `given-up`: the merchant's server has ended it. */
export type CheckoutState = 'open' | 'paying' | 'expired' | 'given-up';

/** Query of `GET /admin/v1/checkouts`: those that were not paid, latest first, 50 a page. All optional. */
export interface CheckoutQuery {
  /** ISO 8601; `from` is included, `until` is not. */
  readonly from?: string;
  readonly until?: string;
  readonly state?: CheckoutState;
  /** Where it has stopped. */
  readonly step?: Exclude<CheckoutStep, 'paid'>;
  /** `merchantTransactionId`, whole. */
  readonly reference?: string;
  readonly id?: string;
  readonly channel?: string;
  readonly cursor?: string;
}

export interface CheckoutItem {
  readonly id: string;
  readonly channelId: string;
  readonly createdAt: string;
  /** Null where a card is only stored. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly reference: string | null;
  readonly state: CheckoutState;
  readonly step: CheckoutStep;
  /** Of the first time that its form was drawn; null where none was, as `device` and `loadedAt`. */
  readonly language: string | null;
  readonly device: Device | null;
  readonly loadedAt: string | null;
  /** Of the latest attempt, as all below; null where there was none. */
  readonly paymentId: string | null;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly resultCode: string | null;
  readonly resultDescription: string | null;
}

/** What a browser says that it is on. */
export type Device = 'phone' | 'tablet' | 'computer' | 'unknown';

/** How many checkouts have come to each step, or further. */
export type StepCounts = Readonly<Record<CheckoutStep, number>>;

/**
 * `GET /admin/v1/funnel?from=&until=&channel=`: the checkouts that were made in a period of 92 days at
 * most, and the last 30 days where none is named.
 * A `value` is null where it is not known: a language before the form was drawn, a brand before an attempt.
 * A `method` is `card`, `stored`, `wallet`, `onlineTransfer`, `virtualAccount`, `directDebit`, `prepayment`
 * or, without a payment, `storedOnly`.
 */
export interface Funnel {
  readonly steps: StepCounts;
  readonly by: readonly {
    readonly part: 'language' | 'device' | 'method' | 'brand';
    readonly rows: readonly { readonly value: string | null; readonly steps: StepCounts }[];
  }[];
}

/** Saved cards, and agreements with brands that are no cards */

/** `revoked`: by the shopper or the card's provider; it pays nothing any more. `removed`: by you, or of age. */
export type RegistrationState = 'active' | 'revoked' | 'removed';

/** Query of `GET /admin/v1/registrations`: latest first, 50 a page. All optional. */
export interface RegistrationQuery {
  /** When it was saved. ISO 8601; `from` is included, `until` is not. */
  readonly from?: string;
  readonly until?: string;
  readonly state?: RegistrationState;
  readonly brand?: string;
  /** Four digits. */
  readonly last4?: string;
  /** Of a card, as it was typed, in any case. */
  readonly holder?: string;
  /** `merchantTransactionId`, whole. */
  readonly reference?: string;
  readonly id?: string;
  readonly channel?: string;
  readonly cursor?: string;
}

export interface RegistrationItem {
  readonly id: string;
  /** A channel, or a division whose channels share it. */
  readonly entityId: string;
  readonly createdAt: string;
  readonly brand: string;
  /** Of a card, as `expiry`; null of an agreement. */
  readonly last4: string | null;
  readonly holder: string | null;
  readonly expiry: string | null;
  readonly reference: string | null;
  readonly state: RegistrationState;
  /** When it was revoked or removed. */
  readonly endedAt: string | null;
  readonly revokedBy: 'consumer' | 'provider' | null;
  /** When a card is forgotten. */
  readonly keptUntil: string | null;
}

/**
 * `GET /admin/v1/registrations/{id}`. `DELETE` removes it, here at once and at its processor soon after, and
 * answers `{}`; `conflict` where it was removed before. Payments with it: `GET /admin/v1/payments?id=`; its
 * schedules: `GET /admin/v1/schedules?registration=`.
 */
export interface RegistrationDetail extends RegistrationItem {
  readonly checkoutId: string | null;
  readonly bin: string | null;
  /** Parameters as the API shows them, in its order; no card data. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** Schedules */

/**
 * `suspended`: after three declines in a row. `cancelled`: by you. `changed`: another one has taken its place;
 * those are listed only where they are asked for. `card-gone`: what it paid with was removed or revoked.
 * `mode-changed`: its channel has gone live, or back.
 */
export type ScheduleState =
  | 'active'
  | 'suspended'
  | 'finished'
  | 'cancelled'
  | 'changed'
  | 'card-gone'
  | 'mode-changed';

/** Query of `GET /admin/v1/schedules`: latest first, 50 a page. All optional. */
export interface ScheduleQuery {
  /** When it was made. ISO 8601; `from` is included, `until` is not. */
  readonly from?: string;
  readonly until?: string;
  readonly state?: ScheduleState;
  /** Id of what it pays with. */
  readonly registration?: string;
  readonly id?: string;
  readonly channel?: string;
  readonly cursor?: string;
}

/** `DELETE /admin/v1/schedules/{id}` cancels one, and answers it; a payment that is under way ends. */
export interface ScheduleItem {
  readonly id: string;
  readonly channelId: string;
  readonly registrationId: string;
  readonly createdAt: string;
  readonly brand: string;
  readonly amount: string;
  readonly currency: string;
  readonly reference: string | null;
  readonly state: ScheduleState;
  /** When it pays next; null where it does not. */
  readonly nextAt: string | null;
  /** How many have succeeded. */
  readonly payments: number;
  readonly declinesInARow: number;
  readonly latestPaymentId: string | null;
  readonly latestResultCode: string | null;
  readonly latestResultDescription: string | null;
}

/** Chargebacks and settlement */

/**
 * Query of `GET /admin/v1/chargebacks`: latest first, 50 a page. All optional. Processors say why something was
 * taken back; until when it is to be answered is reckoned by the channel's `chargebackDays`.
 */
export interface ChargebackQuery {
  /**
   * `open`: can still be answered, what ends first comes first. `passed`: too late, what ended last comes first.
   * `answered`: no more to do; the two others leave it out.
   */
  readonly due?: 'open' | 'passed' | 'answered';
  /** ISO 8601; `from` is included, `until` is not. */
  readonly from?: string;
  readonly until?: string;
  readonly brand?: string;
  /** Of the reason: `000.100.2…`. */
  readonly resultCode?: string;
  /** Of the card that was paid with, as all below. */
  readonly last4?: string;
  readonly holder?: string;
  /** The `merchantTransactionId` or `merchantInvoiceId` of the payment. */
  readonly reference?: string;
  /** Its own, or that of the payment or the checkout. */
  readonly id?: string;
  readonly channel?: string;
  readonly cursor?: string;
}

/**
 * `PUT /admin/v1/chargebacks/{id}/answer`: notes that it was answered at the processor, where chargebacks are
 * answered. `DELETE` takes the note back ({@link TakeAnswerBack}). Both answer {@link ChargebackItem}.
 */
export interface AnswerChargeback {
  /** A reference of the processor, say: 255 characters at most, without a card number. */
  readonly note?: string;
}

/** `DELETE /admin/v1/chargebacks/{id}/answer`. */
export interface TakeAnswerBack {
  /** Of the answer that is taken back, as {@link ChargebackAnswerInfo} has it. */
  readonly at: string;
}

export interface ChargebackAnswerInfo {
  readonly at: string;
  /** Name of the administrator. */
  readonly by: string;
  readonly note: string | null;
}

export interface ChargebackItem {
  readonly id: string;
  readonly channelId: string;
  readonly createdAt: string;
  readonly brand: string;
  readonly amount: string;
  readonly currency: string;
  readonly reasonCode: string;
  readonly reason: string;
  /** Until when it is to be answered; null where it cannot be. */
  readonly respondBy: string | null;
  /** Whether that time is over, by the channel's clock, without an answer. */
  readonly isOverdue: boolean;
  /** Null where no administrator has noted one. */
  readonly answer: ChargebackAnswerInfo | null;
  /** What it was taken back of, as all below. */
  readonly paymentId: string | null;
  readonly paymentAmount: string | null;
  readonly paidAt: string | null;
  readonly last4: string | null;
  readonly holder: string | null;
  readonly reference: string | null;
}

/**
 * Query of `GET /admin/v1/settlement` and `GET /admin/v1/settlement.csv`. All optional. Days of the calendar,
 * UTC, both included: the last 30 where none is named, 366 at most.
 */
export interface SettlementQuery {
  /** `2026-11-24` */
  readonly from?: string;
  readonly to?: string;
  readonly currency?: string;
  readonly channel?: string;
}

export interface SettlementPart {
  readonly count: number;
  /** Decimal, negative where the merchant pays, as all amounts of a settlement. */
  readonly amount: string;
}

/** What a channel is paid out together, as `GET /reports/v1/reconciliations/aggregations` has it. */
export interface SettlementBatch {
  readonly id: string;
  readonly channelId: string;
  readonly day: string;
  readonly currency: string;
  readonly mode: 'INTERNAL' | 'EXTERNAL' | 'LIVE';
  /** Sales and credits, refunds and reversals off. */
  readonly settled: SettlementPart;
  readonly fees: SettlementPart;
  readonly chargebacks: SettlementPart;
  readonly chargebackReversals: SettlementPart;
  /** What the merchant gets. */
  readonly net: string;
}

/** `GET /admin/v1/settlement`: the latest day first, and what each currency adds up to. */
export interface Settlement {
  readonly totals: readonly {
    readonly currency: string;
    readonly settled: string;
    readonly fees: string;
    /** Reversals off. */
    readonly chargebacks: string;
    readonly net: string;
  }[];
  readonly batches: readonly SettlementBatch[];
}

/** Developers */

/** `GET /admin/v1/tokens?channel=`, `DELETE /admin/v1/tokens/{id}`. */
export interface TokenInfo {
  readonly id: string;
  readonly entityId: string;
  readonly label: string;
  readonly scopes: readonly string[] | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  /** When another one took its place: it is rotated once, and may still be taken for a while. */
  readonly replacedAt: string | null;
}

/** `POST /admin/v1/tokens` answers {@link IssuedToken}. */
export interface IssueToken {
  readonly entityId: string;
  readonly label: string;
  /** All where absent: an `invalid` for a role that may not issue all of them. */
  readonly scopes?: readonly string[];
  readonly expiresAt?: string;
}

/**
 * `POST /admin/v1/tokens/{id}/rotate` answers {@link IssuedToken}: one with the same terms, which is taken at
 * once. `conflict` for one that was revoked or rotated, or whose time is over.
 */
export interface RotateToken {
  /** For how many seconds the one before is still taken, 0 to 2,592,000; 0, at once, where absent. */
  readonly overlap?: number;
}

export interface IssuedToken extends TokenInfo {
  /** Shown once. */
  readonly token: string;
}

/** Channels */

/** How a channel is set up: `GET /admin/v1/channels/{id}`. */
export interface ChannelDetail {
  readonly id: string;
  readonly name: string;
  readonly mode: 'test' | 'live';
  readonly options: ChannelOptions;
  readonly fonts: readonly FontInfo[];
  /** Whose key encrypts what the `notificationUrl` of requests is told: the nearest one upwards. */
  readonly notificationKey: 'own' | 'above' | 'none';
  /** The release that is pinned; null where new checkouts get the one that is in use. */
  readonly release: string | null;
  /** Releases of the form, the latest first. */
  readonly releases: readonly ReleaseInfo[];
  /** Test channels only; null on a live one. */
  readonly sandbox: ChannelSandbox | null;
}

/**
 * `PATCH /admin/v1/channels/{id}` takes {@link ChangeChannel}, and answers {@link ChannelDetail}. What
 * decides where money goes (mode, connector, fees and so on) is set by `npm run admin -- channel set`.
 */
export interface ChannelOptions {
  /** By the code of a brand: the payment types that it may be used with; null: any brand with any. */
  readonly brands: Readonly<Record<string, readonly ('PA' | 'DB' | 'CD')[]>> | null;
  /** Origins that may embed the form and receive the shopper: `https://shop.example`, or `any`. */
  readonly origins: readonly string[];
  /** Default statement descriptor; null for none. */
  readonly descriptor: string | null;
  /** 1 to 12. */
  readonly maxInstallments: number;
  /** Minutes after a payment in which it can be reversed. */
  readonly reversalCutOff: number;
  /** Of a shopper's stored card; null: required on a live channel, optional on a test channel. */
  readonly storedCardCvv: 'required' | 'optional' | null;
  /** What becomes of a payment whose fields the page has covered. */
  readonly fieldEvidence: 'tell' | 'decline';
  /** Demands given name and surname with any other customer parameter. */
  readonly strictCustomerData: boolean;
  /** Keeps events for `GET /v1/events`. */
  readonly eventList: boolean;
  /** What is watched of its payment pages; null: nothing. */
  readonly pageWatch: {
    /** Percent of checkouts whose form reports the scripts of its page. */
    readonly share: number;
    /** Hours between two readings of a page's headers. */
    readonly headersEveryHours: number;
  } | null;
}

/** Any of the options, which are replaced; all others stay. */
export interface ChangeChannel extends ChannelOptions {
  /**
   * As these options were when they were read: where one of them is another by now, nothing is changed (409,
   * `conflict`).
   */
  readonly shown?: object;
}

export interface FontInfo {
  readonly family: string;
  readonly weight: number;
  readonly style: 'normal' | 'italic';
}

/**
 * `POST /admin/v1/channels/{id}/fonts`, with the header `idempotency-key`, answers {@link FontInfo}. One of the
 * same family, weight and style is replaced. `DELETE …/fonts/{family}/{weight}?style=` removes it, and those of both
 * styles where none is named.
 */
export interface AddFont {
  /** As the page's style sheet names it. */
  readonly family: string;
  /** WOFF2 of one weight, 1 MB at most, in base64. */
  readonly file: string;
}

/**
 * `POST /admin/v1/channels/{id}/notification-key`, with the header `idempotency-key`, draws another key for the
 * `notificationUrl` of the channel's requests, and answers {@link NewKey}.
 */
export interface RotateKey {
  /** For how many seconds the key before stays valid, 0 to 2,592,000; a day where absent. */
  readonly overlap?: number;
}

export interface NewKey {
  /** Hexadecimal, shown once. */
  readonly key: string;
}

export interface ReleaseInfo {
  readonly id: string;
  readonly createdAt: string;
  /** When it was rolled back; null where it was not. */
  readonly withdrawnAt: string | null;
  /** Only such a one can be pinned: the frames of others were mended since. */
  readonly isServed: boolean;
}

/** `PUT /admin/v1/channels/{id}/release` answers {@link ChannelDetail}. */
export interface PinRelease {
  /** Null: the one that is in use. */
  readonly release: string | null;
}

export interface ChannelSandbox {
  /** The channel's own time. */
  readonly time: string;
  /** How far it is ahead of the real one, seconds. */
  readonly ahead: number;
  /** How the simulated bank behaves, one of `behaviours`. */
  readonly behaviour: string;
  readonly behaviours: readonly string[];
}

/** `POST /admin/v1/channels/{id}/clock`, with the header `idempotency-key`, answers {@link ChannelDetail}. */
export interface MoveClock {
  /** Seconds, forward. */
  readonly advance: number;
}

/** `PUT /admin/v1/channels/{id}/simulator` answers {@link ChannelDetail}. */
export interface ChangeSimulator {
  readonly behaviour: string;
}

/** Scripts and headers of a channel's payment pages: `GET /admin/v1/channels/{id}/page-watch`. */
export interface ChannelPageWatch {
  /** Where browsers send reports of a page's policy: path of the gateway. */
  readonly reports: string;
  /** Those without a decision first. */
  readonly scripts: readonly PageScriptInfo[];
  readonly pages: readonly WatchedPage[];
}

export interface PageScriptInfo {
  readonly id: string;
  /** An address, or the hash of an inline script. */
  readonly script: string;
  readonly status: 'unapproved' | 'approved' | 'rejected';
  /** How it is known to be the same. */
  readonly integrity: string;
  /** Of the decision, as both below; null without one. */
  readonly justification: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/**
 * `POST /admin/v1/channels/{id}/page-watch/decisions`, with the header `idempotency-key`, answers
 * {@link ChannelPageWatch}.
 */
export interface DecideScripts {
  readonly decision: 'approved' | 'rejected';
  /** Ids, or addresses, which may end in `*`. */
  readonly scripts: readonly string[];
  /** Why it is on the page, 1 to 500 characters. */
  readonly justification: string;
}

/** Its headers as they were read last. */
export interface WatchedPage {
  readonly page: string;
  readonly readAt: string | null;
  readonly changedAt: string | null;
  /** Why it could not be read. */
  readonly problem: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
}

/**
 * `POST /admin/v1/channels/{id}/page-watch/pages`, with the header `idempotency-key`, begins to watch a page;
 * `DELETE …/page-watch/pages?url=` ends it; `POST …/page-watch/check` reads all of them now. Each answers
 * {@link ChannelPageWatch}.
 */
export interface WatchPage {
  readonly url: string;
}

/** `ended`: its receiver has answered 410. `unconfirmed`: it has acknowledged no test call yet. */
export type WebhookState = 'active' | 'failing' | 'paused' | 'ended' | 'unconfirmed';

/** `GET /admin/v1/webhooks`: all in sight. */
export interface WebhookInfo {
  readonly id: string;
  readonly entityId: string;
  readonly kind: 'notifications' | 'events';
  /** Null for the `notificationUrl` of requests: each delivery has its own. */
  readonly url: string | null;
  readonly state: WebhookState;
  /** Since when it acknowledges nothing. */
  readonly failingSince: string | null;
  /** Since when nothing is sent, also where its receiver has ended it. */
  readonly pausedAt: string | null;
  readonly types: readonly string[] | null;
  readonly waiting: number;
  readonly givenUp: number;
}

/** `GET /admin/v1/webhooks/{id}` */
export interface WebhookDetail extends WebhookInfo {
  readonly createdAt: string;
  /** Notifications: in which form the encrypted body comes. */
  readonly wrapper: 'NONE' | 'JSON';
  readonly fields: 'ALL' | 'NON_CUSTOMER_DATA';
  /** Nothing but one message an interval is tried again, because everything fails. */
  readonly retriesPaused: boolean;
  /** What it can be told of, and sent a sample of. */
  readonly knownTypes: readonly string[];
  /** Whether it is a subscription of an entity in sight: only that is paused, resumed and so on. */
  readonly canChange: boolean;
}

export type DeliveryState = 'waiting' | 'delivered' | 'given_up';

/** Query of `GET /admin/v1/webhooks/{id}/deliveries`. All optional; 50 a page, latest first. */
export interface DeliveryQuery {
  readonly state?: DeliveryState;
  readonly type?: string;
  /** Id of a payment, or of anything else that messages are about. */
  readonly payment?: string;
  /** ISO 8601, to the second; `from` is included, `until` is not. */
  readonly from?: string;
  readonly until?: string;
  readonly cursor?: string;
}

export interface DeliveryItem {
  readonly id: string;
  readonly type: string;
  readonly state: DeliveryState;
  /** What it is about. */
  readonly subjectId: string;
  /** The same, where it is a payment. */
  readonly paymentId: string | null;
  readonly createdAt: string;
  readonly attempts: number;
  readonly lastAttemptAt: string | null;
  /** HTTP status of the last answer; null for none. */
  readonly lastStatus: number | null;
  readonly nextAttemptAt: string | null;
}

/** `GET /admin/v1/webhooks/{id}/deliveries/{delivery}` */
export interface DeliveryDetail extends DeliveryItem {
  readonly webhookId: string;
  readonly url: string;
  /** Those that are the same in each attempt. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it was before it was encrypted. */
  readonly payload: object;
  /** Oldest first. */
  readonly attemptList: readonly DeliveryAttempt[];
}

export interface DeliveryAttempt {
  readonly startedAt: string;
  readonly durationMs: number | null;
  readonly url: string | null;
  readonly status: number | null;
  /** The first kilobyte of the answer, or why there was none. */
  readonly answer: string;
  /** Those of this attempt alone. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * What is done with a webhook, each with the header `idempotency-key`:
 * `POST /admin/v1/webhooks/{id}/resend` takes a {@link Resend}, answers 202 and {@link Resent};
 * `…/pause` and `…/resume` take `{}` and answer {@link WebhookDetail};
 * `…/secret` takes a {@link RotateSecret} and answers {@link NewSecret};
 * `…/test` takes a {@link SendSample} and answers {@link SampleSent}.
 */
export interface Resend {
  /** Up to 100 ids; or… */
  readonly deliveries?: readonly string[];
  /** …all that were given up since then, ISO 8601, to the second. */
  readonly givenUpSince?: string;
}

export interface Resent {
  readonly resent: number;
  /** Whether there are others that were given up: ask again. */
  readonly more: boolean;
}

export interface RotateSecret {
  /** For how many seconds the secret before stays valid, 0 to 2,592,000; a day where absent. */
  readonly overlap?: number;
}

export interface NewSecret {
  /** Shown once. */
  readonly secret: string;
}

export interface SendSample {
  /** One of `knownTypes`; a test call of no type where absent. */
  readonly type?: string;
}

export interface SampleSent {
  readonly acknowledged: boolean;
  readonly status: number | null;
  /** The first characters of the answer, or why there was none. */
  readonly answer: string;
}

/**
 * Query of `GET /admin/v1/requests`, the log of the API. All optional; 50 a page, latest first. A page looks
 * through 20,000 requests at most: with few that match it may be short, or empty, and have a `next`.
 */
export interface RequestQuery {
  /** ISO 8601; `from` is included, `until` is not. */
  readonly from?: string;
  readonly until?: string;
  readonly status?: '2xx' | '3xx' | '4xx' | '5xx';
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** What the path begins with: `/v1/payments`. */
  readonly path?: string;
  /** Of the header `x-request-id`, whole. */
  readonly requestId?: string;
  /** Id of a payment, checkout and so on that the path or the answer names. */
  readonly payment?: string;
  readonly channel?: string;
  readonly cursor?: string;
}

/** A request of a merchant's server, or a shopper's of a checkout; its body and its query are kept nowhere. */
export interface RequestItem {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Null where the answer has none, or is a long list. */
  readonly resultCode: string | null;
  readonly durationMs: number;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  /** What it was for: a channel, or what its token is of. */
  readonly entityId: string;
  /** Null for a shopper's. */
  readonly token: { readonly id: string; readonly label: string } | null;
  /** What the path names, and what the answer does. */
  readonly pathId: string | null;
  readonly answerId: string | null;
  /** The one of them that is a payment, to be opened. */
  readonly paymentId: string | null;
}

/** Today: `GET /admin/v1/today?channel=` */
export interface Today {
  /** Of the last 24 hours: first attempts with a card or another means. */
  readonly attempts: number;
  readonly approved: number;
  /** Each hour that these 24 touch, in order; the first and the last in part. */
  readonly byHour: readonly {
    /** ISO 8601, where the hour begins. */
    readonly at: string;
    readonly attempts: number;
    readonly approved: number;
  }[];
  readonly byBrand: readonly {
    readonly brand: string;
    readonly attempts: number;
    readonly approved: number;
  }[];
  /** Of cards alone. */
  readonly byIssuerCountry: readonly {
    /** ISO 3166-1 alpha-2; null where neither the processors nor the table of first digits say it. */
    readonly issuerCountry: string | null;
    readonly attempts: number;
    readonly approved: number;
    readonly byBrand: readonly {
      readonly brand: string;
      readonly attempts: number;
      readonly approved: number;
    }[];
  }[];
  readonly declines: readonly {
    readonly resultCode: string;
    readonly resultDescription: string;
    readonly count: number;
  }[];
  readonly money: readonly {
    readonly currency: string;
    /** Debits and captures. */
    readonly in: string;
    /** Refunds, credits and chargebacks. */
    readonly out: string;
  }[];
  readonly attention: {
    /** Payments in doubt for longer than a minute. */
    readonly unknownOutcomes: number;
    /** To be answered within a week. */
    readonly chargebacksDue: number;
    /** Those that acknowledge nothing. */
    readonly failingWebhooks: readonly WebhookInfo[];
    /** Tokens that end within 14 days. */
    readonly endingTokens: readonly TokenInfo[];
    /** Apple Pay certificates that end within 30 days, or have ended, and were not replaced. */
    readonly endingCertificates: readonly {
      readonly channelId: string;
      /** `payment`: what its tokens are encrypted to; `identity`: who the merchant is to Apple. */
      readonly use: 'payment' | 'identity';
      readonly endsAt: string;
    }[];
    readonly approvalsWaiting: number;
  };
}
