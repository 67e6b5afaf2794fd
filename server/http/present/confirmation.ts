/** What a confirmation by the bank came to, in the shopper's words: keys of texts (locales/). */

import { RESULT } from '../../../contract/result-by-name.ts';
import type { Payment } from '../../store/records/payment.ts';
import { declineKey } from './decline.ts';

type Outcome = Pick<Payment, 'state' | 'resultCode'>;

/** Ended without the shopper. */
export const wasUnnoticed = ({ resultCode }: Outcome): boolean =>
  resultCode === RESULT.pendingTimedOut || resultCode === RESULT.cancelledByMerchant;

const ENDED: Readonly<Record<string, string>> = {
  [RESULT.cancelledByShopper]: 'authenticationCancelled',
  [RESULT.pendingTimedOut]: 'authenticationExpired',
  [RESULT.cancelledByMerchant]: 'resultCancelled',
};

/** Key of the text that says why it was not paid; undefined where that is not certain. */
export const reasonOf = ({ resultCode: code }: Outcome): string | undefined =>
  ENDED[code] ?? declineKey(code);

/** Key of the text that says what became of it. */
export function outcomeText(payment: Outcome): string {
  const { state } = payment;
  if (state === 'succeeded') return 'resultPaid';
  if (state === 'in_doubt') return 'checkingPayment';
  if (state === 'pending') return 'resultPending';
  const isTrouble = payment.resultCode.startsWith('9');
  return reasonOf(payment) ?? (isTrouble ? 'declinedUnavailable' : 'declined');
}
