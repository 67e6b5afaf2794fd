/** What an answer to the payment request means for the form. */

import type { ParameterError, Result } from '../../../../contract/result.ts';
import { SEALED_REFUSED } from '../../../../contract/sealed-value.ts';
import type { PaymentResponse } from '../gateway-client.ts';

export type PaymentOutcome =
  /** There is a result; the shopper goes on to where it is shown. */
  | {
      readonly kind: 'result';
      readonly result: Result;
      readonly url: string;
      /** Key of the text that says why, where it was certainly declined. */
      readonly decline?: string;
    }
  /** The shopper has to go somewhere first: to the bank's question, or to a wallet. */
  | { readonly kind: 'visit'; readonly url: string; readonly isChallenge: boolean }
  /** Not accepted, nothing happened; the shopper or the merchant can correct it. */
  | { readonly kind: 'refused'; readonly result: Result; readonly decline?: string | undefined }
  /** The sealed values are right but too old. */
  | { readonly kind: 'stale' }
  /** The checkout is unknown or over. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'throttled' }
  /** The outcome is unknown: the same request again tells it. */
  | { readonly kind: 'unknown' };

/** Addresses of the gateway that lead to the bank or the wallet, or to a voucher. */
const VISIT = /^https?:\/\/[^/]+\/v1\/(threeDSecure|redirects|vouchers)\//;

export function readOutcome(response: PaymentResponse | undefined): PaymentOutcome {
  if (!response?.answer?.result) return { kind: 'unknown' };
  const { status, answer } = response;
  const { result, redirect, decline } = answer;
  const visit = redirect && VISIT.exec(redirect.url);
  if (visit && status === 200) {
    return { kind: 'visit', url: redirect.url, isChallenge: visit[1] === 'threeDSecure' };
  }
  if (redirect && (status === 200 || status === 400)) {
    return { kind: 'result', result, url: redirect.url, ...(decline && { decline }) };
  }
  if (status === 404) return { kind: 'gone' };
  if (status === 429) return { kind: 'throttled' };
  if (status >= 400 && status < 500) {
    return result.code === SEALED_REFUSED.tooOld
      ? { kind: 'stale' }
      : { kind: 'refused', result, decline };
  }
  return { kind: 'unknown' };
}

/** Whether one of the refused parameters is what a control asks for. */
export const isMarkedInvalid = (
  { name: control }: { readonly name: string },
  errors: readonly ParameterError[] = [],
): boolean =>
  errors.some(({ name }) => name.replace('paymentBrand', 'card.number').includes(control));
