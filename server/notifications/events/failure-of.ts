/**
 * Why something failed, in the words of events: by the groups of the result codes, and by single
 * codes that say more than their group (docs/events.md has the same table).
 */

import type { ProcessingFailure } from '../../../contract/events/shared-types.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { describeResult, type ResultGroup, resultGroup } from '../../../contract/result-codes.ts';
import type { Payment } from '../../store/records/payment.ts';

export const FAILURE_CODES = [
  'GENERIC_DECLINE',
  'INSUFFICIENT_FUNDS',
  'AUTHENTICATION_FAILED',
  'CANCELED_BY_CONSUMER',
  'EXPIRED_CARD',
  'INCORRECT_CVV',
  'PAYMENT_METHOD_TIMEOUT',
  'EXCEEDS_AUTHORIZED_AMOUNT',
  'EXCEEDS_REFUNDABLE_AMOUNT',
  'REFUND_PERIOD_EXPIRED',
  'AGREEMENT_REVOKED',
  'INTERNAL_PROCESSING_ERROR',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

type Type = NonNullable<ProcessingFailure['failureType']>;
type Reason = readonly [type: Type, code: FailureCode];

/** What is of no group of failures, and failed all the same, is a fault of our own. */
const UNEXPECTED: Reason = ['INTERNAL_ERROR', 'INTERNAL_PROCESSING_ERROR'];
const REFUSED_BY_US: Reason = ['INTERNAL_DECLINE', 'GENERIC_DECLINE'];
const REFUSED_BY_PROVIDER: Reason = ['PROVIDER_DECLINE', 'GENERIC_DECLINE'];
const PROVIDER_TROUBLE: Reason = ['PROVIDER_ERROR', 'INTERNAL_PROCESSING_ERROR'];
const NOT_AUTHENTICATED: Reason = ['PROVIDER_DECLINE', 'AUTHENTICATION_FAILED'];

export const REASONS_BY_GROUP: Readonly<Record<ResultGroup, Reason>> = {
  SUCCESS: UNEXPECTED,
  SUCCESS_REVIEW: UNEXPECTED,
  PENDING_SHORT: UNEXPECTED,
  PENDING_LONG: UNEXPECTED,
  CHARGEBACK: UNEXPECTED,
  OTHER: UNEXPECTED,
  SOFT_DECLINE: NOT_AUTHENTICATED,
  REJ_3DS: NOT_AUTHENTICATED,
  REJ_3DS_CFG: NOT_AUTHENTICATED,
  REJ_BANK: REFUSED_BY_PROVIDER,
  REJ_ADDR: REFUSED_BY_PROVIDER,
  REJ_ASYNC: REFUSED_BY_PROVIDER,
  REJ_COMM: PROVIDER_TROUBLE,
  REJ_SYSTEM: PROVIDER_TROUBLE,
  REJ_EXT_RISK: REFUSED_BY_US,
  REJ_BLACKLIST: REFUSED_BY_US,
  REJ_RISK: REFUSED_BY_US,
  VAL_CONFIG: REFUSED_BY_US,
  VAL_REGISTRATION: REFUSED_BY_US,
  VAL_JOB: REFUSED_BY_US,
  VAL_REFERENCE: REFUSED_BY_US,
  VAL_FORMAT: REFUSED_BY_US,
  VAL_ADDRESS: REFUSED_BY_US,
  VAL_CONTACT: REFUSED_BY_US,
  VAL_ACCOUNT: REFUSED_BY_US,
  VAL_AMOUNT: REFUSED_BY_US,
  VAL_RISK: REFUSED_BY_US,
};

/** Single codes that say more than their group. */
const REASONS: readonly (readonly [Reason, ...string[]])[] = [
  [['INTERNAL_DECLINE', 'EXPIRED_CARD'], RESULT.cardExpired],
  [['INTERNAL_DECLINE', 'AGREEMENT_REVOKED'], RESULT.registrationRevoked],
  [['INTERNAL_DECLINE', 'EXCEEDS_AUTHORIZED_AMOUNT'], RESULT.amountExceedsCapturable],
  [['INTERNAL_DECLINE', 'EXCEEDS_REFUNDABLE_AMOUNT'], RESULT.amountExceedsRefundable],
  [['PROVIDER_DECLINE', 'EXPIRED_CARD'], RESULT.declinedExpiryDate],
  [['PROVIDER_DECLINE', 'INCORRECT_CVV'], RESULT.declinedCvv, RESULT.declinedCvvAmountReserved],
  [
    ['PROVIDER_DECLINE', 'INSUFFICIENT_FUNDS'],
    RESULT.declinedCreditExceeded,
    RESULT.insufficientFunds,
  ],
  [
    ['PROVIDER_DECLINE', 'AGREEMENT_REVOKED'],
    RESULT.declinedRegistrationCancelled,
    RESULT.mandateExpired,
    RESULT.mandateDiscarded,
    RESULT.authorisationRevoked,
    RESULT.recurringPaymentStopped,
    RESULT.allRecurringPaymentsStopped,
  ],
  [
    ['PROVIDER_DECLINE', 'CANCELED_BY_CONSUMER'],
    RESULT.cancelledByShopper,
    RESULT.notConfirmedByShopper,
    RESULT.probablyCancelledByShopper,
    RESULT.paymentTermsDeclined,
    RESULT.cancelledByShopperElsewhere,
  ],
  [
    ['PROVIDER_ERROR', 'PAYMENT_METHOD_TIMEOUT'],
    RESULT.onlineTransferTimedOut,
    RESULT.onlineTransferTimedOutAtBank,
    RESULT.pendingTimedOut,
    RESULT.outcomeUnknown,
    RESULT.timedOutAndReversed,
    RESULT.acquirerTimedOut,
    RESULT.neverArrived,
    RESULT.shopperSessionTimedOut,
  ],
  [NOT_AUTHENTICATED, RESULT.authenticationFailed],
  // Given up by the merchant.
  [REFUSED_BY_US, RESULT.cancelledByMerchant],
  [UNEXPECTED, RESULT.unexpectedIntegrationError, RESULT.databaseError],
];

export const REASONS_BY_CODE: ReadonlyMap<string, Reason> = new Map(
  REASONS.flatMap(([reason, ...codes]) => codes.map((code) => [code, reason])),
);

/**
 * @param resultCode of something that failed
 * @param acquirerResponse what the provider said in its own words, where it was asked
 */
export function failureOf(resultCode: string, acquirerResponse?: string): ProcessingFailure {
  const [failureType, failureCode] =
    REASONS_BY_CODE.get(resultCode) ?? REASONS_BY_GROUP[resultGroup(resultCode)];
  return {
    failureType,
    failureCode,
    ...(acquirerResponse !== undefined && { providerFailureCode: acquirerResponse }),
    failureMessage: describeResult(resultCode),
  };
}

export const failureOfPayment = (payment: Payment): ProcessingFailure =>
  failureOf(payment.resultCode, payment.resultDetails['AcquirerResponse']);
