/** What a decline means for the shopper: the text that says it (locales/). */
import { isCardless } from '../../../contract/other-brands.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { Payment } from '../../store/records/payment.ts';

/** Declines of the issuer, and refusals before it was asked. All else may still be in doubt. */
const DECLINE =
  /^(300\.100|800\.([17]00|800\.[123]|[32]|1[123456]0)|100\.(1|2|380|390|400\.[0-3]|55|7|8|9))/;

/** The reasons that a shopper can do something about. */
const REASONS: Readonly<Record<string, string>> = {
  [RESULT.cvvRequired]: 'cvvNeededAgain',
  [RESULT.cardExpired]: 'declinedExpired',
  [RESULT.authenticationFailed]: 'declinedAuthentication',
  [RESULT.rejectedAuthenticationUnavailable]: 'declinedUnavailable',
  [RESULT.rejectedThreeDSecureTechnicalError]: 'declinedUnavailable',
  [RESULT.declinedCvv]: 'declinedCvv',
  [RESULT.declinedCreditExceeded]: 'declinedFunds',
  [RESULT.declinedExpiryDate]: 'declinedExpired',
  [RESULT.declinedLimitExceeded]: 'declinedLimit',
  [RESULT.declinedTooManyTransactions]: 'declinedLimit',
  [RESULT.declinedRestrictedCard]: 'declinedRestricted',
  [RESULT.declinedNotPermitted]: 'declinedRestricted',
  [RESULT.declinedAccountUnavailable]: 'declinedUnavailable',
  [RESULT.declinedCvvAmountReserved]: 'declinedCvv',
  [RESULT.registrationRevoked]: 'declinedRestricted',
  [RESULT.registrationWithoutAccountData]: 'declinedRestricted',
  [RESULT.declinedRegistrationCancelled]: 'declinedRestricted',
  [RESULT.insufficientFunds]: 'declinedFunds',
};

/**
 * Key of the text; undefined for a result that is not certainly a decline, since "you have not been
 * charged" must be true.
 */
export const declineKey = (code: string): string | undefined =>
  DECLINE.test(code) ? (REASONS[code] ?? 'declined') : undefined;

/** The same of a payment: without a card nothing is said of one. */
export function declineOf({ resultCode: code, ...payment }: Declined): string | undefined {
  const key = declineKey(code);
  return key && isCardless({ brand: '', ...payment }) ? 'declinedOther' : key;
}

type Declined = Pick<Payment, 'resultCode'> & Partial<Pick<Payment, 'brand' | 'card'>>;

/** As an answer to the form carries it. */
export function presentDecline(payment: Declined) {
  const decline = declineOf(payment);
  return decline ? { decline } : {};
}
