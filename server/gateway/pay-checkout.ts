/** `POST /v1/checkouts/{id}/payment`: a shopper pays. A checkout is paid at most once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redirect } from '../../contract/payment-answer.ts';
import { SEALED_REFUSED } from '../../contract/sealed-value.ts';
import { realNow } from '../store/clock.ts';
import type { PaymentRow } from '../store/tables.ts';
import { beginAttempt, settleAttempt } from './attempt.ts';
import { type Checkout, findCheckout, type Pairs, refuseUnlessOpen } from './checkouts.ts';
import type { Gateway } from './gateway.ts';
import { findPayment, type Payment } from './payments.ts';
import { noSuchCheckout, Refusal } from './refusal.ts';
import { backToMerchant } from './shopper-result-url.ts';
import { markOf, readSubmission, type Submission, type SubmissionMark } from './submission.ts';

/** How often a waiting post looks whether the payment before it has ended. */
const LOOK_AGAIN_MS = 50;
/** Beyond the lease a sweeper finishes the payment; it gets this long. */
const SWEEPER_TIME_MS = 3_000;

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
 * @throws Refusal when nothing was attempted
 */
export async function payCheckout(
  gateway: Gateway,
  checkoutId: string,
  pairs: Pairs,
  ip: string,
): Promise<Paid> {
  const mark = markOf(pairs);
  const giveUpAt = realNow() + 2 * (gateway.simulator.leaseMs + SWEEPER_TIME_MS);
  for (;;) {
    const checkout = await findCheckout(gateway.db, checkoutId);
    if (!checkout) throw noSuchCheckout();
    const repeated = mark && (await paymentOfMark(gateway, mark));
    if (repeated) return outcome(gateway, repeated, checkout, pairs);
    refuseUnlessOpen(checkout);
    if (checkout.paying_id === null) {
      const { submission, ignored } = await readSubmission(gateway, checkout, pairs, ip);
      const payment = await beginAttempt(gateway, checkout, submission, mark);
      if (payment) {
        await authorise(gateway, payment, submission, checkout);
        return { ...(await outcome(gateway, payment.id, checkout, pairs)), ignored };
      }
    } else {
      await refuseWhilePending(gateway, checkout.paying_id);
    }
    if (realNow() > giveUpAt) {
      throw new Refusal(400, '200.300.404', 'another payment of this checkout is being made');
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Calls the connector. Without an answer the payment stays in doubt, and a sweeper clears it. */
async function authorise(
  gateway: Gateway,
  payment: PaymentRow,
  { card, brand, paymentType, parameters }: Submission,
  { channel, parameters: { currency = '' } }: Checkout,
): Promise<void> {
  const { simulator } = gateway;
  const answer = await simulator
    .authorise(
      {
        reference: payment.reference,
        paymentType,
        paymentBrand: brand,
        amount: payment.amount,
        currency,
        card,
        parameters,
      },
      AbortSignal.timeout(simulator.timeLimitMs),
    )
    .catch(() => undefined);
  if (answer) await settleAttempt(gateway, payment, channel.clockOffsetMs, answer);
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
    throw new Refusal(400, SEALED_REFUSED.notAcceptable, 'card.number was used in another request');
  }
  return row?.payment_id;
}

/** Waits until the payment is out of doubt, as long as its lease and a sweeper may take. */
async function outcome(
  gateway: Gateway,
  paymentId: string,
  checkout: Checkout,
  pairs: Pairs,
): Promise<Paid> {
  const giveUpAt = realNow() + gateway.simulator.leaseMs + SWEEPER_TIME_MS;
  for (;;) {
    const payment = await findPayment(gateway.db, paymentId);
    if (!payment) throw noSuchCheckout();
    if (payment.state !== 'in_doubt' || realNow() > giveUpAt) {
      const sent = [...pairs].find(([name]) => name === 'shopperResultUrl')?.[1] ?? '';
      const resultUrl = checkout.parameters['shopperResultUrl'] ?? sent;
      return { payment, redirect: backToMerchant(resultUrl, checkout.id), ignored: [] };
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

/** A pending payment can last for days: who tries again meanwhile is told so at once. */
async function refuseWhilePending({ db }: Gateway, payingId: string): Promise<void> {
  if ((await findPayment(db, payingId))?.state === 'pending') {
    throw new Refusal(400, '200.300.404', 'a payment of this checkout is pending');
  }
}
