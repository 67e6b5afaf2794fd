/** A registration as answers carry it (gateway-api.md, the end of "Payment response fields"). */

import { isDirectDebit } from '../../../../contract/other-brands.ts';
import { nest } from '../../../../contract/parameters.ts';
import { APPROVED, type PaymentMode } from '../../../../contract/payment-mode.ts';
import type { Result } from '../../../../contract/result.ts';
import { RESULT } from '../../../../contract/result-by-name.ts';
import { describeResult } from '../../../../contract/result-codes.ts';
import type { Payment } from '../../../store/records/payment.ts';
import type { Registration } from '../../../store/records/registration.ts';
import type { GatewayContext } from '../../context.ts';
import { redirectOf } from '../../processors/index.ts';
import { registrationOfAgreement } from '../../records/index.ts';
import { envelopeOf, resultOf, type WholeAnswer } from './envelope.ts';
import { presentRisk } from './payment.ts';

/** Without what the envelope adds. */
export function presentRegistration(registration: Registration) {
  const { id, brand, card, parameters, resultCode, revokedBy: by } = registration;
  const { merchantTransactionId, customer, customParameters, risk, bankAccount } = nest(parameters);
  return {
    id,
    paymentBrand: brand,
    ...(merchantTransactionId && { merchantTransactionId }),
    result: by === null ? resultOf(resultCode) : revokedBy(by),
    card,
    ...(isDirectDebit(brand) && { bankAccount }),
    ...(customer && { customer }),
    ...(customParameters && { customParameters }),
    ...presentRisk(risk, undefined, registration.fieldEvidence),
  };
}

/** How a registration reads that nothing can be paid with any more. */
const revokedBy = (by: 'consumer' | 'provider'): Result => ({
  code: RESULT.registrationRevoked,
  description: `${describeResult(RESULT.registrationRevoked)}: revoked by its ${by}`,
});

/** A request that deletes a registration. */
export interface Deletion {
  readonly id: string;
  readonly ndc: string;
  readonly mode: PaymentMode;
}

/** The answer to a deletion: an operation of its own, which names what it deleted. */
export function presentDeletion(
  { id, parameters }: Registration,
  { id: deletionId, mode }: Deletion,
) {
  const merchantCustomerId = parameters['customer.merchantCustomerId'];
  const merchantTransactionId = parameters['merchantTransactionId'];
  return {
    id: deletionId,
    referencedId: id,
    ...(merchantTransactionId && { merchantTransactionId }),
    result: resultOf(APPROVED[mode]),
    ...(merchantCustomerId && { customer: { merchantCustomerId } }),
  };
}

/** The whole answer about a registration: what requests get, and notifications tell. */
export function registrationAnswer(
  gateway: GatewayContext,
  registration: Registration,
): WholeAnswer {
  const { result, ...subject } = presentRegistration(registration);
  return { ...subject, ...envelopeOf(gateway.buildNumber, result, registration.ndc) };
}

/** What a shopper has yet to agree to, or has not agreed to: with where to, while that is asked. */
export function agreementAnswer(gateway: GatewayContext, agreement: Payment): WholeAnswer {
  const redirect = redirectOf(gateway, agreement);
  const answer = registrationAnswer(gateway, registrationOfAgreement(agreement));
  return { ...answer, ...(redirect && { redirect }) };
}

/** The same about the request that deletes one. */
export function deletionAnswer(
  gateway: GatewayContext,
  registration: Registration,
  deletion: Deletion,
): WholeAnswer {
  const { result, ...subject } = presentDeletion(registration, deletion);
  return { ...subject, ...envelopeOf(gateway.buildNumber, result, deletion.ndc) };
}
