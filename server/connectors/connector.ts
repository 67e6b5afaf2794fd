/**
 * Who moves the money: one implementation for each kind of processor. `docs/processors.md` shows how
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
 *     return books.decide(reference, {
 *       resultCode: charge.approved ? APPROVED[mode] : RESULT.declined,
 *       details: { ConnectorTxID1: charge.id },
 *     });
 *   },
 *   // operate, isGenuine, resume, ask and cancel alike
 * };
 */
import type { NamedValue } from '../../contract/payment-answer.ts';
import type { PaymentMode } from '../../contract/payment-mode.ts';

export interface CardDetails {
  /** Digits only. */
  readonly number: string;
  readonly cvv?: string;
  readonly holder?: string;
  /** 01 to 12. */
  readonly expiryMonth: string;
  /** Four digits. */
  readonly expiryYear: string;
}

interface Request {
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

/** PA, DB or CD. */
export interface AuthoriseRequest extends Request {
  /** Absent for brands that are no cards. */
  readonly card?: CardDetails;
  /** For brands with an account of the shopper's own; never stored, logged or answered. */
  readonly accountPassword?: string;
  /** The stored card that is used, or the one that is to be stored; its own id, for ever. */
  readonly registrationId?: string;
  /** Name that the shopper knows the merchant by. */
  readonly merchantName: string;
  /** Origins of the merchant that may show a bank's page in a frame; none named: any. */
  readonly origins: readonly string[];
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
export interface ReferenceRequest extends Request {
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

/** What a processor has done by itself with a payment that it has of us. */
export interface ForeignOperation {
  /** Our reference of the payment. */
  readonly referenced: string;
  /** Of the operation: the same whenever it is told; 32 lowercase hexadecimal characters. */
  readonly reference: string;
  /** CB is a chargeback. */
  readonly paymentType: 'CB' | 'CP' | 'RV' | 'RF';
  /** Smallest units of the currency. */
  readonly amount: number;
  readonly currency: string;
  readonly resultCode: string;
  readonly details: Readonly<Record<string, string>>;
}

/** What is found out beside the result (gateway-api.md, "Payment response fields"). */
export interface ConnectorChecks {
  readonly avsResponse?: string;
  readonly cvvResponse?: string;
  /** -99999 to 99999. */
  readonly riskScore?: number;
  readonly threeDSecure?: ThreeDSecure;
}

/** What came out of the authentication of the shopper. */
export interface ThreeDSecure {
  /** Electronic commerce indicator: 05, 06, 07, or 02, 01, 00. */
  readonly eci?: string;
  readonly version: string;
  readonly flow: 'frictionless' | 'challenge';
  /** Y, A, N, U, R, D or X; C while a challenge is open. */
  readonly transStatus: string;
  readonly threeDSServerTransID: string;
  readonly dsTransactionId: string;
  readonly acsTransactionId: string;
  /** Proof for the authorisation, base64. */
  readonly verificationId?: string;
}

/** A request that the shopper's browser makes. */
export interface BrowserRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly parameters: readonly NamedValue[];
}

/** What the shopper's browser has to do before a pending payment can be decided. */
export interface NextStep {
  readonly kind: 'threeDSecure' | 'redirect';
  /** Of whoever is asked; told to the merchant as a parameter of the redirect. */
  readonly transactionId: string;
  /** Out of sight, before anything else. */
  readonly methodCall?: BrowserRequest;
  /** Where the shopper is asked; absent where the method call was all. */
  readonly page?: BrowserRequest;
  /** The issuer tells the end of the method call to whoever has the page, and not to us. */
  readonly isRelayed?: boolean;
}

export interface ConnectorAnswer {
  /** A code of `contract/result-codes.ts`. */
  readonly resultCode: string;
  /** Becomes `resultDetails` of the payment. */
  readonly details: Readonly<Record<string, string>>;
  readonly checks?: ConnectorChecks;
  /** With a pending result: where the shopper has to go. */
  readonly nextStep?: NextStep;
}

export interface Connector {
  /** Longest time in milliseconds that a call may take. */
  readonly timeLimitMs: number;
  /** How long a payment may stay with the instance that calls, in milliseconds (D14). */
  readonly leaseMs: number;
  /**
   * Charges or reserves. An answer is definite; a rejection leaves the payment in doubt, to be
   * cleared by {@link Connector.ask} or {@link Connector.cancel}. Never called twice for a reference.
   */
  authorise(request: AuthoriseRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /** Captures, reverses or refunds, under the same terms. */
  operate(request: ReferenceRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /** Whether what a browser brought back comes from whoever was asked, and is for this payment. */
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
  /**
   * Called every second or so: does what is left to do, and tells which references were decided
   * since they were answered as pending. It tells again until `tell` answers that it was heard.
   * @param book told of what the processor did by itself; false where it does not fit our books
   */
  catchUp?(
    tell: (reference: string) => Promise<boolean>,
    book: (operation: ForeignOperation) => Promise<boolean>,
  ): Promise<void>;
}
