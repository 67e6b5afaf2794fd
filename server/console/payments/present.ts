/** A payment as a row of the console's list. */
import type { PaymentItem } from '../../../contract/admin-api.ts';
import { toAmount } from '../../../contract/currency.ts';
import { describeResult } from '../../../contract/result-codes.ts';
import type { Payment } from '../../store/records/payment.ts';

export const presentItem = (payment: Payment): PaymentItem => ({
  id: payment.id,
  channelId: payment.entityId,
  createdAt: new Date(payment.createdAt).toISOString(),
  type: payment.type,
  brand: payment.brand,
  amount: toAmount(payment.amount, payment.currency),
  currency: payment.currency,
  state: payment.state,
  resultCode: payment.resultCode,
  resultDescription: describeResult(payment.resultCode),
  last4: payment.card?.last4Digits ?? null,
  holder: payment.card?.holder ?? null,
  reference: payment.merchantTransactionId,
  mode: payment.mode,
  referencedId: payment.referencedId,
});
