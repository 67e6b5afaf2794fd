/** Payments that the merchant's server makes: with a card, or with one that is stored. */

import { AUTHENTICATION } from '../../../contract/catalogue.ts';
import { isOtherBrand } from '../../../contract/is-other-brand.ts';
import { asksWithoutCard } from '../../../contract/other-brands.ts';
import { isRepeated } from '../../../contract/parameter-rules.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { WALLETS } from '../../../contract/wallets.ts';
import { inTransaction, isUniqueViolation } from '../../store/dialect.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { Registration } from '../../store/records/registration.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, isConnectivityTest, velocityOf } from '../entities/index.ts';
import { newNdc } from '../ids.ts';
import {
  accountOf,
  authenticationUsed,
  cardFrom,
  ibanFrom,
  type PaymentOrder,
  placeOrder,
  withAuthentication,
} from '../order/index.ts';
import { cardOf, findPayment, ibanOf } from '../records/index.ts';
import {
  invalidParameter,
  missingMeans,
  type Pairs,
  readServerParameters,
  refuseLiveWithoutConnector,
} from '../requests/index.ts';
import {
  CHALLENGE_REQUEST,
  keepAttempt,
  remedyOf,
  type Screening,
  screenAttempt,
  withdrawAttempt,
} from '../risk/index.ts';
import { cardInToken } from '../wallets/index.ts';
import { authorise, newPayment, outcomeOf, settleWith, writeInDoubt } from './attempt.ts';

export interface Answered {
  readonly payment: Payment;
  readonly ignored: readonly string[];
}

/** `POST /v1/payments`: PA, DB or CD with a card. */
export async function createPayment(
  gateway: GatewayContext,
  channel: Channel,
  pairs: Pairs,
  paymentId: string,
): Promise<Answered> {
  refuseLiveWithoutConnector(channel);
  const { parameters, ignored } = readServerParameters(channel, pairs, 'payment', missingMeans);
  const isCard = !asksWithoutCard(parameters);
  // A token opens for some minutes only; asked again, what was made of it is there all the same.
  const isToken = WALLETS.has(parameters['paymentBrand'] ?? '');
  if (isToken && (await findPayment(gateway.db, paymentId))) {
    return { payment: await outcomeOf(gateway, paymentId), ignored };
  }
  const inToken = await cardInToken(gateway, channel, parameters);
  const card = inToken?.card ?? (isCard ? cardFrom(parameters) : undefined);
  const { shopperResultUrl: resultUrl } = parameters;
  const iban = ibanFrom(parameters);
  // Who is debited need not be sent anywhere.
  const isSomewhere = isCard || iban !== undefined;
  if (!isSomewhere && !resultUrl) throw invalidParameter('shopperResultUrl', null, 'is required');
  const placed = placeOrder(channel, { ...parameters, ...inToken?.parameters }, card, {
    checkoutId: null,
    ndc: newNdc(channel.id),
    ...(inToken && { walletToken: inToken.token }),
    ...(resultUrl && { resultUrl }),
    ...(iban !== undefined && { iban }),
    createRegistration: parameters['createRegistration'] === 'true',
  });
  const order = await withAuthentication(gateway, placed);
  await checkChain(gateway, order);
  return { payment: await makePayment(gateway, order, paymentId), ignored };
}

/** `POST /v1/threeDSecure`: the shopper is authenticated like for a payment, and no money is moved. */
export async function authenticate(
  gateway: GatewayContext,
  channel: Channel,
  pairs: Pairs,
  id: string,
): Promise<Answered> {
  refuseLiveWithoutConnector(channel);
  const operation = 'authentication';
  const { parameters, ignored } = readServerParameters(channel, pairs, operation, missingMeans);
  const { shopperResultUrl: resultUrl } = parameters;
  const asked = { ...parameters, paymentType: AUTHENTICATION };
  const order = placeOrder(channel, asked, cardFrom(parameters), {
    checkoutId: null,
    ndc: newNdc(channel.id),
    ...(resultUrl && { resultUrl }),
    createRegistration: false,
  });
  return { payment: await makePayment(gateway, order, id), ignored };
}

/** `POST /v1/registrations/{id}/payments`. */
export async function payWithRegistration(
  gateway: GatewayContext,
  channel: Channel,
  registration: Registration,
  pairs: Pairs,
  paymentId: string,
): Promise<Answered> {
  refuseLiveWithoutConnector(channel);
  const { brand } = registration;
  const operation = 'registration.payment';
  // What is no card is judged as such, also where the request does not name it.
  const known: ParameterSet = isOtherBrand(brand) ? { paymentBrand: brand } : {};
  const { parameters, ignored } = readServerParameters(channel, pairs, operation, undefined, known);
  const { paymentBrand: named } = parameters;
  if (named !== undefined && named !== brand) {
    throw invalidParameter('paymentBrand', named, `must be that of the registration, ${brand}`);
  }
  const { 'card.cvv': cvv } = parameters;
  const stored = await cardOf(gateway, registration);
  const card = stored && { ...stored, ...(cvv !== undefined && { cvv }) };
  const iban = await ibanOf(gateway, registration);
  const account = iban === undefined ? {} : accountOf(registration.parameters);
  const placed = placeOrder(channel, { ...parameters, ...account, paymentBrand: brand }, card, {
    checkoutId: null,
    ndc: newNdc(channel.id),
    registrationId: registration.id,
    ...(iban !== undefined && { iban }),
    ...(parameters['shopperResultUrl'] && { resultUrl: parameters['shopperResultUrl'] }),
    createRegistration: false,
  });
  const order = await withAuthentication(gateway, placed);
  await checkChain(gateway, order);
  return { payment: await makePayment(gateway, order, paymentId), ignored };
}

/** Makes the payment under its id; one that was made under it before is only looked up. */
export async function makePayment(
  gateway: GatewayContext,
  placed: PaymentOrder,
  paymentId: string,
): Promise<Payment> {
  const screening = await screenServerPayment(gateway, placed);
  const order =
    screening?.action === 'challenge'
      ? { ...placed, parameters: { ...placed.parameters, ...CHALLENGE_REQUEST } }
      : placed;
  const payment = newPayment(gateway, order, paymentId);
  try {
    await inTransaction(gateway.db, async (trx) => {
      await writeInDoubt(gateway, trx, payment, order);
      if (screening) await keepAttempt(trx, payment.id, screening);
    });
  } catch (error) {
    if (screening) await withdrawAttempt(gateway, screening);
    if (!isUniqueViolation(error)) throw error;
    const { authenticationId } = payment;
    if (authenticationId !== null && !(await findPayment(gateway.db, paymentId))) {
      throw authenticationUsed(authenticationId);
    }
    return outcomeOf(gateway, paymentId);
  }
  if (screening?.resultCode === undefined) return authorise(gateway, payment, order);
  const answer = Promise.resolve({ resultCode: screening.resultCode, details: {} });
  return settleWith(gateway, payment, order.channel, answer);
}

/**
 * The velocity rules on what a merchant's own server sends, where the channel wants that. What was
 * agreed with the shopper before is no attempt of a stranger.
 */
async function screenServerPayment(
  gateway: GatewayContext,
  order: PaymentOrder,
): Promise<Screening | undefined> {
  const { channel, card, iban, parameters } = order;
  const number = card?.number ?? iban;
  const isAgreed = isRepeated(parameters) || parameters['standingInstruction.source'] === 'MIT';
  if (isConnectivityTest(channel.settings, order.mode)) return undefined;
  if (number === undefined || isAgreed || !velocityOf(channel.settings)?.serverPayments)
    return undefined;
  return screenAttempt(gateway, {
    channel,
    number,
    brand: card?.wallet?.cardBrand ?? order.brand,
    email: parameters['customer.email'],
    address: parameters['customer.ip'],
    // Without a page to come back to the shopper is not there.
    remedy: order.resultUrl ? remedyOf(channel, order) : 'none',
  });
}

const NTR = 'customParameters[NTR]';

/**
 * A REPEATED payment may carry the id of its chain; one that is sent must be that of an INITIAL
 * payment with the same stored card, or the same card where none is stored; of money where this is
 * money.
 * @throws ApiError naming `customParameters[NTR]`
 */
export async function checkChain(
  { db, vault }: GatewayContext,
  order: PaymentOrder,
): Promise<void> {
  const sent = order.parameters[NTR];
  if (sent === undefined || !isRepeated(order.parameters)) return;
  const named = db
    .selectFrom('payments')
    .select('id')
    .where('mode', order.mode === 'LIVE' ? '=' : '<>', 'LIVE')
    .where('acquirer_tx_id', '=', sent);
  // What is stored for a division is paid with in each of its channels.
  const initial = order.registrationId
    ? named.where('registration_id', '=', order.registrationId)
    : named
        .where('entity_id', '=', order.channel.id)
        .where('card_fingerprint', '=', vault.fingerprint(order.card?.number ?? order.iban ?? ''));
  if ((await initial.executeTakeFirst()) === undefined) {
    throw invalidParameter(
      NTR,
      sent,
      'must be the acquirerTxId9 of an INITIAL payment of the card',
    );
  }
}
