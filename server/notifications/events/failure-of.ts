/**
 * Why something failed, in the words of events: by the groups of the result codes, and by single
 * codes that say more than their group (docs/events.md has the same table).
 */
import type { ProcessingFailure } from '../../../contract/events/shared-types.ts';
import { describeResult, type ResultGroup, resultGroup } from '../../../contract/result-codes.ts';
import type { PaymentRow } from '../../store/tables.ts';

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
const REASONS: readonly (readonly [Reason, string])[] = [
  [['INTERNAL_DECLINE', 'EXPIRED_CARD'], '100.100.303'],
  [['INTERNAL_DECLINE', 'AGREEMENT_REVOKED'], '100.150.202'],
  [['INTERNAL_DECLINE', 'EXCEEDS_AUTHORIZED_AMOUNT'], '700.400.100'],
  [['INTERNAL_DECLINE', 'EXCEEDS_REFUNDABLE_AMOUNT'], '700.400.200'],
  [['PROVIDER_DECLINE', 'EXPIRED_CARD'], '800.100.157'],
  [['PROVIDER_DECLINE', 'INCORRECT_CVV'], '800.100.153 800.100.192'],
  [['PROVIDER_DECLINE', 'INSUFFICIENT_FUNDS'], '800.100.155 800.100.203'],
  [
    ['PROVIDER_DECLINE', 'AGREEMENT_REVOKED'],
    '800.100.197 800.100.204 800.100.205 800.100.403 800.100.500 800.100.501',
  ],
  [
    ['PROVIDER_DECLINE', 'CANCELED_BY_CONSUMER'],
    '100.396.101 100.396.102 100.396.104 100.396.106 100.397.101',
  ],
  [
    ['PROVIDER_ERROR', 'PAYMENT_METHOD_TIMEOUT'],
    '100.395.501 100.395.502 100.396.103 900.100.300 900.100.301 900.100.400 900.100.500 ' +
      '900.300.600',
  ],
  [NOT_AUTHENTICATED, '100.380.401'],
  // Given up by the merchant.
  [REFUSED_BY_US, '100.396.201'],
  [UNEXPECTED, '600.100.100 999.999.888'],
];

export const REASONS_BY_CODE: ReadonlyMap<string, Reason> = new Map(
  REASONS.flatMap(([reason, codes]) => codes.split(' ').map((code) => [code, reason])),
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

export const failureOfPayment = (payment: PaymentRow): ProcessingFailure =>
  failureOf(payment.result_code, JSON.parse(payment.result_details).AcquirerResponse);
