/** Where a shopper goes while a payment is pending; kept with the payment. */
import type { NamedValue } from '../../../contract/payment-answer.ts';

/** A request that the shopper's browser makes. */
export interface BrowserRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly parameters: readonly NamedValue[];
}

/** What the shopper's browser has to do before a pending payment can be decided. */
export interface NextStep {
  readonly kind: 'threeDSecure' | 'redirect';
  /** Of the party that is asked; the merchant gets it as a parameter of the redirect. */
  readonly transactionId: string;
  /** Out of sight, before anything else. */
  readonly methodCall?: BrowserRequest;
  /** Where the shopper is asked; absent where the method call was all. */
  readonly page?: BrowserRequest;
  /** Of a redirect: its page may be shown in a frame, and is. */
  readonly isInline?: boolean;
  /** The issuer tells the end of the method call to the page around, and not to us. */
  readonly isRelayed?: boolean;
}
