/** A payment as answers carry it (gateway-api.md, "Payment response fields"). */

import { toAmount } from '../../../../contract/currency.ts';
import { isIssuerLiable } from '../../../../contract/eci.ts';
import type { NoticedEvidence } from '../../../../contract/field-evidence.ts';
import { isDirectDebit } from '../../../../contract/other-brands.ts';
import { isShopperPresent } from '../../../../contract/parameter-rules.ts';
import { type Nested, nest } from '../../../../contract/parameters.ts';
import type { Redirect } from '../../../../contract/payment-answer.ts';
import type { Result } from '../../../../contract/result.ts';
import { isPending, isSuccess } from '../../../../contract/result-codes.ts';
import type { Payment } from '../../../store/records/payment.ts';
import type { GatewayContext } from '../../context.ts';
import { type Channel, isConnectivityTest } from '../../entities/index.ts';
import { redirectOf } from '../../processors/index.ts';
import { envelopeOf, resultOf, timestamp, type WholeAnswer } from './envelope.ts';

/** A result with what the connector found out beside it. */
export interface PaymentResult extends Result {
  readonly avsResponse?: string;
  readonly cvvResponse?: string;
}

export interface PresentedPayment {
  readonly result: PaymentResult;
  readonly [field: string]: unknown;
}

/**
 * Without what the envelope adds.
 * @param redirect where the shopper has to go, while the payment is pending
 */
export function presentPayment(
  payment: Payment,
  { settings }: Channel,
  redirect?: Redirect,
): PresentedPayment {
  // What the payment itself says comes first; the rest of what was sent follows.
  const {
    amount: _,
    currency: __,
    paymentType: ___,
    paymentBrand: ____,
    recurring,
    risk,
    merchant,
    threeDSecure,
    ...echoed
  } = nest(payment.parameters);
  const isPaid = isSuccess(payment.resultCode);
  const bankAccount = isPaid && settings.bankAccount;
  const isTaken = isPending(payment.resultCode) && !redirect && isDirectDebit(payment.brand);
  const isStored = payment.registrationId !== null && (isPaid || isTaken);
  return {
    id: payment.id,
    ...(payment.referencedId && { referencedId: payment.referencedId }),
    ...(isStored && { registrationId: payment.registrationId }),
    paymentType: payment.type,
    paymentBrand: payment.brand,
    amount: toAmount(payment.amount, payment.currency),
    currency: payment.currency,
    ...(isConnectivityTest(settings, payment.mode) && { testMode: payment.mode }),
    result: paymentResult(payment),
    ...(Object.keys(payment.resultDetails).length > 0 && { resultDetails: payment.resultDetails }),
    ...(payment.card && { card: payment.card }),
    ...echoed,
    ...presentAuthentication(threeDSecure, payment),
    ...(redirect && { redirect }),
    ...(recurring !== undefined && { recurring: withCount(recurring) }),
    ...((merchant || bankAccount) && {
      merchant: { ...Object(merchant), ...(bankAccount && { bankAccount }) },
    }),
    ...(payment.scheduleId && { source: 'SCHEDULER', scheduleId: payment.scheduleId }),
    ...presentRisk(risk, payment.checks.riskScore, payment.fieldEvidence),
  };
}

/** A payment in a list: with its own time and request id, since the envelope has those of the list. */
export const presentListed = (payment: Payment, channel: Channel) => ({
  ...presentPayment(payment, channel),
  timestamp: timestamp(payment.createdAt),
  ndc: payment.ndc,
});

export const paymentResult = ({ resultCode: code, checks }: Payment): PaymentResult => ({
  ...resultOf(code),
  ...(checks.avsResponse && { avsResponse: checks.avsResponse }),
  ...(checks.cvvResponse && { cvvResponse: checks.cvvResponse }),
});

/** What the merchant sent of an authentication of its own, and what came out of ours. */
function presentAuthentication(sent: Nested | undefined, payment: Payment): object {
  const { threeDSecure, exemption, softDeclined } = payment.checks;
  const answered = {
    ...Object(sent),
    ...threeDSecure,
    ...(exemption && { exemptionResult: exemption }),
    ...(softDeclined && { softDeclined }),
  };
  if (Object.keys(answered).length === 0) return {};
  const { card, type, parameters } = payment;
  const liabilityShift =
    exemption !== 'granted' &&
    type !== 'CD' &&
    isShopperPresent(parameters) &&
    (answered.verificationId !== undefined || card?.numberType === 'DPAN') &&
    isIssuerLiable(card?.brand ?? payment.brand, answered.eci);
  return {
    threeDSecure: { ...answered, ...(isSuccess(payment.resultCode) && { liabilityShift }) },
  };
}

/** @param fieldEvidence what the frames saw a page do to the fields */
export function presentRisk(
  risk: Nested | undefined,
  score?: number,
  fieldEvidence?: NoticedEvidence,
): object {
  const details = {
    ...Object(risk),
    ...(score !== undefined && { score: String(score) }),
    ...(fieldEvidence && { fieldEvidence }),
  };
  return Object.keys(details).length > 0 ? { risk: details } : {};
}

/** The count is told as a number. */
const withCount = (recurring: Nested): object => {
  const { numberOfInstallments, ...rest } = Object(recurring);
  return { numberOfInstallments: Number(numberOfInstallments), ...rest };
};

/**
 * A failed payment is 400 wherever it is the answer (gateway-api.md, "Errors"). A chargeback has not
 * failed: its code says why it was made.
 */
export const statusOf = ({ resultCode: code, type }: Payment): 200 | 400 =>
  type === 'CB' || isSuccess(code) || isPending(code) ? 200 : 400;

/** The whole answer about a payment: what requests get, and notifications tell. */
export function paymentAnswer(
  gateway: GatewayContext,
  payment: Payment,
  channel: Channel,
): WholeAnswer {
  const { result, ...subject } = presentPayment(payment, channel, redirectOf(gateway, payment));
  return { ...subject, ...envelopeOf(gateway.buildNumber, result, payment.ndc) };
}
