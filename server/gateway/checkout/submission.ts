/** What the shopper's browser posts: read, unsealed, checked. Nothing is written here. */

import { createHash } from 'node:crypto';
import { cvvLengths } from '../../../contract/card-brands.ts';
import { REGISTRATION } from '../../../contract/catalogue.ts';
import { subdivisionPart } from '../../../contract/country-addresses.ts';
import type { NoticedEvidence } from '../../../contract/field-evidence.ts';
import { plainIban } from '../../../contract/iban.ts';
import { asksWithoutCard } from '../../../contract/other-brands.ts';
import { isRepeated, rulesBetween } from '../../../contract/parameter-rules.ts';
import { type ParameterSet, readParameters, withoutIgnored } from '../../../contract/parameters.ts';
import type { ParameterError } from '../../../contract/result.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import type { Registration } from '../../store/records/registration.ts';
import type { GatewayContext } from '../context.ts';
import { isOpenToAnyPage, requiresStoredCvv } from '../entities/index.ts';
import { accountOf, cardFrom, type PaymentOrder, placeOrder } from '../order/index.ts';
import { type Checkout, cardOf, ibanOf, usableRegistration } from '../records/index.ts';
import {
  ApiError,
  checkResultUrl,
  invalidParameter,
  invalidParameters,
  missingMeans,
  type Pairs,
} from '../requests/index.ts';
import { cardInToken, refuseUsedToken, type TokenFingerprint } from '../wallets/index.ts';
import { offeredRegistrations } from './create-checkout.ts';
import { knowsCardRules } from './releases.ts';
import { noticed, unsealCvv, unsealNumber } from './unseal.ts';

/** How a post without sealed values is known when it comes again. */
export interface IdempotencyToken {
  readonly token: string;
  readonly requestHash: string;
}

export interface Submission {
  /** Absent for brands that are no cards. */
  readonly card?: CardDetails;
  /** Of the bank account that is debited, in capitals without spaces. */
  readonly iban?: string;
  /** The merchant's parameters, and the shopper's where the merchant set none. */
  readonly parameters: ParameterSet;
  /** The stored card that the shopper chose. */
  readonly registration: Registration | undefined;
  /** Sealed with the values; it is claimed with the attempt. */
  readonly nonce?: string;
  /** What the frames saw a page do while the card was typed. */
  readonly fieldEvidence?: NoticedEvidence;
  /** Of a wallet: the token that the card was in. */
  readonly walletToken?: TokenFingerprint;
  /** Names that were ignored (D12). */
  readonly ignored: readonly string[];
}

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');

/** Whether anything in a post was sealed by a field frame. */
export const hasSealedValue = (pairs: Pairs): boolean =>
  [...pairs].some(([name]) => name.startsWith('sealed['));

/**
 * Where nothing is sealed: a brand that is no card, a stored card without its CVV. It is known by its
 * payment, so it means something while that one is open, or has paid: the same post again leads
 * to the same wallet, or hears of the same success.
 */
export const unsealedTokenOf = (
  { vault }: GatewayContext,
  paymentId: string,
  pairs: Pairs,
): IdempotencyToken => ({
  token: sha256(`visit ${paymentId}`),
  // Keyed: a password may be in it.
  requestHash: vault.keyedHash('submission')(JSON.stringify([...pairs])),
});

/**
 * Reads a post of the form.
 * @param ip address of the shopper, for `customer.ip` where the merchant did not send one
 * @param screen looks at the card or the bank account, before its CVV is opened; false where that is not to be opened
 * @throws ApiError naming everything that is wrong
 */
export async function readSubmission(
  gateway: GatewayContext,
  checkout: Checkout,
  pairs: Pairs,
  ip: string,
  screen: (submission: Submission) => Promise<boolean> = async () => true,
): Promise<Submission> {
  const { channel } = checkout;
  const { db } = gateway;
  const read = readParameters(typed(pairs), 'checkout.payment', { known: checkout.parameters });
  const { parameters: sent, errors } = read;
  if (errors.length > 0) throw invalidParameters(errors);
  const { parameters, ignored: besides } = withoutIgnored({
    'customer.ip': ip,
    ...sent,
    ...(sent['createRegistration'] === 'on' && { createRegistration: 'true' }),
    ...checkout.parameters,
  });
  const ignored = [...read.ignored, ...besides];
  // What does not need the CVV is said before anything is opened.
  refuseAny(rulesBetween(parameters, 'checkout.payment').filter(({ name }) => name !== 'card.cvv'));
  const overruled = Object.keys(sent).filter((name) => {
    const merchants = checkout.parameters[name];
    return merchants !== undefined && merchants !== sent[name];
  });
  const { shopperResultUrl } = parameters;
  if (!shopperResultUrl) throw invalidParameter('shopperResultUrl', null, 'is required');
  checkResultUrl(channel, shopperResultUrl);

  // The checkout asks for an exemption where the shopper chooses a card.
  const { 'threeDSecure.exemptionFlag': _, ...asked } = parameters;
  if (asksWithoutCard(parameters) && !sent['registrationId']) {
    const { value, nonce, evidence } = await unsealNumber(
      gateway,
      checkout,
      sent,
      'bankAccount.iban',
    );
    const hasIban = value !== '';
    refuseAny(
      missingMeans(channel, { ...parameters, ...(hasIban && { 'bankAccount.iban': value }) }),
    );
    const fieldEvidence = noticed({ 'bankAccount.iban': evidence });
    const submission = {
      parameters: asked,
      ...(hasIban && { iban: plainIban(value) }),
      ...(nonce && { nonce }),
      ...(fieldEvidence && { fieldEvidence }),
      registration: undefined,
      ignored: [...ignored, ...overruled],
    };
    await screen(submission);
    return submission;
  }

  const inToken = sent['registrationId'] ? undefined : await cardInToken(gateway, channel, asked);
  if (inToken) {
    const { card, token: walletToken } = inToken;
    await refuseUsedToken(db, walletToken, channel.id);
    const submission = {
      card,
      walletToken,
      parameters: { ...asked, ...inToken.parameters },
      registration: undefined,
      ignored: [...ignored, ...overruled],
    };
    await screen(submission);
    return submission;
  }

  const registration = await chosenRegistration(gateway, checkout, sent['registrationId']);
  const stored = registration && (await cardOf(gateway, registration));
  if (registration && !stored) {
    refuseUnprovenAccount(channel, registration);
    const iban = await ibanOf(gateway, registration);
    const account = iban === undefined ? {} : accountOf(registration.parameters);
    const chosen = { ...asked, ...account, paymentBrand: registration.brand };
    refuseAny(rulesBetween({ ...asked, paymentBrand: registration.brand }, 'checkout.payment'));
    const submission = {
      parameters: chosen,
      ...(iban !== undefined && { iban }),
      registration,
      ignored: [...ignored, ...overruled],
    };
    await screen(submission);
    return submission;
  }
  const number = await unsealNumber(gateway, checkout, sent);
  const isOfOlderForm = hasSealedValue(pairs) && !(await knowsCardRules(db, checkout.release));
  const mayLackHolder = sent['card.holderHidden'] === 'true' || isOfOlderForm;
  const card = stored ?? enteredCard(channel, parameters, number.value, mayLackHolder);
  const submission = {
    card,
    ...(number.nonce && { nonce: number.nonce }),
    parameters: registration ? { ...parameters, paymentBrand: registration.brand } : parameters,
    registration,
    ignored: [...ignored, ...overruled],
  };
  if (!(await screen(submission))) return submission;
  const { value, nonce, evidence } = await unsealCvv(gateway, checkout, sent, number);
  // A form of before the rule shows the field all the same.
  const isUnwanted = isOfOlderForm && !registration && isRepeated(parameters);
  const cvv = isUnwanted ? '' : value;
  if (registration && cvv === '') refuseWithoutCvv(channel, registration);
  refuseAny(
    rulesBetween(
      { ...submission.parameters, ...(cvv !== '' && { 'card.cvv': cvv }) },
      'checkout.payment',
    ),
  );
  const fieldEvidence = noticed({ 'card.number': number.evidence, 'card.cvv': evidence });
  return {
    ...submission,
    card: { ...card, ...(cvv !== '' && { cvv }) },
    ...(nonce && { nonce }),
    ...(fieldEvidence && { fieldEvidence }),
  };
}

const STATES: readonly string[] = ['billing.state', 'shipping.state'];

/** What was typed, as the parameters have it. */
const typed = (pairs: Pairs): Pairs =>
  [...pairs].map(([name, value]) => [name, STATES.includes(name) ? subdivisionPart(value) : value]);

/**
 * The order that a submission is for.
 * @param registrarId of a checkout that only stores: who the registration will belong to
 */
export const orderOf = (
  { id, channel }: Checkout,
  { card, iban, walletToken, parameters: sent, registration, fieldEvidence }: Submission,
  registrarId?: string,
): PaymentOrder => {
  const isAgreement = registrarId !== undefined;
  const parameters = isAgreement ? { ...sent, paymentType: REGISTRATION } : sent;
  return placeOrder(channel, parameters, card, {
    checkoutId: id,
    ndc: id,
    resultUrl: parameters['shopperResultUrl'] ?? '',
    createRegistration: !registration && parameters['createRegistration'] === 'true',
    ...(registration && { registrationId: registration.id }),
    ...(iban !== undefined && { iban }),
    ...(fieldEvidence && { fieldEvidence }),
    ...(walletToken && { walletToken }),
    ...(isAgreement && { registrarId }),
    // Else any page could hold the one on which the shopper agrees.
    ...(parameters['inlineFlow'] === 'true' &&
      (channel.settings.mode === 'test' || !isOpenToAnyPage(channel.settings)) && {
        isInline: true,
      }),
  });
};

/** Only a stored card that the merchant's server has put into this checkout can be chosen. */
async function chosenRegistration(
  { db }: GatewayContext,
  { channel, parameters }: Checkout,
  id: string | undefined,
): Promise<Registration | undefined> {
  if (id === undefined) return undefined;
  if (!offeredRegistrations(parameters).some(([, offered]) => offered === id)) {
    throw invalidParameter('registrationId', id, 'is not a registration of this checkout');
  }
  return usableRegistration(db, channel.id, id);
}

/**
 * The CVV tells the owner of a stored card from a stranger with the checkout's id.
 * @throws ApiError where the channel requires it, and the brand has one
 */
function refuseWithoutCvv({ settings }: Checkout['channel'], { brand }: Registration): void {
  if (!requiresStoredCvv(settings) || cvvLengths(brand).includes(0)) return;
  throw new ApiError(400, RESULT.cvvRequired, '', [
    { name: 'card.cvv', value: null, message: 'is required for a stored card on this channel' },
  ]);
}

/**
 * An account has no CVV to tell its owner by: where that is required, it is paid with by the merchant's
 * server, or confirmed at the brand like a new one.
 */
function refuseUnprovenAccount({ settings }: Checkout['channel'], { id }: Registration): void {
  if (!requiresStoredCvv(settings)) return;
  const why = 'has no CVV, which this channel requires of what is stored (storedCardCvv)';
  throw invalidParameter('registrationId', id, why);
}

/**
 * The card as it was typed, demanded like that of a merchant's server.
 * @param mayLackHolder the page has hidden the field
 */
function enteredCard(
  channel: Checkout['channel'],
  { 'card.cvv': _, ...parameters }: ParameterSet,
  number: string,
  mayLackHolder: boolean,
): CardDetails {
  const means = { ...parameters, ...(number !== '' && { 'card.number': number }) };
  const missing = missingMeans(channel, means);
  refuseAny(missing.filter(({ name }) => !(mayLackHolder && name === 'card.holder')));
  return cardFrom(means);
}

function refuseAny(errors: readonly ParameterError[]): void {
  if (errors.length > 0) throw invalidParameters(errors);
}
