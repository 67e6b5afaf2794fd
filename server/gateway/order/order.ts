/** What is to be paid, with everything checked that needs brand, amount and card together. */

import { CARD_BRANDS, detectBrands, isNumberOfBrand } from '../../../contract/card-brands.ts';
import { AUTHENTICATION, REGISTRATION } from '../../../contract/catalogue.ts';
import { toAmount, toMinorUnits } from '../../../contract/currency.ts';
import type { NoticedEvidence } from '../../../contract/field-evidence.ts';
import { installmentPlan, refuseInstallments } from '../../../contract/installments.ts';
import { isOtherBrand } from '../../../contract/is-other-brand.ts';
import { cardBrandOf } from '../../../contract/other-brands.ts';
import { isShopperPresent } from '../../../contract/parameter-rules.ts';
import { echoedParameters, type ParameterSet } from '../../../contract/parameters.ts';
import type { PaymentMode } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import { channelNow } from '../../store/clock.ts';
import { brandsOfBin, type Channel } from '../entities/index.ts';
import {
  modeOf,
  refuseBeyondCapabilities,
  refuseSimulatedRegistration,
} from '../processors/index.ts';
import { ApiError, invalidParameter, refuseUnlessOffered } from '../requests/index.ts';
import type { TokenFingerprint } from '../wallets/index.ts';
import { bankAccountParameters, checkCard, refuseItsIbanIn, refuseItsNumberIn } from './means.ts';

/** A payment that is to be made: everything checked, nothing written yet. */
export interface PaymentOrder {
  readonly channel: Channel;
  readonly checkoutId: string | null;
  /** The request's id. */
  readonly ndc: string;
  /** PA, DB or CD; or what moves nothing, 3D or RG. */
  readonly paymentType: string;
  readonly brand: string;
  /** Smallest units of the currency; 0 where nothing is moved. */
  readonly amount: number;
  readonly currency: string;
  readonly mode: PaymentMode;
  /** Absent for brands that are no cards. */
  readonly card?: CardDetails;
  /** Of the bank account that is debited, whole: goes to the connector and the vault only. */
  readonly iban?: string;
  /** Of a wallet: the token that the card was in. */
  readonly walletToken?: TokenFingerprint;
  /** Goes to the connector only. */
  readonly accountPassword?: string;
  /** What answers repeat. */
  readonly parameters: ParameterSet;
  /** The stored card, or agreement, that is used. */
  readonly registrationId?: string;
  /** Told of what becomes of the payment. */
  readonly notificationUrl?: string;
  /** Where the shopper goes at the end. */
  readonly resultUrl?: string;
  /** Origin of the page that the shopper pays on. */
  readonly embedder?: string;
  /** What the frames saw a page do while the card was typed. */
  readonly fieldEvidence?: NoticedEvidence;
  /** The shopper's page wants the brand's in a frame. */
  readonly isInline?: boolean;
  /** The authentication that it uses. */
  readonly authenticationId?: string;
  /** The schedule that makes it. */
  readonly scheduleId?: string;
  /** Of an agreement without a payment: who its registration will belong to. */
  readonly registrarId?: string;
  /** Store the card, or agree to later payments, if this one succeeds. */
  readonly createRegistration: boolean;
}

/**
 * @param parameters each right by itself, amount and currency among them
 * @throws ApiError naming what is wrong
 */
export function placeOrder(
  channel: Channel,
  parameters: ParameterSet,
  card: CardDetails | undefined,
  subject: Pick<
    PaymentOrder,
    | 'checkoutId'
    | 'ndc'
    | 'createRegistration'
    | 'registrationId'
    | 'resultUrl'
    | 'fieldEvidence'
    | 'scheduleId'
    | 'iban'
    | 'walletToken'
    | 'isInline'
    | 'registrarId'
  >,
): PaymentOrder {
  if (card) refuseItsNumberIn(parameters, card.number);
  if (subject.iban !== undefined) refuseItsIbanIn(parameters, subject.iban);
  const mode = modeOf(channel, parameters);
  if (subject.createRegistration || subject.registrationId)
    refuseSimulatedRegistration(channel, mode);
  const isAgreement = parameters['paymentType'] === REGISTRATION;
  const { amount: sentAmount = '', currency = '' } = isAgreement ? {} : parameters;
  const amount = isAgreement ? 0 : minorUnitsOf(sentAmount, currency);
  const anyType = parameters['paymentType'] ?? '';
  const typed = card?.wallet ? undefined : card?.number;
  const guess = brandFor(channel, parameters, typed);
  if (card && cardBrandOf(guess) !== guess && !isShopperPresent(parameters)) {
    throw invalidParameter(
      'paymentBrand',
      guess,
      'needs its shopper, whom the issuer of its card asks: the card has no CVV',
    );
  }
  const override = isAgreement ? undefined : parameters[`overridePaymentType[${guess}]`];
  const paymentType = override ?? anyType;
  // What moves nothing is offered with the brand, not with a payment type of it.
  const offered = [AUTHENTICATION, REGISTRATION].includes(paymentType) ? undefined : paymentType;
  const brand = brandFor(channel, parameters, typed, offered);
  const cardBrand = card?.wallet?.cardBrand ?? brand;
  if (card) checkCard(card, cardBrand, channel);
  const { iban } = subject;
  const account = iban === undefined ? {} : bankAccountParameters(channel, parameters, brand, iban);
  const plan = installmentsOf(channel, parameters, { amount, currency, paymentType });
  const installments = plan !== undefined;
  refuseBeyondCapabilities(channel, mode, {
    brand: cardBrand,
    isWallet: card?.wallet !== undefined,
    currency,
    paymentType,
    installments,
  });
  const accountPassword = parameters['virtualAccount.password'];
  return {
    ...subject,
    channel,
    paymentType,
    brand,
    amount,
    currency,
    mode,
    ...(parameters['notificationUrl'] && { notificationUrl: parameters['notificationUrl'] }),
    ...(card && { card }),
    ...(accountPassword !== undefined && { accountPassword }),
    parameters: {
      ...echoedParameters(parameters),
      ...account,
      ...riskDefaults(channel, parameters, brand),
      ...planParameters(plan, currency),
    },
  };
}

const brandOfNumber = ({ settings }: Channel, number: string): string | undefined =>
  brandsOfBin(number, settings)[0] ?? detectBrands(number, TELLING)[0];

/** Brands whose numbers can be told from others. */
const TELLING = Object.keys(CARD_BRANDS).filter((brand) => !isNumberOfBrand('', brand));

/**
 * The brand that was named, or the one that the number tells: of those that the channel offers first, since
 * many cards have two.
 * @throws ApiError when there is none, or the channel does not offer it
 */
export function brandFor(
  channel: Channel,
  parameters: ParameterSet,
  number: string | undefined,
  paymentType?: string,
): string {
  const brand = parameters['paymentBrand'] ?? brandOfNumber(channel, number ?? '');
  if (brand === undefined) {
    throw invalidParameter('paymentBrand', null, 'is required: the card number does not tell it');
  }
  const isMeans = number === undefined || cardBrandOf(brand) !== brand;
  if (isOtherBrand(brand) && (!isMeans || paymentType === 'CD')) {
    throw new ApiError(
      400,
      RESULT.brandNotValidForMethod,
      `${brand} cannot be used in this request`,
    );
  }
  refuseUnlessOffered(channel, brand, paymentType);
  return brand;
}

/**
 * The amount in smallest units.
 * @throws ApiError for nothing, or a fraction that the currency cannot have
 */
export function minorUnitsOf(amount: string, currency: string): number {
  const minorUnits = toMinorUnits(amount, currency);
  if (minorUnits === undefined) {
    throw invalidParameter('amount', amount, `${currency} has no such fraction`);
  }
  if (minorUnits === 0) throw invalidParameter('amount', amount, 'must be more than 0');
  return minorUnits;
}

/**
 * The plan of the installments that were asked for, in smallest units.
 * @throws ApiError naming the parameter at fault
 */
export function installmentsOf(
  { settings }: Channel,
  parameters: ParameterSet,
  { amount, currency, paymentType }: { amount: number; currency: string; paymentType: string },
): number[] | undefined {
  const asked = parameters['recurring.numberOfInstallments'];
  if (asked === undefined) return undefined;
  const count = Number(asked);
  const { country, maxInstallments: maximum } = settings;
  // An authentication is for a payment that comes later.
  const type = paymentType === AUTHENTICATION ? 'DB' : paymentType;
  const refused = refuseInstallments({
    ...{ count, amount, currency, country, maximum },
    paymentType: type,
  });
  if (refused)
    throw invalidParameter(refused.name, parameters[refused.name] ?? null, refused.message);
  return installmentPlan(amount, count, currency);
}

/** What is filled in where the merchant sent nothing (gateway-api.md, "Risk parameters"). */
export function riskDefaults(
  { clockOffsetMs }: Channel,
  parameters: ParameterSet,
  brand: string,
): ParameterSet {
  if (!Object.keys(parameters).some((name) => name.startsWith('risk.'))) return {};
  const now = new Date(channelNow(clockOffsetMs)).toISOString();
  return {
    'risk.brand': parameters['risk.brand'] ?? brand,
    'risk.orderTimestamp': parameters['risk.orderTimestamp'] ?? now.slice(0, 19).replace('T', ' '),
  };
}

/** The parts of an installment plan as parameters: `recurring.installments[n].amount`. */
const planParameters = (plan: readonly number[] = [], currency: string): ParameterSet =>
  Object.fromEntries(
    plan.map((part, n) => [`recurring.installments[${n}].amount`, toAmount(part, currency)]),
  );
