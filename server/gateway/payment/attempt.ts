/**
 * One attempt to move money, in the two transactions around the connector's call (D14): the payment
 * is written as in doubt, and settled with what became of it.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectorAnswer } from '../../connectors/connector.ts';
import { realNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { type Payment, paymentToRow } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { publishPaymentEvent } from '../events/index.ts';
import { connectorOf } from '../processors/index.ts';
import { CHECKOUT_VALIDITY_MS, findPayment, isOutcomeUnknown } from '../records/index.ts';
import { claimToken } from '../wallets/index.ts';
import { authoriseRequest } from './authorise-request.ts';
import type { PaymentOrder } from './order.ts';
import { holding, leaseEnd, release } from './payment-lease.ts';
import { settleOrStepUp } from './step-up.ts';

/** How often a request that waits for an outcome looks. */
export const LOOK_AGAIN_MS = 50;
/** Beyond the lease a sweeper finishes the payment; it gets this long. */
export const SWEEPER_TIME_MS = 3_000;

/** Once the connector has given up, its payment is waited for this long: it may be days. */
const AFTER_FAILURE_MS = 2 * SWEEPER_TIME_MS;

/** Writes the payment as in doubt; its lease begins. */
export async function insertInDoubt(
  gateway: GatewayContext,
  trx: Transaction,
  payment: Payment,
): Promise<void> {
  const lease_until = leaseEnd(gateway, trx, payment);
  await trx
    .insertInto('payments')
    .values({ ...paymentToRow(payment), lease_until })
    .execute();
}

/** Writes the payment as in doubt, and its card or bank account into the vault until it is settled. */
export async function writeInDoubt(
  gateway: GatewayContext,
  trx: Transaction,
  payment: Payment,
  { card, iban, walletToken }: PaymentOrder,
): Promise<void> {
  await insertInDoubt(gateway, trx, payment);
  if (walletToken) await claimToken(trx, walletToken, payment);
  await publishPaymentEvent(gateway, trx, 'received', { after: payment });
  const number = card?.number ?? iban;
  if (number === undefined) return;
  const cvv = card?.cvv;
  await gateway.vault.keepCard(trx, {
    recordId: payment.id,
    entityId: payment.entityId,
    number,
    ...(cvv !== undefined && { cvv }),
    purgeAt: realNow() + CHECKOUT_VALIDITY_MS,
  });
}

/**
 * Calls the connector. Without an answer the payment stays in doubt, and a sweeper clears it.
 * @returns what came of it, as far as that is known in time
 */
export async function authorise(
  gateway: GatewayContext,
  payment: Payment,
  order: PaymentOrder,
): Promise<Payment> {
  const connector = connectorOf(gateway, payment);
  const request = authoriseRequest(gateway, payment, order);
  const call = connector.authorise(request, AbortSignal.timeout(connector.timeLimitMs));
  return settleWith(gateway, payment, order.channel.clockOffsetMs, call);
}

/**
 * Settles the payment with what the connector answers. One that it gives up is left to the sweepers
 * at once: no call is under way any more.
 */
export async function settleWith(
  gateway: GatewayContext,
  payment: Payment,
  clockOffsetMs: number,
  call: Promise<ConnectorAnswer>,
): Promise<Payment> {
  const settled = await holding(gateway, payment, async () => {
    const answer = await call.catch(() => undefined);
    return answer && { now: await settleOrStepUp(gateway, payment, clockOffsetMs, answer) };
  });
  if (settled) return settled.now ?? outcomeOf(gateway, payment.id);
  await release(gateway, payment);
  return outcomeOf(gateway, payment.id, AFTER_FAILURE_MS);
}

/**
 * Waits until the payment is out of doubt.
 * @param atMost milliseconds; as long as its lease and a sweeper may take when absent
 */
export async function outcomeOf(
  gateway: GatewayContext,
  paymentId: string,
  atMost?: number,
): Promise<Payment> {
  const startedAt = realNow();
  for (;;) {
    const payment = await findPayment(gateway.db, paymentId);
    if (!payment) throw new Error(`the payment ${paymentId} is gone`);
    const whole = connectorOf(gateway, payment).leaseMs + SWEEPER_TIME_MS;
    const giveUpAt = startedAt + Math.min(whole, atMost ?? whole);
    const isKnown = payment.state !== 'in_doubt' || isOutcomeUnknown(payment);
    if (isKnown || realNow() > giveUpAt) return payment;
    await sleep(LOOK_AGAIN_MS);
  }
}
