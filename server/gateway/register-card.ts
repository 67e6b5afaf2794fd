/** Registrations that somebody asks for: the merchant's server, or a shopper in a checkout. */
import { storesOnly } from '../../contract/parameter-rules.ts';
import type { Parameters } from '../../contract/parameters.ts';
import type { Redirect } from '../../contract/payment-answer.ts';
import { checkCard } from './card-check.ts';
import { findCheckout, refuseUnlessOpen } from './checkouts.ts';
import { echoedParameters } from './echoed-parameters.ts';
import type { Channel } from './entities.ts';
import type { Gateway } from './gateway.ts';
import { newId, newNdc } from './ids.ts';
import { brandFor, missingMeans, riskDefaults } from './order-rules.ts';
import { modeOf } from './processor.ts';
import {
  invalidParameter,
  noSuchCheckout,
  Refusal,
  refuseLiveWithoutConnector,
} from './refusal.ts';
import {
  createRegistration,
  type Registration,
  type RegistrationWish,
  refuseRegistration,
} from './registrations.ts';
import { type Pairs, readServerParameters } from './server-parameters.ts';
import { cardFrom } from './server-payment.ts';
import { backToMerchant, ofCheckout } from './shopper-result-url.ts';
import { readSubmission } from './submission.ts';

export interface Registered {
  readonly registration: Registration;
  readonly ignored: readonly string[];
}

/**
 * `POST /v1/registrations`.
 * @param entityId the channel's, or that of a division above it whose channels shall share the card
 */
export async function registerCard(
  gateway: Gateway,
  channel: Channel,
  entityId: string,
  pairs: Pairs,
  registrationId: string,
): Promise<Registered> {
  refuseLiveWithoutConnector(channel);
  const { parameters, ignored } = readServerParameters(
    channel,
    pairs,
    'registration',
    missingMeans,
  );
  const registration = await checkAndStore(gateway, parameters, {
    id: registrationId,
    channel,
    entityId,
    checkoutId: null,
    ndc: newNdc(channel.id),
    mode: modeOf(channel, parameters),
    card: cardFrom(parameters),
  });
  return { registration, ignored };
}

/** `POST /v1/checkouts/{id}/registration`: a shopper stores a card without paying. */
export async function registerInCheckout(
  gateway: Gateway,
  checkoutId: string,
  pairs: Pairs,
  ip: string,
): Promise<Registered & { readonly redirect: Redirect }> {
  const checkout = await findCheckout(gateway.db, checkoutId);
  if (!checkout) throw noSuchCheckout();
  refuseUnlessOpen(checkout);
  if (!storesOnly(checkout.parameters)) {
    throw invalidParameter('createRegistration', null, 'this checkout is to be paid');
  }
  const submission = await readSubmission(gateway, checkout, pairs, ip);
  refuseLiveWithoutConnector(checkout.channel);
  const { card, parameters, ignored } = submission;
  const { channel } = checkout;
  if (!card) throw new Refusal(400, '600.200.800', 'only cards can be stored');
  const registration = await checkAndStore(gateway, parameters, {
    id: newId(),
    channel,
    entityId: channel.id,
    checkoutId,
    resultUrl: parameters['shopperResultUrl'] ?? '',
    ndc: checkoutId,
    card,
    mode: modeOf(channel, parameters),
  });
  const resultUrl = parameters['shopperResultUrl'] ?? '';
  return {
    registration,
    ignored,
    redirect: backToMerchant(resultUrl, ofCheckout(checkoutId, 'registration')),
  };
}

/** A card that is refused is told of like one that is stored. */
async function checkAndStore(
  gateway: Gateway,
  parameters: Parameters,
  wish: Omit<RegistrationWish, 'brand' | 'parameters'>,
): Promise<Registration> {
  const { channel, card } = wish;
  const { notificationUrl, paymentBrand = '' } = parameters;
  const wishFor = (brand: string): RegistrationWish => ({
    ...wish,
    brand,
    parameters: echoed(channel, parameters, brand),
    ...(notificationUrl && { notificationUrl }),
  });
  let brand = paymentBrand;
  try {
    brand = brandFor(channel, parameters, card.number);
    checkCard(card, brand, channel);
  } catch (error) {
    // A request that is only wrong in its form was no request to store this card.
    const isAnswer = error instanceof Refusal && error.result.code !== '200.300.404';
    if (isAnswer) await refuseRegistration(gateway, wishFor(brand), error);
    throw error;
  }
  return createRegistration(gateway, wishFor(brand));
}

const echoed = (channel: Channel, parameters: Parameters, brand: string): Parameters => ({
  ...echoedParameters(parameters),
  ...riskDefaults(channel, parameters, brand),
});
