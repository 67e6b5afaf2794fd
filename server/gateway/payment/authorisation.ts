/**
 * What a connector is asked to authorise. An issuer declines softly where it wants the shopper
 * authenticated first: a shopper who is there is sent into the challenge by the same payment, which asks
 * the connector once more, under a new reference. Once: a decline after that is final.
 */

import { isPrepayment } from '../../../contract/other-brands.ts';
import { isShopperPresent } from '../../../contract/parameter-rules.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { AuthoriseRequest, ConnectorAnswer } from '../../connectors/connector.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, listedOrigins } from '../entities/index.ts';
import { newId } from '../ids.ts';
import type { PaymentOrder } from '../order/index.ts';
import { connectorOf, returnUrlsOf } from '../processors/index.ts';
import { findRegistration } from '../records/index.ts';
import { CHALLENGE_REQUEST, remedyOf } from '../risk/index.ts';
import { type CardInHand, keptCardOf } from './card-in-hand.ts';
import { holding, leaseEnd, payableUntil, release, settle } from './settle.ts';

/** What a connector is asked for when it is to charge or reserve. */
export function authoriseRequest(
  gateway: GatewayContext,
  payment: Payment,
  order: Pick<
    PaymentOrder,
    'channel' | 'card' | 'iban' | 'accountPassword' | 'parameters' | 'registrationId' | 'isInline'
  >,
): AuthoriseRequest {
  const { channel, card, iban, accountPassword, parameters, isInline } = order;
  const { reference, type, brand, amount, currency, mode, registrationId } = payment;
  return {
    reference,
    channelId: channel.id,
    merchantName: parameters['merchant.name'] ?? channel.name,
    origins: listedOrigins(channel.settings),
    returnUrls: returnUrlsOf(gateway, payment.id, isInline),
    paymentType: type,
    paymentBrand: card?.wallet?.cardBrand ?? brand,
    amount,
    currency,
    mode,
    parameters,
    ...(card && { card }),
    ...(iban !== undefined && { iban }),
    ...(accountPassword !== undefined && { accountPassword }),
    ...(registrationId !== null && { registrationId }),
    ...(isPrepayment(brand) && { payableUntil: payableUntil(payment) }),
    ...(isInline && { isInline }),
    isStored: order.registrationId !== undefined,
  };
}

/** What a merchant's server has to do where its shopper cannot be sent on. */
const ADVICE = {
  shopperResultUrl:
    'the issuer wants the shopper authenticated: sent again with shopperResultUrl, the payment redirects the shopper to the issuer',
  shopper:
    'the issuer wants the shopper authenticated, who is not present: the shopper has to pay with the card once more',
} as const;

/**
 * Settles the payment with what the connector answers, or with what it answers to the challenge.
 * @param payment in doubt, and taken by this instance
 * @param inHand the card, where this instance has it
 * @returns as {@link settle}; undefined too where the second answer does not come
 */
export async function settleOrStepUp(
  gateway: GatewayContext,
  payment: Payment,
  channel: Channel,
  answer: ConnectorAnswer,
  inHand?: CardInHand,
): Promise<Payment | undefined> {
  const isOver =
    answer.resultCode !== RESULT.softDeclined ||
    payment.referencedId !== null ||
    // It is being ended, or its shopper has been asked already.
    payment.endCode !== null ||
    payment.nextStep?.page !== undefined ||
    // Its bank took its time: the CVV was forgotten when that began.
    (payment.settledAt !== null && payment.nextStep === undefined) ||
    payment.checks.softDeclined ||
    // The cryptogram was for one request, and has authenticated the shopper.
    payment.card?.numberType === 'DPAN' ||
    answer.checks?.softDeclined ||
    answer.checks?.threeDSecure?.flow === 'challenge';
  if (isOver) return settle(gateway, payment, channel, answer, inHand);
  const { mode, type: paymentType, brand, parameters, resultUrl } = payment;
  const canAsk = remedyOf(channel, { mode, paymentType, brand, parameters }) === 'challenge';
  if (!canAsk || resultUrl === null) {
    const advice = canAsk ? ADVICE.shopperResultUrl : adviceOnAbsence(parameters);
    const details = { ...answer.details, ...(advice && { ExtendedDescription: advice }) };
    return settle(gateway, payment, channel, { ...answer, details });
  }
  const card = await keptCardOf(gateway, payment, inHand);
  // Its time in the vault was over, or its CVV is lost: there is nothing to ask with.
  if (!card || card === 'lost') return settle(gateway, payment, channel, answer);
  const { registrationId } = payment;
  const registration =
    registrationId === null ? undefined : await findRegistration(gateway.db, registrationId);
  const again = await beginAgain(gateway, payment, answer);
  if (!again) return undefined;
  const { 'threeDSecure.exemptionFlag': _, ...rest } = parameters;
  const request = authoriseRequest(gateway, again, {
    channel,
    card,
    parameters: { ...rest, ...CHALLENGE_REQUEST },
    ...(registration && { registrationId: registration.id }),
  });
  const connector = connectorOf(gateway, again);
  return holding(gateway, again, async () => {
    const second = await connector
      .authorise(request, AbortSignal.timeout(connector.timeLimitMs))
      .catch(() => undefined);
    if (second) return settle(gateway, again, channel, second, inHand);
    await release(gateway, again, inHand);
    return undefined;
  });
}

const adviceOnAbsence = (parameters: Payment['parameters']): string | undefined =>
  isShopperPresent(parameters) ? undefined : ADVICE.shopper;

/** The same payment under a new reference; undefined where another instance has it. */
async function beginAgain(
  gateway: GatewayContext,
  payment: Payment,
  { checks: { exemption } = {} }: ConnectorAnswer,
): Promise<Payment | undefined> {
  const { db } = gateway;
  const { inMemory } = payment.checks;
  const row = await db
    .updateTable('payments')
    .set({
      reference: newId(),
      checks: JSON.stringify({
        ...{ ...(exemption && { exemption }), softDeclined: true },
        ...(inMemory && { inMemory }),
      }),
      lease_until: leaseEnd(gateway, db, payment),
      next_step: null,
    })
    .where('id', '=', payment.id)
    .where('state', '=', 'in_doubt')
    .where('reference', '=', payment.reference)
    .where('lease_token', '=', payment.leaseToken)
    .returningAll()
    .executeTakeFirst();
  return row && paymentFromRow(row);
}
