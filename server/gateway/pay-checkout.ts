/** `POST /v1/checkouts/{id}/payment`: a shopper pays. A checkout is paid at most once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OTHER_BRANDS } from '../../contract/other-brands.ts';
import { storesOnly } from '../../contract/parameter-rules.ts';
import type { Redirect } from '../../contract/payment-answer.ts';
import { SEALED_REFUSED } from '../../contract/sealed-value.ts';
import { realNow } from '../store/clock.ts';
import { inTransaction, isUniqueViolation } from '../store/dialect.ts';
import type { PaymentRow } from '../store/tables.ts';
import {
  authorise,
  LOOK_AGAIN_MS,
  newPayment,
  outcomeOf,
  SWEEPER_TIME_MS,
  writeInDoubt,
} from './attempt.ts';
import { type Checkout, findCheckout, RESULT_READABLE_MS, refuseUnlessOpen } from './checkouts.ts';
import { CANCELLED_BY_SHOPPER, endPending } from './finish-payment.ts';
import type { Gateway } from './gateway.ts';
import { redirectOf } from './next-step.ts';
import type { PaymentOrder } from './payment-order.ts';
import { findPayment, type Payment } from './payments.ts';
import { longestLeaseMs } from './processor.ts';
import {
  invalidParameter,
  noSuchCheckout,
  Refusal,
  refuseLiveWithoutConnector,
} from './refusal.ts';
import { expectRead } from './result-call.ts';
import type { Pairs } from './server-parameters.ts';
import { backToMerchant, ofCheckout } from './shopper-result-url.ts';
import { markOf, orderOf, readSubmission, type SubmissionMark, visitMarkOf } from './submission.ts';

export interface Paid {
  /** May still be in doubt, when its outcome is not known within the lease. */
  readonly payment: Payment;
  readonly redirect: Redirect;
  /** Names that were ignored (D12). */
  readonly ignored: readonly string[];
}

/**
 * Pays the checkout, or answers what the same post was answered before.
 * @param ip address of the shopper
 * @param embedder origin of the page that the form is in, as the browser tells it
 * @throws Refusal when nothing was attempted
 */
export async function payCheckout(
  gateway: Gateway,
  checkoutId: string,
  pairs: Pairs,
  ip: string,
  embedder?: string,
): Promise<Paid> {
  const mark = markOf(pairs);
  const giveUpAt = realNow() + 2 * (longestLeaseMs(gateway) + SWEEPER_TIME_MS);
  for (;;) {
    const checkout = await findCheckout(gateway.db, checkoutId);
    if (!checkout) throw noSuchCheckout();
    const repeated = mark && (await paymentOfMark(gateway, mark));
    if (repeated) return paid(gateway, await outcomeOf(gateway, repeated), checkout, pairs);
    refuseUnlessOpen(checkout);
    if (storesOnly(checkout.parameters)) {
      throw invalidParameter('paymentType', null, 'this checkout only stores a card');
    }
    if (checkout.paying_id === null) {
      const submission = await readSubmission(gateway, checkout, pairs, ip);
      const order = { ...orderOf(checkout, submission), ...(embedder && { embedder }) };
      refuseLiveWithoutConnector(checkout.channel);
      const payment = newPayment(gateway, order);
      const visitMark = OTHER_BRANDS.has(order.brand)
        ? visitMarkOf(gateway, payment.id, pairs)
        : undefined;
      if (await beginAttempt(gateway, checkout, payment, order, mark ?? visitMark)) {
        const outcome = await authorise(gateway, payment, order);
        return { ...paid(gateway, outcome, checkout, pairs), ignored: submission.ignored };
      }
    } else {
      const visit = await paymentOfVisit(gateway, checkout.paying_id, pairs);
      if (visit) return paid(gateway, await outcomeOf(gateway, visit), checkout, pairs);
      await endUnfinished(gateway, checkout.paying_id);
    }
    if (realNow() > giveUpAt) {
      throw new Refusal(400, '200.300.404', 'another payment of this checkout is being made');
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

/**
 * Takes the checkout for this attempt.
 * @returns false when somebody else holds the checkout, or had this same post
 */
async function beginAttempt(
  gateway: Gateway,
  checkout: Checkout,
  payment: PaymentRow,
  order: PaymentOrder,
  mark: SubmissionMark | undefined,
): Promise<boolean> {
  try {
    return await inTransaction(gateway.db, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('checkouts')
        .set({ paying_id: payment.id, latest_id: payment.id })
        .where('id', '=', checkout.id)
        .where('paying_id', 'is', null)
        .where('paid_id', 'is', null)
        // What is paid is what was read: an update in between starts this over.
        .where('parameters', '=', JSON.stringify(checkout.parameters))
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return false;
      await writeInDoubt(gateway, trx, payment, order);
      await expectRead(trx, checkout.id, order.resultUrl ?? '');
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
      return true;
    });
  } catch (error) {
    if (mark && isUniqueViolation(error)) return false;
    throw error;
  }
}

/** The payment that this post made before; refuses another post under the same mark. */
async function paymentOfMark(
  { db }: Gateway,
  { mark, requestHash }: SubmissionMark,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('submissions')
    .select(['payment_id', 'request_hash'])
    .where('mark', '=', mark)
    .executeTakeFirst();
  if (row && row.request_hash !== requestHash) {
    throw new Refusal(400, SEALED_REFUSED.notAcceptable, 'card data was used in another request');
  }
  return row?.payment_id;
}

/** The open payment, if this very post has begun it at a wallet or a bank. */
async function paymentOfVisit(
  gateway: Gateway,
  payingId: string,
  pairs: Pairs,
): Promise<string | undefined> {
  const { mark, requestHash } = visitMarkOf(gateway, payingId, pairs);
  const row = await gateway.db
    .selectFrom('submissions')
    .select('payment_id')
    .where('mark', '=', mark)
    .where('request_hash', '=', requestHash)
    .executeTakeFirst();
  return row?.payment_id;
}

function paid(gateway: Gateway, payment: Payment, checkout: Checkout, pairs: Pairs): Paid {
  const sent = [...pairs].find(([name]) => name === 'shopperResultUrl')?.[1] ?? '';
  const resultUrl = checkout.parameters['shopperResultUrl'] ?? sent;
  const back = backToMerchant(resultUrl, ofCheckout(checkout.id, 'payment'));
  return { payment, redirect: redirectOf(gateway, payment) ?? back, ignored: [] };
}

/**
 * A new attempt ends the one whose shopper has not come back (D14). One that a bank has left pending
 * can last for days: who tries again meanwhile is told so at once.
 */
async function endUnfinished(gateway: Gateway, payingId: string): Promise<void> {
  const payment = await findPayment(gateway.db, payingId);
  if (payment?.state !== 'pending') return;
  if (!payment.nextStep) {
    throw new Refusal(400, '200.300.404', 'a payment of this checkout is pending');
  }
  await endPending(gateway, payingId, CANCELLED_BY_SHOPPER);
}
