/**
 * The end of a payment that waited for its shopper or a bank. The code that ends it claims it first: it
 * is in doubt again, with a lease, so it ends once, and a sweeper finishes what an instance leaves (D14).
 */

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { RESULT } from '../../../contract/result-by-name.ts';
import { isPending } from '../../../contract/result-codes.ts';
import { channelNow } from '../../store/clock.ts';
import { inTransaction } from '../../store/dialect.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import type { Tables } from '../../store/tables.ts';
import type { GatewayContext } from '../context.ts';
import { allowsMode, existingChannel } from '../entities/index.ts';
import { newId } from '../ids.ts';
import {
  holding,
  keptCardOf,
  leaseEnd,
  outcomeOf,
  settle,
  settleOrStepUp,
} from '../payment/index.ts';
import { connectorOf } from '../processors/index.ts';
import { findPayment, findPaymentByReference, retryNow } from '../records/index.ts';

/** Why what a bank's page sent back changes nothing. */
export type ReturnProblem = 'forged' | 'late' | 'CVV lost';

/**
 * Goes on after the shopper came back from the bank.
 * @returns why it was refused, undefined when it was not
 */
export async function finishReturned(
  gateway: GatewayContext,
  paymentId: string,
  returned: Readonly<Record<string, string>>,
): Promise<ReturnProblem | undefined> {
  const waiting = await findPayment(gateway.db, paymentId);
  if (waiting?.state !== 'pending' || !waiting.nextStep) return 'late';
  const channel = await existingChannel(gateway.db, waiting.entityId);
  const now = channelNow(channel.clockOffsetMs);
  // Sweepers come a moment later than its time is over. And no channel that has gone live since is
  // told that a payment of the simulator has succeeded.
  const isFromBeforeLive =
    channel.settings.mode === 'live' && !allowsMode(channel.settings, waiting.mode);
  if (isFromBeforeLive || (waiting.dueAt !== null && waiting.dueAt <= now)) {
    await endPending(gateway, paymentId, RESULT.pendingTimedOut);
    return 'late';
  }
  const connector = connectorOf(gateway, waiting);
  if (!(await connector.isGenuine(waiting.reference, returned))) return 'forged';
  const card = await keptCardOf(gateway, waiting);
  // The vault's own time was over before the payment's: there is nothing left to authorise.
  if (!card && waiting.card) {
    await endPending(gateway, paymentId, RESULT.pendingTimedOut);
    return 'late';
  }
  // The database has crashed meanwhile, or the instance that had the card has ended. Nothing is authorised
  // without the one that the shopper gave.
  if (card === 'lost') {
    await endPending(gateway, paymentId, RESULT.cvvRequired);
    return 'CVV lost';
  }
  const isSame = isUnder(waiting.reference);
  const payment = await claim(gateway, paymentId, {
    only: (eb) => eb.and([asksShopper(eb), isSame(eb)]),
  });
  if (!payment) return 'late';
  const { reference, entityId: channelId } = payment;
  const request = { reference, channelId, returned, ...(card && { card }) };
  await holding(gateway, payment, async () => {
    const answer = await connector
      .resume(request, AbortSignal.timeout(connector.timeLimitMs))
      .catch(() => undefined);
    // Where the issuer has only looked at the browser, the shopper, who is there, can still be asked.
    if (answer) await settleOrStepUp(gateway, payment, channel, answer);
  });
  return undefined;
}

/**
 * Ends a pending payment with a result, unless it was decided before, or its processor does not let go
 * of it: then it is pending as before.
 * @param input `reference`: `merchantTransactionId` of the request that wants it; `only`: what has to
 * be true of the payment beside
 * @returns what it came to; undefined when it was not pending
 */
export async function endPending(
  gateway: GatewayContext,
  paymentId: string,
  resultCode: string,
  input: { readonly reference?: string | null; readonly only?: Condition } = {},
): Promise<Payment | undefined> {
  const payment = await claim(gateway, paymentId, { ...input, endCode: resultCode });
  if (!payment) return undefined;
  // One that cannot be ended now, because its processor is not there, is left to the sweepers.
  const settled = await holding(gateway, payment, async () => {
    const answer = await connectorOf(gateway, payment)
      .cancel(payment.reference, resultCode)
      .catch(() => undefined);
    return answer && settleOf(gateway, payment, answer);
  });
  return settled ?? outcomeOf(gateway, paymentId);
}

/**
 * The shopper gives up, or tries anew. What a bank has left pending is its own affair.
 * @returns as {@link endPending}
 */
export const endByShopper = (
  gateway: GatewayContext,
  paymentId: string,
): Promise<Payment | undefined> =>
  endPending(gateway, paymentId, RESULT.cancelledByShopper, { only: asksShopper });

/** Settles a pending payment as its bank would: for the sandbox. */
export async function settlePending(
  gateway: GatewayContext,
  paymentId: string,
  result: 'accept' | 'decline',
): Promise<Payment | undefined> {
  const payment = await claim(gateway, paymentId);
  if (!payment) return undefined;
  const answer = await connectorOf(gateway, payment).sandbox?.settle(payment.reference, result);
  const settled = answer && (await settleOf(gateway, payment, answer));
  return settled ?? outcomeOf(gateway, paymentId);
}

/**
 * Settles a pending payment that its processor has decided meanwhile.
 * @returns whether it is final now; one in doubt belongs to the instance that has its lease
 */
export async function finishDecided(gateway: GatewayContext, reference: string): Promise<boolean> {
  const payment = await findPaymentByReference(gateway.db, reference);
  if (payment?.state === 'in_doubt') await retryNow(gateway.db, payment.id);
  if (payment?.state !== 'pending') return payment?.state !== 'in_doubt';
  const answer = await connectorOf(gateway, payment).ask(reference);
  if (!answer || isPending(answer.resultCode)) return false;
  const claimed = await claim(gateway, payment.id, { only: isUnder(reference) });
  if (claimed) await settleOf(gateway, claimed, answer);
  return claimed !== undefined;
}

/** What else has to be true of a payment at the moment when it is taken. */
export type Condition = (eb: ExpressionBuilder<Tables, 'payments'>) => Expression<SqlBool>;

const asksShopper: Condition = (eb) => eb('next_step', 'is not', null);

/**
 * After a soft decline its processor is asked once more, under another reference: what was found out under
 * the one before says nothing of that.
 */
const isUnder =
  (reference: string): Condition =>
  (eb) =>
    eb('reference', '=', reference);

/** Takes a pending payment; one winner. Its next step stays: it tells a sweeper that it had one. */
function claim(
  gateway: GatewayContext,
  paymentId: string,
  {
    endCode = null,
    reference = null,
    only,
  }: {
    readonly endCode?: string | null;
    readonly reference?: string | null;
    readonly only?: Condition;
  } = {},
): Promise<Payment | undefined> {
  return inTransaction(gateway.db, async (trx) => {
    const waiting = await trx
      .selectFrom('payments')
      .select('connector')
      .where('id', '=', paymentId)
      .executeTakeFirst();
    if (!waiting) return undefined;
    const row = await trx
      .updateTable('payments')
      .set({
        state: 'in_doubt',
        lease_until: leaseEnd(gateway, trx, waiting),
        lease_token: newId(),
        end_code: endCode,
        end_reference: reference,
        due_at: null,
      })
      .where('id', '=', paymentId)
      .where('state', '=', 'pending')
      .where((eb) => only?.(eb) ?? eb.and([]))
      .returningAll()
      .executeTakeFirst();
    return row && paymentFromRow(row);
  });
}

async function settleOf(
  gateway: GatewayContext,
  payment: Payment,
  answer: Parameters<typeof settle>[3],
): Promise<Payment | undefined> {
  const channel = await existingChannel(gateway.db, payment.entityId);
  return settle(gateway, payment, channel, answer);
}
