/**
 * One attempt to move money, in the two transactions around the connector's call (D14): the payment
 * is written as in doubt, and settled with what became of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Parameters } from '../../contract/parameters.ts';
import type { PaymentMode } from '../../contract/payment-mode.ts';
import { isPending, isSuccess } from '../../contract/result-codes.ts';
import type { ConnectorAnswer } from '../connectors/connector.ts';
import { channelNow, realNow } from '../store/clock.ts';
import type { Transaction } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import type { PaymentRow } from '../store/tables.ts';
import { bookOrRelease } from './books.ts';
import { CHECKOUT_VALIDITY_MS } from './checkouts.ts';
import type { Channel } from './entities.ts';
import type { Gateway } from './gateway.ts';
import { newId } from './ids.ts';
import { returnUrlsOf } from './next-step.ts';
import type { PaymentOrder } from './payment-order.ts';
import { findPayment, isUncertain, type Payment, shownCard } from './payments.ts';
import { connectorFor, connectorOf } from './processor.ts';
import { storeCardOf } from './registrations.ts';
import { tellOfPayment } from './tell.ts';

/** How a payment in doubt, or one that waits for somebody, reads. */
export const PENDING_RESULT = '000.200.000';
/** How often somebody who waits for an outcome looks. */
export const LOOK_AGAIN_MS = 50;
/** Beyond the lease a sweeper finishes the payment; it gets this long. */
export const SWEEPER_TIME_MS = 3_000;

/** Once the connector has given up, its payment is waited for this long: it may be days. */
const AFTER_FAILURE_MS = 2 * SWEEPER_TIME_MS;

/** A payment that its bank left pending is given up after this long. */
const BANK_DECIDES_WITHIN_MS = 7 * 24 * 60 * 60_000;

/** What every payment begins with. */
export function newPaymentRow(
  gateway: Gateway,
  id: string,
  subject: {
    readonly channel: Channel;
    readonly ndc: string;
    readonly paymentType: string;
    readonly brand: string;
    readonly amount: number;
    readonly currency: string;
    readonly parameters: Parameters;
    readonly notificationUrl?: string;
    readonly mode: PaymentMode;
    /** Of an operation: who has the payment that it is for. */
    readonly connector?: string;
  },
): PaymentRow {
  const { channel, parameters, mode } = subject;
  const connector = subject.connector ?? connectorFor(channel, mode);
  return {
    id,
    entity_id: channel.id,
    connector,
    mode,
    checkout_id: null,
    type: subject.paymentType,
    brand: subject.brand,
    amount: subject.amount,
    currency: subject.currency,
    state: 'in_doubt',
    result_code: PENDING_RESULT,
    result_details: '{}',
    parameters: JSON.stringify({
      ...parameters,
      descriptor: descriptorFor(channel, id, parameters),
    }),
    card: '{}',
    card_fingerprint: null,
    referenced_id: null,
    registration_id: null,
    merchant_transaction_id: parameters['merchantTransactionId'] ?? null,
    acquirer_tx_id: null,
    checks: '{}',
    captured: 0,
    refunded: 0,
    reversed: 0,
    charged_back: 0,
    reserved: 0,
    reference: newId(),
    ndc: subject.ndc,
    created_at: channelNow(channel.clockOffsetMs),
    settled_at: null,
    lease_until: realNow() + connectorOf(gateway, { connector }).leaseMs,
    next_step: null,
    due_at: null,
    end_code: null,
    end_reference: null,
    notification_url: subject.notificationUrl ?? null,
    result_url: null,
    embedder: null,
  };
}

/** The statement's text: the merchant's, the channel's, or twelve digits and the channel's name. */
function descriptorFor({ settings, name }: Channel, id: string, parameters: Parameters): string {
  const given = parameters['merchant.name'] ?? parameters['descriptor'] ?? settings.descriptor;
  if (given !== undefined) return given;
  const digits = (BigInt(`0x${id}`) % 10n ** 12n).toString().padStart(12, '0');
  return `${digits.match(/.{4}/g)?.join('.')} ${name}`.slice(0, 127);
}

/** The row of a payment that is ordered. */
export function newPayment(gateway: Gateway, order: PaymentOrder, id = newId()): PaymentRow {
  const { card, checkoutId, registrationId, createRegistration } = order;
  return {
    ...newPaymentRow(gateway, id, order),
    checkout_id: checkoutId,
    ...(card && {
      card: JSON.stringify(shownCard(card)),
      card_fingerprint: gateway.vault.fingerprint(card.number),
    }),
    // Drawn now, so that whoever settles the payment knows that the card is to be stored.
    registration_id: registrationId ?? (createRegistration && card ? newId() : null),
    result_url: order.resultUrl ?? null,
    embedder: order.embedder ?? null,
  };
}

/** Writes the payment as in doubt, and its card into the vault until it is settled. */
export async function writeInDoubt(
  gateway: Gateway,
  trx: Transaction,
  payment: PaymentRow,
  { card }: PaymentOrder,
): Promise<void> {
  await trx.insertInto('payments').values(payment).execute();
  await tellOfPayment(gateway, trx, payment, 'received');
  if (!card) return;
  const { number, cvv } = card;
  await gateway.vault.keepCard(trx, {
    recordId: payment.id,
    entityId: payment.entity_id,
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
  gateway: Gateway,
  payment: PaymentRow,
  { card, brand, paymentType, accountPassword, parameters, channel }: PaymentOrder,
): Promise<Payment> {
  const connector = connectorOf(gateway, payment);
  const { reference, amount, currency, mode, registration_id: registrationId } = payment;
  const request = {
    reference,
    channelId: channel.id,
    merchantName: parameters['merchant.name'] ?? channel.name,
    origins: channel.settings.origins,
    returnUrls: returnUrlsOf(gateway, payment.id),
    paymentType,
    paymentBrand: brand,
    amount,
    currency,
    mode,
    parameters,
    ...(card && { card }),
    ...(accountPassword !== undefined && { accountPassword }),
    ...(registrationId !== null && { registrationId }),
  };
  const call = connector.authorise(request, AbortSignal.timeout(connector.timeLimitMs));
  return settleWith(gateway, payment, channel.clockOffsetMs, call);
}

/**
 * Settles the payment with what the connector answers. One that it gives up is left to the sweepers
 * at once: nobody is calling any more.
 */
export async function settleWith(
  gateway: Gateway,
  payment: PaymentRow,
  clockOffsetMs: number,
  call: Promise<ConnectorAnswer>,
): Promise<Payment> {
  const answer = await call.catch(() => undefined);
  if (answer) {
    await settle(gateway, payment, clockOffsetMs, answer);
    return outcomeOf(gateway, payment.id);
  }
  await gateway.db
    .updateTable('payments')
    .set({ lease_until: realNow() })
    .where('id', '=', payment.id)
    .where('state', '=', 'in_doubt')
    .where('lease_until', '=', payment.lease_until)
    .execute();
  return outcomeOf(gateway, payment.id, AFTER_FAILURE_MS);
}

/**
 * Writes the connector's answer, unless somebody has settled the payment before, or has taken it over.
 * @param payment as whoever settles it has taken it, its lease too: one that was taken since may be
 * further on than this answer
 */
export async function settle(
  gateway: Gateway,
  payment: PaymentRow,
  clockOffsetMs: number,
  { resultCode, details, checks = {}, nextStep }: ConnectorAnswer,
): Promise<void> {
  const { db, vault } = gateway;
  const state = isSuccess(resultCode) ? 'succeeded' : isPending(resultCode) ? 'pending' : 'failed';
  const record = { recordId: payment.id, entityId: payment.entity_id };
  await inTransaction(db, async (trx) => {
    // What an operation is for comes first, always: no two transactions wait for each other.
    if (payment.referenced_id !== null) await bookOrRelease(trx, payment, state);
    const settled = await trx
      .updateTable('payments')
      .set({
        state,
        result_code: resultCode,
        result_details: JSON.stringify(details),
        checks: JSON.stringify(checks),
        acquirer_tx_id: details['acquirerTxId9'] ?? null,
        settled_at: channelNow(clockOffsetMs),
        lease_until: null,
        next_step: nextStep ? JSON.stringify(nextStep) : null,
        due_at: await dueAt(trx, payment, { state, waitsForShopper: Boolean(nextStep) }),
        end_code: null,
      })
      .where('id', '=', payment.id)
      .where('state', '=', 'in_doubt')
      .where('lease_until', '=', payment.lease_until)
      .executeTakeFirst();
    if (settled.numUpdatedRows !== 1n) throw new SettledBefore();
    // A pending payment keeps its checkout and its card: it may still succeed. Its CVV is kept only
    // while the shopper is asked, since the authorisation is still to come.
    if (state === 'pending') {
      if (!nextStep) await vault.forgetCvv(trx, record);
      const stage = nextStep ? 'authentication' : 'confirmation';
      return tellOfPayment(gateway, trx, payment, stage);
    }
    if (payment.checkout_id !== null) {
      await trx
        .updateTable('checkouts')
        .set({ paying_id: null, ...(state === 'succeeded' && { paid_id: payment.id }) })
        .where('id', '=', payment.checkout_id)
        .where('paying_id', '=', payment.id)
        .execute();
    }
    if (payment.registration_id !== null && state === 'succeeded') {
      await storeCardOf(vault, trx, payment);
    }
    await vault.forgetCard(trx, record);
    return tellOfPayment(gateway, trx, payment, state, payment.end_reference);
  }).catch((error: unknown) => {
    if (!(error instanceof SettledBefore)) throw error;
  });
}

/**
 * When a pending payment is ended by itself, channel clock: with its checkout while the shopper has to
 * do something, half an hour after its start where there is none, and days later when a bank has not
 * made up its mind. One that its processor would not end is ended by nobody else.
 */
async function dueAt(
  trx: Transaction,
  payment: PaymentRow,
  { state, waitsForShopper }: { state: PaymentRow['state']; waitsForShopper: boolean },
) {
  if (state !== 'pending' || payment.end_code !== null) return null;
  if (!waitsForShopper) return payment.created_at + BANK_DECIDES_WITHIN_MS;
  const checkout =
    payment.checkout_id === null
      ? undefined
      : await trx
          .selectFrom('checkouts')
          .select('expires_at')
          .where('id', '=', payment.checkout_id)
          .executeTakeFirst();
  return checkout?.expires_at ?? payment.created_at + CHECKOUT_VALIDITY_MS;
}

/** Undoes the transaction: the one who was first has booked. */
class SettledBefore extends Error {}

/**
 * Waits until the payment is out of doubt.
 * @param atMost milliseconds; as long as its lease and a sweeper may take when absent
 */
export async function outcomeOf(
  gateway: Gateway,
  paymentId: string,
  atMost?: number,
): Promise<Payment> {
  const startedAt = realNow();
  for (;;) {
    const payment = await findPayment(gateway.db, paymentId);
    if (!payment) throw new Error(`the payment ${paymentId} is gone`);
    const whole = connectorOf(gateway, payment).leaseMs + SWEEPER_TIME_MS;
    const giveUpAt = startedAt + Math.min(whole, atMost ?? whole);
    const isKnown = payment.state !== 'in_doubt' || isUncertain(payment);
    if (isKnown || realNow() > giveUpAt) return payment;
    await sleep(LOOK_AGAIN_MS);
  }
}
