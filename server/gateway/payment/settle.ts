/**
 * What a connector's answer makes of a payment: its state, its checkout's, its money and its card; and
 * the lease, which says whose it is to ask the connector and to settle the payment (D14).
 */
import { isDirectDebit, isPrepayment, OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { isPending, isSuccess } from '../../../contract/result-codes.ts';
import type { ConnectorAnswer, StoredCardUpdate } from '../../connectors/connector.ts';
import { type PaymentSettled, paymentSettled } from '../../diagnostics.ts';
import { channelNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import { keptQuery } from '../../store/kept-query.ts';
import { LEASE_MS, whileRenewing } from '../../store/lease.ts';
import { type Payment, paymentFromRow, paymentToRow } from '../../store/records/payment.ts';
import type { PaymentRow } from '../../store/tables.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import { publishPaymentEvent } from '../events/index.ts';
import { connectorOf } from '../processors/index.ts';
import { CHECKOUT_VALIDITY_MS } from '../records/index.ts';
import { type KeptAttempt, noteOutcome, takeAttempt } from '../risk/index.ts';
import { type CardInHand, forgetCardOf, keepInHand, lostWith, withoutCvv } from './card-in-hand.ts';
import { postOrRelease } from './ledger.ts';
import { updateStoredCard, withRegistration } from './registration.ts';

/** A payment that its bank left pending is given up after this long. */
const BANK_DECIDES_WITHIN_MS = 7 * 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

/**
 * Writes the connector's answer, unless another instance has settled the payment or taken it over.
 * @param payment as this instance has taken it, its lease too: one that was taken since may be further
 * on than this answer
 * @param inHand its card, where this instance has it: written down while it is not decided
 * @returns the payment as it was written; undefined where it was settled, or taken over, before
 */
export async function settle(
  gateway: GatewayContext,
  payment: Payment,
  channel: Channel,
  answer: ConnectorAnswer,
  inHand?: CardInHand,
): Promise<Payment | undefined> {
  const written = await inTransaction(gateway.db, (trx) =>
    settleIn(gateway, trx, payment, channel, answer, inHand),
  ).catch(async (error: unknown) => {
    if (error instanceof SettledBefore) return undefined;
    // A sweeper settles it with the same answer, and has no card in hand.
    if (inHand && isPending(answer.resultCode)) {
      await release(gateway, payment, inHand).catch(() => undefined);
    }
    throw error;
  });
  if (written) {
    const { state, type: paymentType } = written.settled;
    paymentSettled.publish({ state, paymentType } satisfies PaymentSettled);
  }
  // After it: counters that all payments of a channel share must not hold its transaction up.
  if (written?.attempt) await noteOutcome(gateway, written.attempt, written.settled);
  return written?.settled;
}

/** The authorisation is still to come: only then is the CVV written down, and needed. */
const asksShopper = ({ resultCode, nextStep }: ConnectorAnswer): boolean =>
  isPending(resultCode) && nextStep !== undefined;

/** The row of the payment as it was taken, where it is still so. */
const settleInDoubt = keptQuery(
  (db, { paymentId, ownToken, ...columns }: Partial<PaymentRow> & Taken) =>
    db
      .updateTable('payments')
      .set(columns)
      .where('id', '=', paymentId)
      .where('state', '=', 'in_doubt')
      .where('lease_token', '=', ownToken)
      .returningAll(),
);

interface Taken {
  readonly paymentId: string;
  /** Of the lease with which it was taken. */
  readonly ownToken: string | null;
}

/**
 * The same in a transaction of the caller.
 * @throws SettledBefore where it was settled, or taken over, before: the transaction is undone
 */
export async function settleIn(
  gateway: GatewayContext,
  trx: Transaction,
  payment: Payment,
  channel: Channel,
  answer: ConnectorAnswer,
  inHand?: CardInHand,
): Promise<{ readonly settled: Payment; readonly attempt?: KeptAttempt | undefined }> {
  const { vault } = gateway;
  const { resultCode, details, checks = {}, nextStep, storedCard } = answer;
  const state = isSuccess(resultCode) ? 'succeeded' : isPending(resultCode) ? 'pending' : 'failed';
  const { inMemory, ...earlier } = payment.checks;
  const isAsked = asksShopper(answer);
  const lost = state === 'pending' && lostWith(payment, inHand, { isAsked });
  // What an operation is for comes first, always: no two transactions wait for each other.
  await postOrRelease(trx, payment, state);
  const changes = {
    state,
    resultCode,
    resultDetails: details,
    // Of an answer before it, a soft decline, nothing but why it was one.
    checks: {
      ...{ ...(earlier.softDeclined && earlier), ...checks },
      ...(lost && { inMemory: lost }),
    },
    acquirerTxId: details['acquirerTxId9'] ?? null,
    settledAt: channelNow(channel.clockOffsetMs),
    leaseUntil: null,
    leaseToken: null,
    nextStep,
    card: renewedCard(payment, storedCard),
    dueAt: await dueAt(trx, payment, { state, waitsForShopper: Boolean(nextStep) }),
    endCode: null,
  } as const;
  const taken = { paymentId: payment.id, ownToken: payment.leaseToken };
  const [row] = (await settleInDoubt(trx, { ...paymentToRow(changes), ...taken })).rows;
  if (!row) throw new SettledBefore();
  const settled = paymentFromRow(row);
  // A pending payment keeps its checkout and its card: it may still succeed.
  if (state === 'pending') {
    if (inHand) await keepInHand(vault, trx, payment, inHand, { withCvv: isAsked });
    const open = inHand || isAsked ? settled : await withoutCvv(vault, trx, settled);
    // Its bank takes days, and the mandate holds from now on: the account is stored, or forgotten.
    const isTaken = !nextStep && isDirectDebit(settled.brand);
    const after = isTaken ? await withRegistration(vault, trx, open) : open;
    if (isTaken) await forgetCardOf(vault, trx, payment);
    const attempt = isTaken ? await takeAttempt(trx, channel, payment) : undefined;
    const stage = nextStep ? 'authentication' : 'confirmation';
    await publishPaymentEvent(gateway, trx, stage, { before: payment, after, channel });
    return { settled: after, attempt };
  }
  if (payment.checkoutId !== null) {
    await trx
      .updateTable('checkouts')
      .set({ paying_id: null, ...(state === 'succeeded' && { paid_id: payment.id }) })
      .where('id', '=', payment.checkoutId)
      .where('paying_id', '=', payment.id)
      .execute();
  }
  const newNumber = storedCard?.kind === 'renewed' ? storedCard.card.number : undefined;
  const after =
    state === 'succeeded' ? await withRegistration(vault, trx, settled, newNumber) : settled;
  if (storedCard) await updateStoredCard(gateway, trx, after, storedCard);
  await forgetCardOf(vault, trx, payment);
  const attempt = await takeAttempt(trx, channel, payment);
  const { endReference: discardReference } = payment;
  await publishPaymentEvent(gateway, trx, state, {
    before: payment,
    after,
    channel,
    discardReference,
  });
  return { settled: after, attempt };
}

/**
 * When a pending payment is ended by itself, channel clock: with its checkout while the shopper has to
 * do something, half an hour after its start where there is none, with the term of its voucher, and days
 * later when a bank has not made up its mind. Only its processor ends a payment that it would not end before.
 */
async function dueAt(
  trx: Transaction,
  payment: Payment,
  { state, waitsForShopper }: { state: Payment['state']; waitsForShopper: boolean },
) {
  if (state !== 'pending' || payment.endCode !== null) return null;
  if (isPrepayment(payment.brand)) return payableUntil(payment);
  if (!waitsForShopper) return payment.createdAt + BANK_DECIDES_WITHIN_MS;
  const checkout =
    payment.checkoutId === null
      ? undefined
      : await trx
          .selectFrom('checkouts')
          .select('expires_at')
          .where('id', '=', payment.checkoutId)
          .executeTakeFirst();
  return checkout?.expires_at ?? payment.createdAt + CHECKOUT_VALIDITY_MS;
}

/** The payment's card as it reads now that its processor has told of it. */
export const renewedCard = (
  { card, registrationId }: Payment,
  update: StoredCardUpdate | undefined,
): Payment['card'] => {
  if (!card || registrationId === null || update?.kind !== 'renewed') return card;
  const { number: _, ...shown } = update.card;
  return { ...card, ...shown };
};

/** Undoes the transaction: the one who was first has booked. */
class SettledBefore extends Error {}

/** How long a lease lasts, unless it is renewed; never longer than the connector allows. */
export const leaseMsOf = (gateway: GatewayContext, payment: Pick<Payment, 'connector'>): number =>
  Math.min(LEASE_MS, connectorOf(gateway, payment).leaseMs);

/** When a lease that begins now ends. */
export const leaseEnd = (
  gateway: GatewayContext,
  db: Database | Transaction,
  payment: Pick<Payment, 'connector'>,
) => databaseNow(db, leaseMsOf(gateway, payment));

/** Does work on a payment that this instance has taken; its lease is renewed meanwhile. */
export function holding<T>(
  gateway: GatewayContext,
  { id, leaseToken, connector }: Pick<Payment, 'id' | 'leaseToken' | 'connector'>,
  work: () => Promise<T>,
): Promise<T> {
  const { db } = gateway;
  const renew = () =>
    db
      .updateTable('payments')
      .set({ lease_until: databaseNow(db, LEASE_MS) })
      .where('id', '=', id)
      .where('state', '=', 'in_doubt')
      .where('lease_token', '=', leaseToken)
      // A longer one is a pause before the connector is asked again.
      .where('lease_until', '<', databaseNow(db, LEASE_MS))
      .execute();
  return whileRenewing(renew, work, connectorOf(gateway, { connector }).leaseMs);
}

/**
 * Leaves a payment to the sweepers at once: no call about it is under way any more.
 * @param inHand its card, where this instance has it: written down, as the shopper may be asked
 */
export async function release(
  { db, vault }: GatewayContext,
  payment: Payment,
  inHand?: CardInHand,
): Promise<void> {
  const { inMemory: _, ...kept } = payment.checks;
  await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('payments')
      .set({
        ...{ lease_until: databaseNow(trx), lease_token: null },
        ...(inHand && { checks: JSON.stringify(kept) }),
      })
      .where('id', '=', payment.id)
      .where('state', '=', 'in_doubt')
      .where('lease_token', '=', payment.leaseToken)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n || !inHand) return;
    await keepInHand(vault, trx, payment, inHand, { withCvv: true });
  });
}

/** The term of a voucher: epoch milliseconds, channel clock. */
export const payableUntil = ({ brand, createdAt }: Pick<Payment, 'brand' | 'createdAt'>): number =>
  createdAt + (OTHER_BRANDS.get(brand)?.payableHours ?? 0) * HOUR_MS;
