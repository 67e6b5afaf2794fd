/** Who moves the money. One implementation for each kind of processor. */
import type { NamedValue } from '../../contract/payment-answer.ts';

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

export type TestMode = 'INTERNAL' | 'EXTERNAL';

interface Request {
  /** Our own reference: unique for ever, and what {@link Connector.ask} is asked by. */
  readonly reference: string;
  readonly channelId: string;
  readonly paymentType: string;
  readonly paymentBrand: string;
  /** Smallest units of the currency. */
  readonly amount: number;
  readonly currency: string;
  /** EXTERNAL asks for the processor's test system; without one the simulator stands in for it. */
  readonly testMode: TestMode;
  /** All other parameters that the merchant or the shopper sent. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** PA, DB or CD. */
export interface AuthoriseRequest extends Request {
  /** Absent for brands that are no cards. */
  readonly card?: CardDetails;
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
   * true, which may be the outcome of a request that arrived first.
   * @param resultCode what it is to be called
   */
  cancel(reference: string, resultCode?: string): Promise<ConnectorAnswer>;
}
