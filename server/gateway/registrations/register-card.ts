/** Registers cards and bank accounts: for the merchant's server, or for a shopper in a checkout. */

import { REGISTRATION } from '../../../contract/catalogue.ts';
import { whyNotStored } from '../../../contract/other-brand-rules.ts';
import { asksWithoutCard, isAgreedElsewhere } from '../../../contract/other-brands.ts';
import { storesOnly } from '../../../contract/parameter-rules.ts';
import { echoedParameters, type ParameterSet } from '../../../contract/parameters.ts';
import type { Redirect } from '../../../contract/payment-answer.ts';
import type { PaymentMode } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { Registration } from '../../store/records/registration.ts';
import {
  claimForRegistration,
  claimOf,
  endUnfinished,
  hasSealedValue,
  ownerToBe,
  payCheckout,
  readSubmission,
  refusalOfEvidence,
  refuseForeignOrigin,
  refuseUsedNonce,
  repeatRefusal,
  sealedPost,
} from '../checkout/index.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, velocityOf } from '../entities/index.ts';
import { ID_LENGTH, newNdc } from '../ids.ts';
import {
  bankAccountParameters,
  brandFor,
  cardFrom,
  checkCard,
  ibanFrom,
  placeOrder,
  refuseItsIbanIn,
  refuseItsNumberIn,
  riskDefaults,
} from '../order/index.ts';
import { makePayment } from '../payment/index.ts';
import {
  backToMerchant,
  connectorFor,
  connectorOf,
  modeOf,
  ofCheckout,
  refuseSimulatedRegistration,
} from '../processors/index.ts';
import {
  type Checkout,
  ownRegistration,
  refuseUnlessOpen,
  registrationOfAgreement,
} from '../records/index.ts';
import {
  ApiError,
  invalidParameter,
  missingMeans,
  type Pairs,
  readServerParameters,
  refuseLiveWithoutConnector,
} from '../requests/index.ts';
import { type Screening, withdrawAttempt } from '../risk/index.ts';
import { RefusedByProcessor, screenToStore, storeScreened } from './screen-to-store.ts';
import {
  createRegistration,
  type RegistrationInput,
  refuseRegistration,
} from './store-registration.ts';

export interface Registered {
  readonly registration: Registration;
  /** At a brand's page: the shopper has yet to agree, or has not; the registration as it would be stored. */
  readonly agreement?: Payment;
  readonly ignored: readonly string[];
}

/**
 * `POST /v1/registrations`.
 * @param entityId the channel's, or that of a division above it whose channels shall share the card
 */
export async function registerCard(
  gateway: GatewayContext,
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
  if (isAgreement(parameters)) {
    const { shopperResultUrl: resultUrl } = parameters;
    if (!resultUrl) throw invalidParameter('shopperResultUrl', null, 'is required');
    const asked = { ...parameters, paymentType: REGISTRATION };
    const order = placeOrder(channel, asked, undefined, {
      checkoutId: null,
      ndc: newNdc(channel.id),
      resultUrl,
      registrarId: entityId,
      createRegistration: true,
    });
    const agreement = await makePayment(gateway, order, registrationId);
    return { registration: registrationOfAgreement(agreement), agreement, ignored };
  }
  const iban = ibanFrom(parameters);
  const card = iban === undefined ? cardFrom(parameters) : undefined;
  const input = {
    id: registrationId,
    channel,
    entityId,
    checkoutId: null,
    ndc: newNdc(channel.id),
    mode: storingModeOf(channel, parameters),
    ...(card && { card }),
    ...(iban !== undefined && { iban }),
  };
  const screening = velocityOf(channel.settings)?.serverPayments
    ? await screenToStore(
        gateway,
        channel,
        { ...(card && { card }), ...(iban !== undefined && { iban }), parameters },
        { address: parameters['customer.ip'] },
      )
    : undefined;
  const registration = await storeScreened(
    gateway,
    () => screening,
    () => checkAndStore(gateway, parameters, input, screening),
  );
  return { registration, ignored };
}

/**
 * `POST /v1/checkouts/{id}/registration`: a shopper stores a card without paying. The same post again,
 * because its answer was lost, hears that it is stored, or why it was refused.
 * @param origin of the page that the form is in, as the browser tells it
 */
export async function registerInCheckout(
  gateway: GatewayContext,
  checkout: Checkout,
  pairs: Pairs,
  ip: string,
  origin?: string,
): Promise<Registered & { readonly redirect: Redirect }> {
  const { db, vault } = gateway;
  const { id: checkoutId } = checkout;
  refuseForeignOrigin(checkout, origin);
  const sent = { ...Object.fromEntries(pairs), ...checkout.parameters };
  if (storesOnly(checkout.parameters) && isAgreement(sent)) {
    const registrarId = await ownerToBe(db, checkout);
    const paid = await payCheckout(gateway, checkout, pairs, ip, origin, registrarId);
    const { payment: agreement, ...answer } = paid;
    return { ...answer, agreement, registration: registrationOfAgreement(agreement) };
  }
  // Drawn from the post: the same one stores the same registration.
  const id = vault
    .keyedHash('registration of a post')(JSON.stringify([checkoutId, ...pairs]))
    .slice(0, ID_LENGTH);
  const answered = (registration: Registration, resultUrl: string, ignored: readonly string[]) => ({
    registration,
    ignored,
    redirect: backToMerchant(resultUrl, ofCheckout(checkoutId, 'registration')),
  });
  if (checkout.paidId === id) {
    const stored = await ownRegistration(db, checkout.channel.id, id);
    return answered(stored, checkout.resultUrl ?? '', []);
  }
  refuseUnlessOpen(checkout);
  const post = sealedPost(gateway, 'registration', checkoutId, pairs);
  if (hasSealedValue(pairs)) await repeatRefusal(db, post);
  refuseLiveWithoutConnector(checkout.channel);
  if (!storesOnly(checkout.parameters)) {
    throw invalidParameter('createRegistration', null, 'this checkout is to be paid');
  }
  const { channel } = checkout;
  let screening: Screening | undefined;
  const store = async () => {
    const submission = await readSubmission(gateway, checkout, pairs, ip, async (read) => {
      // What is no attempt is not counted as one, not even for a moment.
      if (read.nonce) await refuseUsedNonce(db, read.nonce, post);
      screening = await screenToStore(gateway, channel, read, { checkoutId, address: ip });
      return screening?.action !== 'refuse';
    });
    const { card, iban, parameters, registration, ignored, fieldEvidence } = submission;
    if (registration) throw invalidParameter('registrationId', null, 'is stored already');
    const why = whyNotStored(parameters['paymentBrand'] ?? '');
    if (why !== undefined)
      throw invalidParameter('paymentBrand', parameters['paymentBrand'] ?? null, why);
    const nonce = hasSealedValue(pairs) ? claimOf(post, submission.nonce) : undefined;
    const { shopperResultUrl: resultUrl = '' } = parameters;
    const input = {
      id,
      channel,
      entityId: await ownerToBe(db, checkout),
      checkoutId,
      ...(nonce && { nonce }),
      resultUrl,
      ndc: checkoutId,
      ...(card && { card }),
      ...(iban !== undefined && { iban }),
      mode: storingModeOf(channel, parameters),
      ...(fieldEvidence && { fieldEvidence }),
    };
    if (nonce && !(await claimForRegistration(db, nonce, post)) && screening) {
      // This very post is counted already.
      await withdrawAttempt(gateway, screening);
      screening = { ...screening, counted: [] };
      // Nor does it refuse itself: what its first time comes to is not known yet.
      if (screening.action === 'refuse') throw isBeingMade();
    }
    // A wallet that was begun before: only one of them is kept.
    const makeWay = async () => {
      if (checkout.payingId !== null) await endUnfinished(gateway, checkout.payingId);
    };
    const stored = await checkAndStore(gateway, parameters, input, screening, makeWay);
    return answered(stored, resultUrl, ignored);
  };
  return storeScreened(gateway, () => screening, store);
}

const isBeingMade = () =>
  new ApiError(400, RESULT.invalidParameter, 'a registration of this checkout is being made');

/** Whether its shopper is asked at the page of a brand. */
const isAgreement = (parameters: ParameterSet): boolean =>
  asksWithoutCard(parameters) &&
  isAgreedElsewhere(parameters['paymentBrand'] ?? '') &&
  parameters['registrationId'] === undefined;

function storingModeOf(channel: Channel, parameters: ParameterSet): PaymentMode {
  const mode = modeOf(channel, parameters);
  refuseSimulatedRegistration(channel, mode);
  return mode;
}

/**
 * A card that is refused is told of like one that is stored.
 * @param makeWay before it is stored, and after all that would refuse it here
 */
async function checkAndStore(
  gateway: GatewayContext,
  parameters: ParameterSet,
  input: Omit<RegistrationInput, 'brand' | 'parameters'>,
  screening: Screening | undefined,
  makeWay = async () => {},
): Promise<Registration> {
  const { channel, card, iban } = input;
  const { notificationUrl, paymentBrand = '' } = parameters;
  if (card) refuseItsNumberIn(parameters, card.number);
  if (iban !== undefined) refuseItsIbanIn(parameters, iban);
  let account: ParameterSet = {};
  const inputFor = (brand: string): RegistrationInput => ({
    ...input,
    brand,
    parameters: { ...echoed(channel, parameters, brand), ...account },
    ...(notificationUrl && { notificationUrl }),
  });
  let brand = paymentBrand;
  try {
    brand = brandFor(channel, parameters, card?.number);
    if (card) checkCard(card, brand, channel);
    if (iban !== undefined) account = bankAccountParameters(channel, parameters, brand, iban);
    if (screening?.resultCode !== undefined) throw new ApiError(400, screening.resultCode);
    const disturbed = refusalOfEvidence(channel.settings, input.fieldEvidence);
    if (disturbed !== undefined) throw new ApiError(400, disturbed);
    await makeWay();
    await registerAtProcessor(gateway, inputFor(brand));
  } catch (error) {
    // A request that is only wrong in its form was no request to store this card.
    const isAnswer = error instanceof ApiError && error.result.code !== RESULT.invalidParameter;
    if (isAnswer) await refuseRegistration(gateway, inputFor(brand), error);
    throw error;
  }
  return createRegistration(gateway, inputFor(brand));
}

/**
 * The channel's processor stores it too, so that it refuses a card that it would not take before a
 * payment needs it. One that cannot be asked gets it with its first payment.
 * @throws ApiError where the processor refuses the card
 */
async function registerAtProcessor(
  gateway: GatewayContext,
  input: RegistrationInput,
): Promise<void> {
  const { id, channel, brand, card, parameters, mode } = input;
  // A bank account gets there with its first payment.
  if (!card) return;
  const connector = connectorOf(gateway, { connector: connectorFor(channel, mode) });
  const answer = await connector.register?.({
    registrationId: id,
    channelId: channel.id,
    paymentBrand: brand,
    card,
    parameters,
  });
  if (answer?.isStored === false) {
    throw new RefusedByProcessor(400, answer.resultCode, answer.why);
  }
}

const echoed = (channel: Channel, parameters: ParameterSet, brand: string): ParameterSet => ({
  ...echoedParameters(parameters),
  ...riskDefaults(channel, parameters, brand),
});
