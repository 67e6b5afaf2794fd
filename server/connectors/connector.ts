/**
 * The seam between the gateway and those that move the money: one connector for each kind of processor.
 * The gateway knows a connector by this file and by `registry.ts` only. `docs/processors.md` shows how
 * to write one; `conformance.test.ts` is what each of them has to pass.
 *
 * A payment is given to its connector once. What the connector answers is definite, and it may throw
 * whenever it does not know: the payment is then in doubt, and the gateway asks by the reference
 * until it is told, or has it cancelled. So two promises matter more than all others: a reference is
 * decided once and for ever, and what was cancelled never costs the shopper anything.
 *
 * @example
 * const connector: Connector = {
 *   timeLimitMs: 20_000,
 *   leaseMs: 50_000,
 *   async authorise({ reference, amount, currency, mode, card }, signal) {
 *     const charge = await processor.charge({ key: reference, amount, currency, card }, signal);
 *     return ledger.decide(reference, {
 *       resultCode: charge.approved ? APPROVED[mode] : RESULT.declined,
 *       details: { ConnectorTxID1: charge.id },
 *     });
 *   },
 *   // operate, isGenuine, resume, ask and cancel alike
 * };
 */
import type { z } from 'zod';
import type { PaymentMode } from '../../contract/payment-mode.ts';
import type { Sign } from '../../contract/simulated-bank.ts';
import type { Outgoing } from '../outgoing/guarded-client.ts';
import type { Database, Transaction } from '../store/database.ts';
import type {
  BrowserRequest,
  ConnectorChecks,
  NextStep,
  ShownCard,
} from '../store/records/payment.ts';

export type {
  BrowserRequest,
  ConnectorChecks,
  NextStep,
  ThreeDSecure,
} from '../store/records/payment.ts';

export interface CardDetails {
  /** Digits only. */
  readonly number: string;
  readonly cvv?: string;
  readonly holder?: string;
  /** 01 to 12. */
  readonly expiryMonth: string;
  /** Four digits. */
  readonly expiryYear: string;
  readonly wallet?: WalletCard;
}

/** Where a card comes out of a wallet: `paymentBrand` of its request is the card's own. */
export interface WalletCard {
  readonly brand: 'APPLEPAY' | 'GOOGLEPAY';
  /** Brand code of the card. */
  readonly cardBrand: string;
  /**
   * Base64, for this payment alone and never stored. With it `number` is a network token, and the wallet
   * has authenticated the shopper; without it the card is like one that was typed.
   */
  readonly cryptogram?: string;
  /** Two digits; `threeDSecure.eci` of the parameters has it, too. */
  readonly eci?: string;
}

interface ConnectorRequest {
  /** Our own reference: unique for ever, and what {@link Connector.ask} is asked by. */
  readonly reference: string;
  readonly channelId: string;
  readonly paymentType: string;
  readonly paymentBrand: string;
  /** Smallest units of the currency. */
  readonly amount: number;
  readonly currency: string;
  /** Of an operation: that of the payment that it is for. */
  readonly mode: PaymentMode;
  /** All other parameters that the merchant or the shopper sent. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** PA, DB or CD; or what moves nothing: 3D, or RG. */
export interface AuthoriseRequest extends ConnectorRequest {
  /** Absent for brands that are no cards. */
  readonly card?: CardDetails;
  /**
   * Of the bank account that a direct debit is for, whole, in capitals without spaces; never logged or
   * answered. Its holder, BIC, country and mandate are parameters (`bankAccount.*`).
   */
  readonly iban?: string;
  /** For brands with an account of the shopper's own; never stored, logged or answered. */
  readonly accountPassword?: string;
  /** What is stored and used, or what is to be stored: a card, or an agreement; its own id, for ever. */
  readonly registrationId?: string;
  /** Of a voucher: until when it can be paid; epoch milliseconds, channel clock. */
  readonly payableUntil?: number;
  /** It is stored already: with a brand that is no card, the shopper has agreed to this payment before. */
  readonly isStored?: boolean;
  /** Name that the shopper knows the merchant by. */
  readonly merchantName: string;
  /** Origins of the merchant that may show a bank's page in a frame; none named: any. */
  readonly origins: readonly string[];
  /**
   * The shop's page wants the brand's page in a frame. Of a live payment `origins` names who may hold it, and
   * must be enforced; a connector that cannot have that leads there.
   */
  readonly isInline?: boolean;
  /** Where a bank sends the shopper's browser back to; addresses that only this payment has. */
  readonly returnUrls: { readonly finish: string; readonly methodCall: string };
}

/** The end of a payment whose shopper was sent somewhere. */
export interface ResumeRequest {
  readonly reference: string;
  readonly channelId: string;
  readonly card?: CardDetails;
  /** What the shopper's browser brought back; hostile until it was checked. */
  readonly returned: Readonly<Record<string, string>>;
}

/** CP, RV or RF. */
export interface ReferenceRequest extends ConnectorRequest {
  /** Our reference of the payment that it is for. */
  readonly referenced: string;
}

/** A card that is to be stored, and not paid with yet. */
export interface RegisterRequest {
  /** Its own id, for ever. */
  readonly registrationId: string;
  readonly channelId: string;
  readonly paymentBrand: string;
  readonly card: CardDetails;
  readonly parameters: Readonly<Record<string, string>>;
}

export type RegistrationAnswer =
  | { readonly isStored: true }
  /** A code of `contract/result-codes.ts`, and the processor's own words for it. */
  | { readonly isStored: false; readonly resultCode: string; readonly why: string };

/**
 * A processor-initiated operation: what a processor has done by itself with a payment that it has of us,
 * or what has come for a voucher.
 */
export interface ProcessorOperation {
  /** Our reference of the payment. */
  readonly referenced: string;
  /** Of the operation: the same in each notification of it; 32 lowercase hexadecimal characters. */
  readonly reference: string;
  /** CB is a chargeback; RC a receipt: money that has come for a voucher, a PA. */
  readonly paymentType: 'CB' | 'CP' | 'RC' | 'RV' | 'RF';
  /** Smallest units of the currency. */
  readonly amount: number;
  readonly currency: string;
  readonly resultCode: string;
  readonly details: Readonly<Record<string, string>>;
}

/**
 * What a processor tells of the stored card that a payment used: its account updater knows a new number
 * or expiry date, or nothing can be paid with the card any more.
 */
export type StoredCardUpdate =
  | {
      readonly kind: 'renewed';
      /** `number` where the processor tells it: digits only. */
      readonly card: Omit<ShownCard, 'holder'> & { readonly number?: string };
    }
  | { readonly kind: 'gone' };

export interface ConnectorAnswer {
  /** A code of `contract/result-codes.ts`. */
  readonly resultCode: string;
  /** Becomes `resultDetails` of the payment. */
  readonly details: Readonly<Record<string, string>>;
  readonly checks?: ConnectorChecks;
  /** With a pending result: where the shopper has to go. */
  readonly nextStep?: NextStep;
  /** With a final one. */
  readonly storedCard?: StoredCardUpdate;
}

export interface Connector {
  /** Longest time in milliseconds that a call may take. */
  readonly timeLimitMs: number;
  /**
   * How long a payment may stay with the instance that calls, in milliseconds (D14): its lease is
   * renewed until then, and ends soon when the instance dies.
   */
  readonly leaseMs: number;
  /**
   * Charges or reserves. An answer is definite; a rejection leaves the payment in doubt, to be
   * cleared by {@link Connector.ask} or {@link Connector.cancel}. Never called twice for a reference.
   */
  authorise(request: AuthoriseRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /** Captures, reverses or refunds, under the same terms. */
  operate(request: ReferenceRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /** Whether what a browser brought back comes from the bank that was asked, and is for this payment. */
  isGenuine(reference: string, returned: ResumeRequest['returned']): Promise<boolean>;
  /** Goes on after the shopper came back, under the same terms as {@link Connector.authorise}. */
  resume(request: ResumeRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /** What became of the reference; `undefined` when it is not known there. */
  ask(reference: string): Promise<ConnectorAnswer | undefined>;
  /**
   * Makes sure that nothing is, or ever will be, done under a reference that is not known there, or
   * not decided: a request that is still on its way is refused when it arrives. Answers what is then
   * true, which may be the outcome of a request that arrived first. What could not be taken back if it
   * had been made after all is not given up: that it is pending is then an answer, or there is none.
   * @param resultCode what it is to be called
   */
  cancel(reference: string, resultCode?: string): Promise<ConnectorAnswer>;
  /**
   * Stores a card at the processor too. Undefined where it says nothing of the card, or cannot be
   * asked: the card is stored here all the same, and goes along with its first payment.
   */
  register?(request: RegisterRequest): Promise<RegistrationAnswer | undefined>;
  /** A stored card was deleted here, in this transaction: where the processor has it, it goes there too. */
  forgetRegistration?(trx: Transaction, registrationId: string): Promise<void>;
  /**
   * Called every second or so, in every instance: does what is left to do, and finds out which references
   * were decided since they were answered as pending.
   */
  poll?(listeners: PollListeners): Promise<void>;
  /**
   * Opens what arrived at the address of {@link ConnectorDefinition.notifications}. It is a hint to ask,
   * and written down before it is answered; nothing of it is believed.
   */
  handleNotification?(
    channel: { readonly id: string; readonly mode: PaymentMode },
    notification: InboundNotification,
  ): Promise<NotificationOutcome>;
  /** Called every minute or so: forgets what is not needed any more. */
  purge?(): Promise<void>;
  /** What the operator can ask, and say, about payments at the processor. */
  readonly operator?: OperatorTools;
  /** What a merchant can do in the sandbox; only with connectors that move no money. */
  readonly sandbox?: SandboxTools;
}

/** Called by {@link Connector.poll}. */
export interface PollListeners {
  /** The reference is decided; false where it has to be called again, because the payment is busy. */
  onDecided(reference: string): Promise<boolean>;
  /**
   * The processor has done something by itself.
   * @returns false where it does not fit our ledger
   * @throws Error where it may fit later
   */
  onOperation(operation: ProcessorOperation): Promise<boolean>;
  /**
   * The processor tells of a stored card without a payment. Of one that the channel cannot use nothing is
   * believed.
   */
  onStoredCard(
    stored: { readonly registrationId: string; readonly channelId: string },
    update: StoredCardUpdate,
  ): Promise<void>;
}

/** What a processor sends by itself, as it arrived. */
export interface InboundNotification {
  readonly body: string;
  /** A header of the request; empty where there is none. */
  header(name: string): string;
}

/** `unexpected`: the channel takes none; `forged`: it does not come from the channel's processor. */
export type NotificationOutcome = 'taken' | 'unexpected' | 'forged';

/** Something at a processor that the operator has to know of. */
export interface Trouble {
  /** Id of our payment; `null` where it came of none. */
  readonly payment: string | null;
  readonly reference: string;
  readonly channel: string | null;
  readonly type: string;
  /** Smallest units of the currency. */
  readonly amount: number;
  readonly currency: string;
  /** What is done about it, in the words that operators read in `docs/processors.md`. */
  readonly undo: string;
  /** When the processor is asked again, ISO 8601. */
  readonly nextLook: string | null;
}

export interface OperatorTools {
  /**
   * Asks the processor of the channel something harmless.
   * @returns what is wrong; undefined where all is well
   */
  check?(channelId: string): Promise<string | undefined>;
  /** What waits to be compensated, needs a manual review, or has an unknown outcome. */
  troubles?(): Promise<readonly Trouble[]>;
  /** Ends a reference whose outcome stays unknown, by what the processor has told the operator. */
  decide?(reference: string, answer: ConnectorAnswer, wasMade: boolean): Promise<ConnectorAnswer>;
}

export interface SandboxTools {
  /** Names of the troubles that can be simulated, the normal behaviour first. */
  readonly behaviours: readonly string[];
  behaviourOf(channelId: string): Promise<string>;
  setBehaviour(channelId: string, behaviour: string): Promise<void>;
  /** Decides what is undecided, as its bank would; undefined where nothing is. */
  settle(reference: string, result: 'accept' | 'decline'): Promise<ConnectorAnswer | undefined>;
  /** What was paid at its page for a voucher; undefined where its bank has not said so. */
  readReceipt(
    voucher: Pick<VoucherAtBank, 'reference' | 'currency'>,
    returned: ResumeRequest['returned'],
  ): SandboxReceipt | undefined;
  /** The page where a voucher is paid; undefined where there are no such pages. */
  voucherPage(voucher: VoucherAtBank): BrowserRequest | undefined;
}

/** Money for a voucher that the simulated bank has taken. */
export interface SandboxReceipt {
  /** The bank's own: the same payment tells the same. */
  readonly bankReference: string;
  /** Smallest units of the currency. */
  readonly amount: number;
}

/** What the simulated bank is told of a voucher. */
export interface VoucherAtBank {
  readonly reference: string;
  /** As people know it. */
  readonly brand: string;
  /** Smallest units of the currency: what is not paid yet. */
  readonly amount: number;
  readonly currency: string;
  readonly merchant: string;
  /** Where the bank tells what was paid. */
  readonly returnUrl: string;
}

/** The setting `connector` of a channel. Only the connector itself knows more of it. */
export interface ConnectorSettings {
  readonly kind: string;
}

/**
 * What the processor of a channel can do; the gateway refuses anything else before it asks. Whether it
 * stores cards, is polled, or notifies us, shows in the functions that the connector has.
 */
export interface Capabilities {
  /** `null`: any. */
  readonly brands: readonly string[] | null;
  /** `null`: any. */
  readonly currencies: readonly string[] | null;
  /** 3D: it authenticates a shopper without a payment, too. */
  readonly paymentTypes: readonly ('PA' | 'DB' | 'CD' | '3D')[];
  readonly reversal: boolean;
  readonly refund: boolean;
  readonly partialCapture: boolean;
  readonly installments: boolean;
  /** Whether it challenges a shopper where `threeDSecure.challengeIndicator` is 04. */
  readonly threeDSecure: boolean;
  /** Whether it takes network tokens with their cryptograms ({@link WalletCard}); absent: it does not. */
  readonly wallets?: boolean;
  /**
   * Whether it leads a shopper to a brand's page who keeps an account there without a payment: an
   * {@link AuthoriseRequest} of the type RG, of no amount; absent: it does not.
   */
  readonly agreements?: boolean;
}

/** What the gateway lends to a connector. */
export interface ConnectorContext<S extends ConnectorSettings = ConnectorSettings> {
  readonly db: Database;
  /** The only way to call a processor: it guards against private addresses, and says what was sent. */
  readonly outgoing: Outgoing;
  /** Undefined where the channel has another connector. */
  settingsOf(channelId: string): Promise<S | undefined>;
  /** One of {@link ConnectorDefinition.secrets}; undefined where the operator has set none. */
  secretOf(channelId: string, name: string): Promise<string | undefined>;
  /** Who we are in a chain of gateways, and where we listen: no request is sent to ourselves. */
  readonly own: { readonly id: string; readonly origin: () => string };
  /** Where the simulated banks have their pages, and the key that signs what they are asked and say. */
  readonly banks: { readonly address: () => string | undefined; readonly sign: Sign };
  /** Tells the operator, in the log, what needs a manual review. */
  report(about: { readonly reference: string; readonly why: string }): void;
}

/** What a secret of a connector has to look like, and what to say where it does not. */
export interface SecretFormat {
  readonly pattern: RegExp;
  readonly rule: string;
}

/** `npm run admin -- connector NAME COMMAND …` */
export interface OperatorCommand<S extends ConnectorSettings = ConnectorSettings> {
  /** The words after the command, and what it does, for the usage text. */
  readonly words: string;
  readonly does: string;
  /**
   * @returns what is printed, as JSON
   * @throws OperatorError
   */
  run(context: ConnectorContext<S>, words: readonly string[]): Promise<unknown>;
}

/** A command that the operator has to correct; the message says how. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** A connector as `registry.ts` lists it: all that is true of it before it is opened. */
export interface ConnectorDefinition<S extends ConnectorSettings = ConnectorSettings> {
  /** The `kind` of its settings. Payments are kept with it: it never changes. */
  readonly name: string;
  /** An object schema with the literal `kind`. */
  readonly settings: z.ZodType<S>;
  /** A setting in JSON, for the usage text; absent where the kind is all of it. */
  readonly example?: string;
  capabilities(settings: S): Capabilities;
  /** Parameters by which a request says what it comes to; only of connectors that move no money. */
  readonly testParameters?: readonly string[];
  /** By their names; the operator sets them, and the vault keeps them. */
  readonly secrets?: Readonly<Record<string, SecretFormat>>;
  /** Its address is `/v1/{path}/{channel}/notifications`. */
  readonly notifications?: {
    readonly path: string;
    readonly contentTypes: readonly string[];
    /** Bytes. */
    readonly bodyLimit: number;
  };
  readonly commands?: Readonly<Record<string, OperatorCommand<S>>>;
  /** Whether both lead to the same account of the same processor. */
  isSameAccount?(before: S, after: S): boolean;
  /** A request to the channel's processor whose end only that processor knows. */
  openRequestAt?(
    db: Database,
    channelId: string,
  ): Promise<{ readonly reference: string; readonly paymentId: string | null } | undefined>;
  open(context: ConnectorContext<S>): Connector;
}
