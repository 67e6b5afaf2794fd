/** A payment as answers carry it (gateway-api.md, "Payment response fields"). */
import { toAmount } from '../../../contract/currency.ts';
import { nest } from '../../../contract/nest.ts';
import type { Result } from '../../../contract/result.ts';
import { describeResult, isPending, isSuccess } from '../../../contract/result-codes.ts';
import type { Payment } from '../../gateway/payments.ts';

/** Without what the envelope adds. */
export function presentPayment(payment: Payment): { result: Result; [field: string]: unknown } {
  // What the payment itself says comes first; the rest of what was sent follows.
  const {
    amount: _,
    currency: __,
    paymentType: ___,
    paymentBrand: ____,
    ...echoed
  } = nest(payment.parameters);
  const details = Object.keys(payment.resultDetails).length > 0;
  return {
    id: payment.id,
    paymentType: payment.type,
    paymentBrand: payment.brand,
    amount: toAmount(payment.amount, payment.currency),
    currency: payment.currency,
    result: { code: payment.result_code, description: describeResult(payment.result_code) },
    ...(details && { resultDetails: payment.resultDetails }),
    card: payment.card,
    ...echoed,
  };
}

/** A failed payment is 400 wherever it is the answer (gateway-api.md, "Errors"). */
export const statusOf = ({ result_code: code }: Payment): 200 | 400 =>
  isSuccess(code) || isPending(code) ? 200 : 400;
