/** What an answer to the payment request means for the form. */

import type { ParameterError, Result } from '../../../contract/result.ts';
import { SEALED_REFUSED } from '../../../contract/sealed-value.ts';
import type { PaymentResponse } from '../gateway.ts';
import type { TextRef } from '../texts.ts';
import type { FieldKey } from './form-state.ts';

export type PaymentOutcome =
  /** There is a result; the shopper goes on to where it is shown. */
  | {
      readonly kind: 'result';
      readonly result: Result;
      readonly url: string;
      readonly decline?: TextRef;
    }
  /** The shopper has to go somewhere first: to the bank's question, or to a wallet. */
  | { readonly kind: 'visit'; readonly url: string; readonly isChallenge: boolean }
  /** Not accepted, nothing happened; the shopper or the merchant can correct it. */
  | { readonly kind: 'refused'; readonly result: Result }
  /** The sealed values are right but too old. */
  | { readonly kind: 'stale' }
  /** The checkout is unknown or over. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'throttled' }
  /** Nobody knows what happened: the same request again tells. */
  | { readonly kind: 'unknown' };

/** Addresses of the gateway that lead to whoever has to be asked. */
const VISIT = /^https?:\/\/[^/]+\/v1\/(threeDSecure|redirects)\//;

/** Declines of the issuer, and refusals before it was asked. All else may still be in doubt. */
const DECLINE =
  /^(800\.([17]00|800\.[123]|[32]|1[123456]0)|100\.(1|2|380|390|400\.[0-3]|55|7|8|9))/;

/** The few reasons that a shopper can do something about. */
const DECLINES: Readonly<Record<string, string>> = {
  '800.100.153': 'declinedCvv',
  '800.100.155': 'declinedFunds',
  '800.100.157': 'declinedExpired',
  '800.100.203': 'declinedFunds',
  '100.100.303': 'declinedExpired',
  '100.380.401': 'declinedAuthentication',
};

/** The text for a decline; undefined for a result that is not certainly one. */
export function declineText(code: string): TextRef | undefined {
  const variant = DECLINES[code];
  return DECLINE.test(code) ? { key: 'declined', ...(variant && { variant }) } : undefined;
}

export function readOutcome(response: PaymentResponse | undefined): PaymentOutcome {
  if (!response?.answer?.result) return { kind: 'unknown' };
  const { status, answer } = response;
  const { result, redirect } = answer;
  const visit = redirect && VISIT.exec(redirect.url);
  if (visit && status === 200) {
    return { kind: 'visit', url: redirect.url, isChallenge: visit[1] === 'threeDSecure' };
  }
  if (redirect && (status === 200 || status === 400)) {
    const decline = status === 400 ? declineText(result.code) : undefined;
    return { kind: 'result', result, url: redirect.url, ...(decline && { decline }) };
  }
  if (status === 404) return { kind: 'gone' };
  if (status === 429) return { kind: 'throttled' };
  if (status >= 400 && status < 500) {
    return result.code === SEALED_REFUSED.tooOld ? { kind: 'stale' } : { kind: 'refused', result };
  }
  return { kind: 'unknown' };
}

/** The field that a refused parameter belongs to. */
const FIELD_OF: Readonly<Record<string, FieldKey>> = {
  'card.number': 'cardNumber',
  'sealed[card.number]': 'cardNumber',
  paymentBrand: 'cardNumber',
  'card.cvv': 'cvv',
  'sealed[card.cvv]': 'cvv',
  'card.expiryMonth': 'expiry',
  'card.expiryYear': 'expiry',
  'card.holder': 'cardHolder',
};

/** The fields to blame for a refusal; fields that are no card's have the name of their parameter. */
export const blamedFields = (errors: readonly ParameterError[] = []): string[] => [
  ...new Set(errors.map(({ name }) => FIELD_OF[name] ?? name)),
];
