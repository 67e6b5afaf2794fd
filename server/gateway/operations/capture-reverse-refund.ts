/** `POST /v1/payments/{id}`: captures, reversals and refunds of a payment (D14). */

import { toAmount } from '../../../contract/currency.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { echoedParameters } from '../../../contract/parameters.ts';
import { APPROVED } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { ConnectorAnswer } from '../../connectors/connector.ts';
import { channelNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction, isUniqueViolation } from '../../store/dialect.ts';
import type { Payment } from '../../store/records/payment.ts';
import { appendAudit } from '../access/index.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, isConnectivityTest } from '../entities/index.ts';
import { publishPaymentEvent } from '../events/index.ts';
import { newNdc } from '../ids.ts';
import { minorUnitsOf } from '../order/index.ts';
import {
  type Answered,
  insertInDoubt,
  outcomeOf,
  type ReferenceType,
  reserve,
  settleWith,
  unsettledPayment,
} from '../payment/index.ts';
import { connectorOf, isVoucher, refuseOperation } from '../processors/index.ts';
import { findPayment } from '../records/index.ts';
import {
  ApiError,
  invalidParameter,
  type Pairs,
  readServerParameters,
  refuseLiveWithoutConnector,
} from '../requests/index.ts';
import { endPending, refuseWhileOutcomeUnknown } from '../undecided/index.ts';
import { isUnsettledDebit, takeBackDebit } from './take-back-debit.ts';

/** Answers for an id that is unknown or of another channel (compatibility.md, section 16). */
const UNKNOWN: Readonly<Record<ReferenceType, string>> = {
  CP: RESULT.captureNeedsPreauthorisation,
  RV: RESULT.reversalNeedsPayment,
  RF: RESULT.notConfiguredForPayment,
};

export interface Operation {
  readonly id: string;
  /** Who asks, as the audit log names it. */
  readonly asker: string;
  /**
   * What belongs to the operation and is written with it, or a rule that refuses it: runs in the transaction
   * that reserves the money, with the row of the payment locked. What it throws is the caller's answer.
   */
  readonly within?: (trx: Transaction) => Promise<void>;
}

/** @throws ApiError where nothing was begun */
export async function operateOn(
  gateway: GatewayContext,
  channel: Channel,
  paymentId: string,
  pairs: Pairs,
  { id: operationId, asker, within }: Operation,
): Promise<Answered> {
  refuseLiveWithoutConnector(channel);
  const { parameters, ignored } = readServerParameters(channel, pairs, 'reference');
  const type = parameters['paymentType'] as ReferenceType;
  const original = await findPayment(gateway.db, paymentId);
  if (original?.entityId !== channel.id) throw new ApiError(404, UNKNOWN[type]);
  // Made under this id before, by a request that got no answer: its money is booked or reserved
  // already, so the ledger would refuse it.
  if (await findPayment(gateway.db, operationId)) {
    return { payment: await outcomeOf(gateway, operationId), ignored };
  }

  const { currency = original.currency, amount: sent } = parameters;
  if (sent === undefined && type !== 'RV') throw invalidParameter('amount', null, 'is required');
  const amount = sent === undefined ? original.amount : minorUnitsOf(sent, currency);
  const isOpenDebit = type === 'RV' && isUnsettledDebit(original);
  if (!isOpenDebit) refuseWrongType(original, type);
  if (currency !== original.currency) {
    throw new ApiError(
      400,
      RESULT.referenceCurrencyDiffers,
      `the payment is in ${original.currency}`,
    );
  }
  await refuseWhileOutcomeUnknown(gateway, original, type);
  refuseOperation(channel, original, { type, amount, parameters });
  if (type === 'RV' && amount !== original.amount) {
    const whole = toAmount(original.amount, currency);
    throw invalidParameter(
      'amount',
      sent ?? null,
      `must be the whole amount, ${whole}, or not sent`,
    );
  }
  // What waits for its money has no cut-off: nothing is taken back.
  const isWaiting = original.state === 'pending';
  if (type === 'RV' && !isOpenDebit && !isWaiting && isPastCutOff(channel, original)) {
    throw new ApiError(
      400,
      RESULT.referenceNotReversible,
      'the cut-off time for reversals has passed',
    );
  }

  const operation: Payment = {
    ...unsettledPayment(operationId, {
      channel,
      ndc: newNdc(channel.id),
      paymentType: type,
      brand: original.brand,
      amount,
      currency,
      parameters: echoedParameters(parameters),
      ...(parameters['notificationUrl'] && { notificationUrl: parameters['notificationUrl'] }),
      mode: original.mode,
      connector: original.connector,
    }),
    referencedId: original.id,
  };
  const detail = {
    operation: operationId,
    amount: toAmount(amount, currency),
    currency,
    ...(isConnectivityTest(channel.settings, original.mode) && { testMode: original.mode }),
  };
  if (isOpenDebit) {
    const payment = await takeBackDebit(gateway, original, operation, { actor: asker, detail });
    if (payment) return { payment, ignored };
    refuseWrongType((await findPayment(gateway.db, original.id)) ?? original, type);
  }
  const begin = inTransaction(gateway.db, async (trx) => {
    if (!(await reserve(trx, original.id, type, amount)))
      await refuseByLedger(trx, original.id, type);
    await insertInDoubt(gateway, trx, operation);
    await publishPaymentEvent(gateway, trx, 'received', { after: operation });
    await within?.(trx);
    if (type !== 'CP') {
      await appendAudit(gateway.vault, trx, {
        actor: asker,
        action: type === 'RF' ? 'refund' : 'reversal',
        subject: original.id,
        detail,
      });
    }
  });
  try {
    await begin;
  } catch (error) {
    // Made under this id before: that is the answer.
    if (!isUniqueViolation(error)) throw error;
    return { payment: await outcomeOf(gateway, operationId), ignored };
  }
  const connector = connectorOf(gateway, original);
  const isOpenVoucher = original.state === 'pending';
  const call = isOpenVoucher
    ? cancelVoucher(gateway, original)
    : connector.operate(
        {
          reference: operation.reference,
          channelId: channel.id,
          referenced: original.reference,
          paymentType: type,
          paymentBrand: original.brand,
          amount,
          currency,
          mode: original.mode,
          parameters: echoedParameters(parameters),
        },
        AbortSignal.timeout(connector.timeLimitMs),
      );
  return { payment: await settleWith(gateway, operation, channel, call), ignored };
}

/** A voucher that waits for its money: nothing comes for it any more. */
async function cancelVoucher(
  gateway: GatewayContext,
  { id, reference }: Payment,
): Promise<ConnectorAnswer> {
  const ended = await endPending(gateway, id, RESULT.cancelledByMerchant);
  // Its processor may have the money already.
  const isCancelled = ended?.resultCode === RESULT.cancelledByMerchant;
  const resultCode = isCancelled ? APPROVED[ended.mode] : RESULT.referenceNotReversible;
  return { resultCode, details: { ConnectorTxID1: reference } };
}

/** What no state of the ledger allows. */
function refuseWrongType({ type: original, state, brand }: Payment, type: ReferenceType): void {
  const failed = state !== 'succeeded';
  const ofVoucher = isVoucher({ type: original, brand });
  if (ofVoucher && type === 'CP') {
    const why = `${brand} is not captured: its money is received (RC)`;
    throw new ApiError(400, RESULT.captureNeedsPreauthorisation, why);
  }
  if (ofVoucher && type === 'RV' && state === 'pending') return;
  if (ofVoucher && type === 'RF') {
    const why = `what has come for ${brand} is refunded with its RC`;
    throw new ApiError(400, RESULT.referenceTypeDoesNotAllow, why);
  }
  if (type === 'CP' && (original !== 'PA' || failed))
    throw new ApiError(400, RESULT.captureNeedsPreauthorisation);
  if (type === 'RV' && ((original !== 'PA' && original !== 'DB') || failed)) {
    throw new ApiError(400, RESULT.reversalNeedsPayment);
  }
  if (type !== 'RF') return;
  if (original !== 'DB' && original !== 'CP' && original !== 'RC')
    throw new ApiError(400, RESULT.referenceTypeDoesNotAllow);
  if (failed) throw new ApiError(400, RESULT.refundNeedsPayment);
  if (OTHER_BRANDS.get(brand)?.refundable === false) {
    throw new ApiError(400, RESULT.paymentTypeNotSupported, `${brand} gives no money back`);
  }
}

/** Says why the ledger does not allow it: read in the transaction, so that it cannot change meanwhile. */
async function refuseByLedger(trx: Transaction, id: string, type: ReferenceType): Promise<never> {
  const payment = await findPayment(trx, id);
  const left = payment && leftOf(payment);
  if (type !== 'CP' && payment && payment.chargedBack > 0 && (type === 'RV' || left === 0)) {
    throw new ApiError(400, RESULT.referenceChargedBack);
  }
  if (type === 'RV')
    throw new ApiError(400, RESULT.referenceNotReversible, 'it was captured, refunded or reversed');
  if (payment && payment.reversed > 0) {
    throw new ApiError(
      400,
      type === 'CP' ? RESULT.captureNeedsPreauthorisation : RESULT.refundNeedsPayment,
      'it was reversed',
    );
  }
  if (type === 'RF' && left === 0) throw new ApiError(400, RESULT.referenceAlreadyProcessed);
  const rest = payment && left !== undefined && toAmount(left, payment.currency);
  throw new ApiError(
    400,
    type === 'CP' ? RESULT.amountExceedsCapturable : RESULT.amountExceedsRefundable,
    `${rest} is left`,
  );
}

/** What operations may still take, in smallest units. */
const leftOf = ({ amount, refunded, captured, reserved, chargedBack }: Payment): number =>
  amount - refunded - captured - reserved - chargedBack;

const isPastCutOff = ({ settings, clockOffsetMs }: Channel, { createdAt }: Payment): boolean =>
  channelNow(clockOffsetMs) >= createdAt + settings.reversalCutOff * 60_000;
