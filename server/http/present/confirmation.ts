/** What a confirmation by the bank came to, in the shopper's words: keys of texts (locales/). */

import { isCardless } from '../../../contract/other-brands.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { Payment } from '../../store/records/payment.ts';
import { declineOf } from './decline.ts';

type Outcome = Pick<Payment, 'state' | 'resultCode' | 'brand' | 'card'>;

/** Ended without the shopper. */
export const wasUnnoticed = ({ resultCode }: Pick<Payment, 'resultCode'>): boolean =>
  resultCode === RESULT.pendingTimedOut || resultCode === RESULT.cancelledByMerchant;

const ENDED: Readonly<Record<string, string>> = {
  [RESULT.cancelledByShopper]: 'authenticationCancelled',
  [RESULT.pendingTimedOut]: 'authenticationExpired',
  [RESULT.cancelledByMerchant]: 'resultCancelled',
};

/** The same without a card: the page of a brand or bank says no, or is left. */
const ENDED_WITHOUT_CARD: Readonly<Record<string, string>> = {
  ...ENDED,
  [RESULT.cancelledByShopper]: 'cancelledOther',
  [RESULT.rejectedByBank]: 'declinedOther',
};

/** Key of the text that says why it was not paid; undefined where that is not certain. */
export const reasonOf = (payment: Outcome): string | undefined =>
  (isCardless(payment) ? ENDED_WITHOUT_CARD : ENDED)[payment.resultCode] ?? declineOf(payment);

/** Key of the text that says what became of it. */
export function outcomeText(payment: Outcome): string {
  const { state } = payment;
  if (state === 'succeeded') return 'resultPaid';
  if (state === 'in_doubt') return 'checkingPayment';
  if (state === 'pending') return 'resultPending';
  const isTrouble = payment.resultCode.startsWith('9');
  return reasonOf(payment) ?? (isTrouble ? 'declinedUnavailable' : 'declined');
}
