/**
 * One attempt to pay a checkout, in the two transactions around the connector's call (D14): `begin`
 * writes the payment as in doubt and takes the checkout, `settle` writes what became of it.
 */
import { toMinorUnits } from '../../contract/currency.ts';
import { isPending, isSuccess } from '../../contract/result-codes.ts';
import type { ConnectorAnswer } from '../connectors/connector.ts';
import { channelNow, realNow } from '../store/clock.ts';
import { inTransaction, isUniqueViolation } from '../store/dialect.ts';
import type { PaymentRow } from '../store/tables.ts';
import { CHECKOUT_VALIDITY_MS, type Checkout, RESULT_READABLE_MS } from './checkouts.ts';
import type { Gateway } from './gateway.ts';
import { newId } from './ids.ts';
import { shownCard } from './payments.ts';
import type { Submission, SubmissionMark } from './submission.ts';

/** How a payment in doubt, or one that waits for somebody, reads. */
export const PENDING_RESULT = '000.200.000';

/**
 * Takes the checkout for this attempt.
 * @returns the payment, or `undefined` when somebody else holds the checkout, or had this same post
 */
export async function beginAttempt(
  { db, vault, simulator }: Gateway,
  checkout: Checkout,
  submission: Submission,
  mark: SubmissionMark | undefined,
): Promise<PaymentRow | undefined> {
  const payment = newPayment(vault, simulator.leaseMs, checkout, submission);
  const { number, cvv } = submission.card;
  try {
    return await inTransaction(db, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('checkouts')
        .set({ paying_id: payment.id, latest_id: payment.id })
        .where('id', '=', checkout.id)
        .where('paying_id', 'is', null)
        .where('paid_id', 'is', null)
        // What is paid is what was read: an update in between starts this over.
        .where('parameters', '=', JSON.stringify(checkout.parameters))
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return undefined;
      await trx.insertInto('payments').values(payment).execute();
      if (mark) {
        await trx
          .insertInto('submissions')
          .values({
            mark: mark.mark,
            request_hash: mark.requestHash,
            checkout_id: checkout.id,
            payment_id: payment.id,
            purge_at: realNow() + RESULT_READABLE_MS,
          })
          .execute();
      }
      await vault.keepCard(trx, {
        recordId: payment.id,
        entityId: payment.entity_id,
        number,
        ...(cvv !== undefined && { cvv }),
        purgeAt: realNow() + CHECKOUT_VALIDITY_MS,
      });
      return payment;
    });
  } catch (error) {
    if (mark && isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** Writes the connector's answer, unless somebody has settled the payment before. */
export async function settleAttempt(
  { db, vault }: Gateway,
  payment: Pick<PaymentRow, 'id' | 'checkout_id' | 'entity_id'>,
  clockOffsetMs: number,
  { resultCode, details }: ConnectorAnswer,
): Promise<void> {
  const state = isSuccess(resultCode) ? 'succeeded' : isPending(resultCode) ? 'pending' : 'failed';
  await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('payments')
      .set({
        state,
        result_code: resultCode,
        result_details: JSON.stringify(details),
        settled_at: channelNow(clockOffsetMs),
        lease_until: null,
      })
      .where('id', '=', payment.id)
      .where('state', '=', 'in_doubt')
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return;
    // A pending payment keeps the checkout: it may still succeed.
    if (payment.checkout_id !== null && state !== 'pending') {
      await trx
        .updateTable('checkouts')
        .set({ paying_id: null, ...(state === 'succeeded' && { paid_id: payment.id }) })
        .where('id', '=', payment.checkout_id)
        .where('paying_id', '=', payment.id)
        .execute();
    }
    await vault.forgetCard(trx, { recordId: payment.id, entityId: payment.entity_id });
  });
}

function newPayment(
  vault: Gateway['vault'],
  leaseMs: number,
  { id, channel, parameters }: Checkout,
  submission: Submission,
): PaymentRow {
  const { amount = '', currency = '' } = parameters;
  const minorUnits = toMinorUnits(amount, currency);
  if (minorUnits === undefined) throw new RangeError(`checkout ${id} has no amount`);
  return {
    id: newId(),
    entity_id: channel.id,
    checkout_id: id,
    type: submission.paymentType,
    brand: submission.brand,
    amount: minorUnits,
    currency,
    state: 'in_doubt',
    result_code: PENDING_RESULT,
    result_details: '{}',
    parameters: JSON.stringify(submission.parameters),
    card: JSON.stringify(shownCard(submission.card)),
    card_fingerprint: vault.fingerprint(submission.card.number),
    reference: newId(),
    ndc: id,
    created_at: channelNow(channel.clockOffsetMs),
    settled_at: null,
    lease_until: realNow() + leaseMs,
  };
}
