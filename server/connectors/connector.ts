/** Who moves the money. One implementation for each kind of processor. */

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
  readonly card: CardDetails;
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
}

export interface ConnectorAnswer {
  /** A code of `contract/result-codes.ts`. */
  readonly resultCode: string;
  /** Becomes `resultDetails` of the payment. */
  readonly details: Readonly<Record<string, string>>;
  readonly checks?: ConnectorChecks;
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
  /** What became of the reference; `undefined` when it is not known there. */
  ask(reference: string): Promise<ConnectorAnswer | undefined>;
  /**
   * Makes sure that nothing is, or ever will be, done under a reference that is not known there: a
   * request that is still on its way is refused when it arrives. Answers what is then true, which
   * may be the outcome of a request that arrived first.
   */
  cancel(reference: string): Promise<ConnectorAnswer>;
}
