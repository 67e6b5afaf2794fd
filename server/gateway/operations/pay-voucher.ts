/** Vouchers of test channels are paid here, as at a bank or a shop. */
import { createHash } from 'node:crypto';
import { toAmount } from '../../../contract/currency.ts';
import { AMOUNT, accepts, rule } from '../../../contract/format.ts';
import { APPROVED } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { SandboxReceipt } from '../../connectors/connector.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import { ID_LENGTH, newId } from '../ids.ts';
import { minorUnitsOf } from '../order/index.ts';
import { outcomeOf } from '../payment/index.ts';
import { connectorOf, isVoucher } from '../processors/index.ts';
import { ownPayment } from '../records/index.ts';
import { ApiError, invalidParameter } from '../requests/index.ts';
import { EarlyOperation, recordProcessorOperation } from './processor-operations.ts';

/**
 * Pays a voucher, as its shopper would at a bank or a shop.
 * @param input what is paid, all that is left where it is not said; `reference`: the bank's own
 * @param requestId of the request, the same when it is repeated: then it is the same receipt
 * @returns the receipt
 * @throws ApiError
 */
export async function payVoucher(
  gateway: GatewayContext,
  channel: Channel,
  paymentId: string,
  input: { readonly amount?: string | undefined; readonly reference?: string | undefined },
  requestId = newId(),
): Promise<Payment> {
  if (input.amount !== undefined && !accepts(AMOUNT, input.amount)) {
    throw invalidParameter('amount', input.amount, rule(AMOUNT));
  }
  const voucher = await ownPayment(gateway.db, channel, paymentId);
  if (!isVoucher(voucher)) {
    const why = 'this payment is no voucher: it is not paid elsewhere';
    throw new ApiError(400, RESULT.invalidParameter, why);
  }
  if (!connectorOf(gateway, voucher).sandbox) {
    const why = 'this payment is with its processor, which is paid';
    throw new ApiError(400, RESULT.invalidParameter, why);
  }
  const { currency } = voucher;
  const amount =
    input.amount === undefined ? leftOf(voucher) : minorUnitsOf(input.amount, currency);
  const bankReference = input.reference ?? requestId;
  const id = await receive(gateway, voucher, { bankReference, amount });
  if (!id) throw notReceived(voucher);
  return ownPayment(gateway.db, channel, id);
}

/**
 * Decides an open voucher as its shopper does: all that is left of it is paid.
 * @returns the voucher then; undefined for a payment that is none, or not open
 */
export async function payOpenVoucher(
  gateway: GatewayContext,
  channel: Channel,
  paymentId: string,
): Promise<Payment | undefined> {
  const voucher = await ownPayment(gateway.db, channel, paymentId);
  if (!isVoucher(voucher) || voucher.state !== 'pending') return undefined;
  await payVoucher(gateway, channel, paymentId, {});
  return ownPayment(gateway.db, channel, paymentId);
}

/** Smallest units that have not come. */
export const leftOf = ({ amount, captured }: Payment): number => amount - captured;

/**
 * What the simulated bank has taken for a voucher. The same payment at the bank is taken once. One that
 * is being reversed at this moment is waited for.
 * @returns id of the receipt; undefined where the bank has to send the money back
 * @throws ApiError where that takes too long
 */
export async function receive(
  gateway: GatewayContext,
  voucher: Payment,
  receipt: SandboxReceipt,
): Promise<string | undefined> {
  try {
    return await take(gateway, voucher, receipt);
  } catch (error) {
    if (!(error instanceof EarlyOperation)) throw error;
  }
  await outcomeOf(gateway, voucher.id);
  return take(gateway, voucher, receipt).catch((error: unknown) => {
    if (!(error instanceof EarlyOperation)) throw error;
    const why = 'the voucher is being decided: pay it again in a moment';
    throw new ApiError(400, RESULT.invalidParameter, why);
  });
}

async function take(
  gateway: GatewayContext,
  { reference: referenced, currency, mode }: Payment,
  { bankReference, amount }: SandboxReceipt,
): Promise<string | undefined> {
  const reference = createHash('sha256')
    .update(`${referenced} ${bankReference}`)
    .digest('hex')
    .slice(0, ID_LENGTH);
  const isTaken =
    amount > 0 &&
    (await recordProcessorOperation(gateway, {
      referenced,
      reference,
      paymentType: 'RC',
      amount,
      currency,
      resultCode: APPROVED[mode],
      details: { ConnectorTxID1: bankReference },
    }));
  return isTaken ? reference : undefined;
}

/** Why a bank sends back what was paid. */
function notReceived(voucher: Payment): ApiError {
  const { currency, state } = voucher;
  if (state === 'failed' && voucher.resultCode !== RESULT.pendingTimedOut) {
    const why = 'the voucher is not open any more: what is paid for it goes back to its payer';
    return new ApiError(400, RESULT.referenceNotReversible, why);
  }
  const left = `${toAmount(leftOf(voucher), currency)} ${currency}`;
  const why = `${left} is left of the voucher: more goes back to its payer`;
  return new ApiError(400, RESULT.amountExceedsCapturable, why);
}
