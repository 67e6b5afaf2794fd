/** A registration as answers carry it (gateway-api.md, the end of "Payment response fields"). */
import { nest } from '../../../contract/nest.ts';
import { APPROVED, type PaymentMode } from '../../../contract/payment-mode.ts';
import { describeResult } from '../../../contract/result-codes.ts';
import type { Registration } from '../../gateway/registrations.ts';
import { presentRisk } from './payment.ts';

/** Without what the envelope adds. */
export function presentRegistration(registration: Registration) {
  const { id, brand, card, parameters, result_code } = registration;
  const { merchantTransactionId, customer, customParameters, risk } = nest(parameters);
  return {
    id,
    paymentBrand: brand,
    ...(merchantTransactionId && { merchantTransactionId }),
    result: { code: result_code, description: describeResult(result_code) },
    card,
    ...(customer && { customer }),
    ...(customParameters && { customParameters }),
    ...presentRisk(risk),
  };
}

/** The answer to a deletion: an operation of its own, which names what it deleted. */
export function presentDeletion(
  { id, parameters }: Registration,
  deletionId: string,
  mode: PaymentMode,
) {
  const merchantCustomerId = parameters['customer.merchantCustomerId'];
  const merchantTransactionId = parameters['merchantTransactionId'];
  return {
    id: deletionId,
    referencedId: id,
    ...(merchantTransactionId && { merchantTransactionId }),
    result: { code: APPROVED[mode], description: describeResult(APPROVED[mode]) },
    ...(merchantCustomerId && { customer: { merchantCustomerId } }),
  };
}
