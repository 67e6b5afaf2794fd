/** What `POST /v1/checkouts/{id}/payment` answers to the form (200, or 400 after a decline or refusal). */
import type { Result } from './result.ts';

/** Where the page goes next. */
export interface Redirect {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
}

export interface PaymentAnswer {
  readonly result: Result;
  /** Present when there is an outcome; absent when the request was refused and can be corrected. */
  readonly redirect?: Redirect;
}
