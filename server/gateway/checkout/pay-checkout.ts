/** `POST /v1/checkouts/{id}/payment`: a shopper pays. A checkout is paid at most once. */

import { setTimeout as sleep } from 'node:timers/promises';
import { storesOnly } from '../../../contract/parameter-rules.ts';
import type { Redirect } from '../../../contract/payment-answer.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { channelNow, realNow } from '../../store/clock.ts';
import { inTransaction, isUniqueViolation } from '../../store/dialect.ts';
import { keptQuery } from '../../store/kept-query.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { allowsOrigin } from '../entities/index.ts';
import type { PaymentOrder } from '../order/index.ts';
import {
  authorise,
  LOOK_AGAIN_MS,
  newPayment,
  outcomeOf,
  SWEEPER_TIME_MS,
  settleWith,
  writeInDoubt,
} from '../payment/index.ts';
import { backToMerchant, longestLeaseMs, ofPayment, redirectOf } from '../processors/index.ts';
import {
  type Checkout,
  existingCheckout,
  findPayment,
  isOutcomeUnknown,
  RESULT_READABLE_MS,
  refuseUnlessOpen,
} from '../records/index.ts';
import { ApiError, invalidParameter, type Pairs } from '../requests/index.ts';
import { endByShopper } from '../undecided/index.ts';
import { refuseForeignOrigin, refuseRegistrationFrom } from './create-checkout.ts';
import {
  claimNonce,
  claimOf,
  findClaim,
  refuseUsedNonce,
  type SealedPost,
  sealedPost,
} from './nonces.ts';
import { toBeRead } from './result.ts';
import { type ScreenOnce, screenOnce } from './screen-submission.ts';
import {
  hasSealedValue,
  type IdempotencyToken,
  orderOf,
  readSubmission,
  unsealedTokenOf,
} from './submission.ts';
import { refusalOfEvidence } from './unseal.ts';

export interface Paid {
  /** May still be in doubt, when its outcome is not known within the lease. */
  readonly payment: Payment;
  readonly redirect: Redirect;
  /** Names that were ignored (D12). */
  readonly ignored: readonly string[];
}

/**
 * Pays the checkout, or answers what the same post was answered before.
 * @param found the checkout as it is now
 * @param ip address of the shopper
 * @param origin of the page that the form is in, as the browser tells it
 * @param registrarId of a checkout that only stores what its shopper agrees to at a brand's page: who the
 * registration will belong to
 * @throws ApiError when nothing was attempted
 */
export async function payCheckout(
  gateway: GatewayContext,
  found: Checkout,
  pairs: Pairs,
  ip: string,
  origin?: string,
  registrarId?: string,
): Promise<Paid> {
  const screened = screenOnce(gateway, ip);
  try {
    return await payScreened(gateway, found, pairs, { ip, origin, registrarId, screened });
  } finally {
    await screened.withdrawUnlessBegun();
  }
}

async function payScreened(
  gateway: GatewayContext,
  found: Checkout,
  pairs: Pairs,
  {
    ip,
    origin,
    registrarId,
    screened,
  }: {
    ip: string;
    origin: string | undefined;
    registrarId: string | undefined;
    screened: ScreenOnce;
  },
): Promise<Paid> {
  const post = hasSealedValue(pairs) ? sealedPost(gateway, 'payment', found.id, pairs) : undefined;
  const giveUpAt = performance.now() + 2 * (longestLeaseMs(gateway) + SWEEPER_TIME_MS);
  for (let checkout = found; ; checkout = await existingCheckout(gateway.db, found.id)) {
    refuseForeignOrigin(checkout, origin);
    if (usesRegistration(pairs)) refuseRegistrationFrom(checkout, origin);
    const embedder = embedderOf(checkout, origin);
    const claim = post && (await findClaim(gateway.db, post));
    const repeated = claim?.paymentId ?? (await paymentOfUnsealedPost(gateway, checkout, pairs));
    if (repeated) return paid(gateway, await outcomeOf(gateway, repeated), checkout, pairs);
    refuseUnlessOpen(checkout);
    if (registrarId === undefined && storesOnly(checkout.parameters)) {
      throw invalidParameter('paymentType', null, 'this checkout only stores a card');
    }
    let unused: string | undefined;
    const submission = await readSubmission(gateway, checkout, pairs, ip, async (read) => {
      // What is no attempt is not counted as one, not even for a moment.
      if (post && read.nonce) await refuseUsedNonce(gateway.db, read.nonce, post);
      unused = read.nonce;
      return screened.screen(checkout, read);
    });
    const { nonce } = submission;
    // One that is claimed since shows when this attempt claims it.
    if (post && nonce && nonce !== unused) await refuseUsedNonce(gateway.db, nonce, post);
    const placed = { ...orderOf(checkout, submission, registrarId), ...(embedder && { embedder }) };
    const order = screened.ruled(placed);
    if (checkout.payingId === null) {
      const payment = newPayment(gateway, order);
      const claim = post
        ? { nonce: claimOf(post, nonce), post }
        : hasCardText(pairs)
          ? undefined
          : unsealedTokenOf(gateway, payment.id, pairs);
      if (await beginAttempt(gateway, checkout, payment, order, { claim, screened })) {
        const outcome = await makeAttempt(gateway, payment, order, screened);
        return { ...paid(gateway, outcome, checkout, pairs), ignored: submission.ignored };
      }
    } else {
      // Only what could be an attempt ends another one.
      await endUnfinished(gateway, checkout.payingId);
    }
    if (performance.now() > giveUpAt) {
      throw new ApiError(
        400,
        RESULT.invalidParameter,
        'another payment of this checkout is being made',
      );
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

interface ClaimedNonce {
  readonly nonce: string;
  readonly post: SealedPost;
}

/** Once for all attempts at the same moment. */
const takeCheckout = keptQuery((db, values: TakenCheckout) =>
  db
    .updateTable('checkouts')
    .set((eb) => ({
      paying_id: values.paymentId,
      latest_id: values.paymentId,
      ...toBeRead(eb, values.resultUrl),
    }))
    .where('id', '=', values.id)
    .where('paying_id', 'is', null)
    .where('paid_id', 'is', null)
    .where('expires_at', '>', values.now)
    // What is paid is what was read: an update in between starts this over.
    .where('parameters', '=', values.parameters),
);

interface TakenCheckout {
  readonly id: string;
  readonly paymentId: string;
  readonly resultUrl: string;
  /** Channel clock, epoch milliseconds. */
  readonly now: number;
  /** As they were read. */
  readonly parameters: string;
}

/**
 * Takes the checkout for this attempt.
 * @returns false when another request holds the checkout, or made this same post
 */
async function beginAttempt(
  gateway: GatewayContext,
  checkout: Checkout,
  payment: Payment,
  order: PaymentOrder,
  { claim, screened }: { claim: IdempotencyToken | ClaimedNonce | undefined; screened: ScreenOnce },
): Promise<boolean> {
  try {
    const hasBegun = await inTransaction(gateway.db, async (trx) => {
      const { numAffectedRows } = await takeCheckout(trx, {
        id: checkout.id,
        paymentId: payment.id,
        resultUrl: order.resultUrl ?? '',
        now: channelNow(checkout.channel.clockOffsetMs),
        parameters: JSON.stringify(checkout.parameters),
      });
      if (numAffectedRows !== 1n) return false;
      await writeInDoubt(gateway, trx, payment, order);
      await screened.keep(trx, payment.id);
      if (claim && 'nonce' in claim) {
        await claimNonce(trx, claim.nonce, claim.post, payment.id);
      } else if (claim) {
        await trx
          .insertInto('submissions')
          .values({
            mark: claim.token,
            request_hash: claim.requestHash,
            checkout_id: checkout.id,
            payment_id: payment.id,
            purge_at: realNow() + RESULT_READABLE_MS,
          })
          .execute();
      }
      return true;
    });
    if (hasBegun) screened.begun();
    return hasBegun;
  } catch (error) {
    if (claim && isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Asks the connector, unless a rule refuses: then the payment is declined without anybody's asking. */
function makeAttempt(
  gateway: GatewayContext,
  payment: Payment,
  order: PaymentOrder,
  screened: ScreenOnce,
): Promise<Payment> {
  const resultCode =
    screened.refusal() ?? refusalOfEvidence(order.channel.settings, order.fieldEvidence);
  if (resultCode === undefined) return authorise(gateway, payment, order);
  const answer = Promise.resolve({ resultCode, details: {} });
  return settleWith(gateway, payment, order.channel, answer);
}

/**
 * The payment that is open, or that has paid the checkout, if this very post has begun it. After one
 * that failed the same post is another try.
 */
async function paymentOfUnsealedPost(
  gateway: GatewayContext,
  { payingId, paidId }: Checkout,
  pairs: Pairs,
): Promise<string | undefined> {
  const paymentId = payingId ?? paidId;
  if (paymentId === null) return undefined;
  const { token, requestHash } = unsealedTokenOf(gateway, paymentId, pairs);
  const row = await gateway.db
    .selectFrom('submissions')
    .select('payment_id')
    .where('mark', '=', token)
    .where('request_hash', '=', requestHash)
    .executeTakeFirst();
  return row?.payment_id;
}

const usesRegistration = (pairs: Pairs): boolean =>
  [...pairs].some(([name]) => name === 'registrationId');

/** A card as text, in test mode: nothing is kept of what holds a CVV, not even a hash. */
const hasCardText = (pairs: Pairs): boolean =>
  [...pairs].some(([name]) => name === 'card.number' || name === 'card.cvv');

/** Who is told that an authentication is over; a page in a sandbox has no address of its own. */
function embedderOf({ channel }: Checkout, origin: string | undefined): string | undefined {
  if (origin !== 'null') return origin;
  return allowsOrigin(channel.settings, origin) ? '*' : undefined;
}

function paid(gateway: GatewayContext, payment: Payment, checkout: Checkout, pairs: Pairs): Paid {
  const sent = [...pairs].find(([name]) => name === 'shopperResultUrl')?.[1] ?? '';
  const resultUrl = checkout.parameters['shopperResultUrl'] ?? sent;
  const back = backToMerchant(resultUrl, ofPayment(payment));
  return { payment, redirect: redirectOf(gateway, payment) ?? back, ignored: [] };
}

/**
 * A new attempt ends the one whose shopper has not come back (D14). One that a bank has left pending
 * can last for days: who tries again meanwhile is told so at once.
 */
export async function endUnfinished(gateway: GatewayContext, payingId: string): Promise<void> {
  const payment = await findPayment(gateway.db, payingId);
  // Its outcome may stay unknown for days: the shopper hears so at once instead of waiting.
  if (payment && isOutcomeUnknown(payment)) throw isPendingStill();
  if (payment?.state !== 'pending') return;
  if (!payment.nextStep) throw isPendingStill();
  const ended = await endByShopper(gateway, payingId);
  if (ended?.state === 'pending') throw isPendingStill();
}

const isPendingStill = () =>
  new ApiError(400, RESULT.invalidParameter, 'a payment of this checkout is pending');
