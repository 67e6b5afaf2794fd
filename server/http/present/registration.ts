/** A registration as answers carry it (gateway-api.md, the end of "Payment response fields"). */
import { nest } from '../../../contract/nest.ts';
import { describeResult } from '../../../contract/result-codes.ts';
import type { Registration } from '../../gateway/registrations.ts';
import { presentRisk } from './payment.ts';

/** Success of the internal simulator, which registrations are made with. */
const REGISTERED = { code: '000.100.110', description: describeResult('000.100.110') };

/** Without what the envelope adds. */
export function presentRegistration(registration: Registration) {
  const { id, brand, card, parameters } = registration;
  const { merchantTransactionId, customer, customParameters, risk } = nest(parameters);
  return {
    id,
    paymentBrand: brand,
    ...(merchantTransactionId && { merchantTransactionId }),
    result: REGISTERED,
    card,
    ...(customer && { customer }),
    ...(customParameters && { customParameters }),
    ...presentRisk(risk),
  };
}

/** The answer to a deletion: an operation of its own, which names what it deleted. */
export function presentDeletion({ id, parameters }: Registration, deletionId: string) {
  const merchantCustomerId = parameters['customer.merchantCustomerId'];
  const merchantTransactionId = parameters['merchantTransactionId'];
  return {
    id: deletionId,
    referencedId: id,
    ...(merchantTransactionId && { merchantTransactionId }),
    result: REGISTERED,
    ...(merchantCustomerId && { customer: { merchantCustomerId } }),
  };
}
