/**
 * One attempt to move money: what a payment begins as, and the two transactions around the connector's
 * call (D14): the payment is written as in doubt, and settled with what became of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { REGISTRATION } from '../../../contract/catalogue.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { PaymentMode } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { ConnectorAnswer } from '../../connectors/connector.ts';
import { channelNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { databaseNow } from '../../store/dialect.ts';
import { keptQuery } from '../../store/kept-query.ts';
import { type Payment, paymentToRow, shownCard } from '../../store/records/payment.ts';
import type { PaymentRow } from '../../store/tables.ts';
import { whileAway } from '../../work-place.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import { publishPaymentEvent } from '../events/index.ts';
import { newId } from '../ids.ts';
import type { PaymentOrder } from '../order/index.ts';
import { connectorFor, connectorOf } from '../processors/index.ts';
import { binOf, findPayment, isOutcomeUnknown, issuerCountryOf } from '../records/index.ts';
import { claimToken } from '../wallets/index.ts';
import { authoriseRequest, settleOrStepUp } from './authorisation.ts';
import { type CardInHand, cardInHand, keepNumber } from './card-in-hand.ts';
import { holding, leaseMsOf, release } from './settle.ts';

/** What every payment begins with. */
export function unsettledPayment(
  id: string,
  subject: {
    readonly channel: Channel;
    readonly ndc: string;
    readonly paymentType: string;
    readonly brand: string;
    readonly amount: number;
    readonly currency: string;
    readonly parameters: ParameterSet;
    readonly notificationUrl?: string;
    readonly mode: PaymentMode;
    /** Of an operation: who has the payment that it is for. */
    readonly connector?: string;
  },
): Payment {
  const { channel, parameters, mode } = subject;
  const connector = subject.connector ?? connectorFor(channel, mode);
  return {
    id,
    entityId: channel.id,
    connector,
    mode,
    checkoutId: null,
    type: subject.paymentType,
    brand: subject.brand,
    amount: subject.amount,
    currency: subject.currency,
    state: 'in_doubt',
    resultCode: RESULT.pending,
    resultDetails: {},
    parameters: { ...parameters, descriptor: descriptorFor(channel, id, parameters) },
    card: undefined,
    cardFingerprint: null,
    referencedId: null,
    registrationId: null,
    registrarId: null,
    merchantTransactionId: parameters['merchantTransactionId'] ?? null,
    acquirerTxId: null,
    checks: {},
    captured: 0,
    refunded: 0,
    reversed: 0,
    chargedBack: 0,
    reserved: 0,
    reference: newId(),
    ndc: subject.ndc,
    createdAt: channelNow(channel.clockOffsetMs),
    settledAt: null,
    // Begins by the database's clock, with the insert.
    leaseUntil: null,
    leaseToken: newId(),
    nextStep: undefined,
    dueAt: null,
    respondBy: null,
    endCode: null,
    endReference: null,
    notificationUrl: subject.notificationUrl ?? null,
    resultUrl: null,
    embedder: null,
    fieldEvidence: undefined,
    chargebackAnswer: undefined,
    scheduleId: null,
    authenticationId: null,
    issuerCountry: null,
  };
}

/** The statement's text: the merchant's, the channel's, or twelve digits and the channel's name. */
function descriptorFor({ settings, name }: Channel, id: string, parameters: ParameterSet): string {
  const given = parameters['merchant.name'] ?? parameters['descriptor'] ?? settings.descriptor;
  if (given !== undefined) return given;
  const digits = (BigInt(`0x${id}`) % 10n ** 12n).toString().padStart(12, '0');
  return `${digits.replaceAll(/.{4}(?=.)/g, '$&.')} ${name}`.slice(0, 127);
}

/** A payment that is ordered. */
export function newPayment(gateway: GatewayContext, order: PaymentOrder, id = newId()): Payment {
  const { brand, card, iban, checkoutId, registrationId, createRegistration } = order;
  const stores = createRegistration && (OTHER_BRANDS.get(brand)?.registrable ?? card);
  // Drawn now, so that the instance that settles the payment knows that it stores something.
  const drawnId = order.paymentType === REGISTRATION ? id : stores ? newId() : null;
  // Whose number is to be stored needs it in the vault, also where another instance settles.
  const inMemory = drawnId === null ? 'card' : 'cvv';
  return {
    ...unsettledPayment(id, order),
    checkoutId,
    ...(card && {
      card: shownCard(card),
      cardFingerprint: gateway.vault.fingerprint(card.number),
    }),
    ...(iban !== undefined && { cardFingerprint: gateway.vault.fingerprint(iban) }),
    checks: card?.cvv === undefined ? {} : { inMemory },
    registrationId: registrationId ?? drawnId,
    registrarId: order.registrarId ?? null,
    resultUrl: order.resultUrl ?? null,
    embedder: order.embedder ?? null,
    fieldEvidence: order.fieldEvidence,
    scheduleId: order.scheduleId ?? null,
    authenticationId: order.authenticationId ?? null,
  };
}

/** How often a request that waits for an outcome looks. */
export const LOOK_AGAIN_MS = 50;
/** Beyond the lease a sweeper finishes the payment; it gets this long. */
export const SWEEPER_TIME_MS = 3_000;

/** Once the connector has given up, its payment is waited for this long: it may be days. */
const AFTER_FAILURE_MS = 2 * SWEEPER_TIME_MS;

interface NewRow extends PaymentRow {
  readonly leaseMs: number;
  /** Of its card. */
  readonly bin?: number | undefined;
}

const insertWithLease = keptQuery((db, { leaseMs, bin, ...row }: NewRow) =>
  db.insertInto('payments').values({
    ...row,
    lease_until: databaseNow(db, leaseMs),
    ...(bin !== undefined && { issuer_country: issuerCountryOf(db, bin) }),
  }),
);

/**
 * Writes the payment as in doubt; its lease begins.
 * @param number of its card: where it was issued is what the operator's file says, unless its processor does
 */
export async function insertInDoubt(
  gateway: GatewayContext,
  trx: Transaction,
  payment: Payment,
  number?: string,
): Promise<void> {
  const bin = number === undefined ? undefined : binOf(number);
  const leaseMs = leaseMsOf(gateway, payment);
  await insertWithLease(trx, { ...paymentToRow(payment), leaseMs, bin });
}

/**
 * Writes the payment as in doubt, and its card or bank account into the vault until it is settled; but for a
 * card with a CVV, which is written down where the shopper is asked.
 */
export async function writeInDoubt(
  gateway: GatewayContext,
  trx: Transaction,
  payment: Payment,
  { channel, card, iban, walletToken }: PaymentOrder,
): Promise<void> {
  await insertInDoubt(gateway, trx, payment, card?.number);
  if (walletToken) await claimToken(trx, walletToken, payment);
  await publishPaymentEvent(gateway, trx, 'received', { after: payment, channel });
  const number = card?.number ?? iban;
  if (number !== undefined) await keepNumber(gateway.vault, trx, payment, number);
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
  return settleWith(gateway, payment, order.channel, call, cardInHand(order));
}

/**
 * Settles the payment with what the connector answers. One that it gives up is left to the sweepers
 * at once: no call is under way any more.
 * @param card that came with it
 */
export async function settleWith(
  gateway: GatewayContext,
  payment: Payment,
  channel: Channel,
  call: Promise<ConnectorAnswer>,
  card?: CardInHand,
): Promise<Payment> {
  const settled = await holding(gateway, payment, async () => {
    const answer = await call.catch(() => undefined);
    return answer && { now: await settleOrStepUp(gateway, payment, channel, answer, card) };
  });
  if (settled) return settled.now ?? outcomeOf(gateway, payment.id);
  await release(gateway, payment, card);
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
  // Not by a clock that may be set back meanwhile.
  const startedAt = performance.now();
  for (;;) {
    const payment = await findPayment(gateway.db, paymentId);
    if (!payment) throw new Error(`the payment ${paymentId} is gone`);
    const whole = connectorOf(gateway, payment).leaseMs + SWEEPER_TIME_MS;
    const giveUpAt = startedAt + Math.min(whole, atMost ?? whole);
    const isKnown = payment.state !== 'in_doubt' || isOutcomeUnknown(payment);
    if (isKnown || performance.now() > giveUpAt) return payment;
    await whileAway(sleep(LOOK_AGAIN_MS));
  }
}
