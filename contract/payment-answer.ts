/** What `POST /v1/checkouts/{id}/payment` answers to the form (200, or 400 after a decline or refusal). */
import type { Result } from './result.ts';

/** Where the page goes next. */
export interface Redirect {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly parameters: readonly NamedValue[];
  /** What the browser does first, out of sight: the method call of 3-D Secure. */
  readonly preconditions?: readonly Precondition[];
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface Precondition {
  readonly origin: 'iframe#hidden';
  readonly waitUntil: 'iframe#onload';
  readonly description: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly parameters: readonly NamedValue[];
}

export interface PaymentAnswer {
  readonly result: Result;
  /**
   * Present when there is an outcome; absent when the request was refused and can be corrected, or the
   * stored card is gone and another has to be used.
   */
  readonly redirect?: Redirect;
  /** Key of the text that says why a payment was certainly declined, or a stored card refused. */
  readonly decline?: string;
  /** For the next submission, after a decline and where sealed values were refused; with the time. */
  readonly nonce?: string;
  /** On a test channel: what the frames saw the page do to the fields, for its developer. */
  readonly fieldEvidence?: string;
  /** The gateway's time, epoch milliseconds. */
  readonly now?: number;
}
