/** What has to hold between the parameters of a payment, its channel and its card. */

import { CARD_BRANDS, detectBrands, isNumberOfBrand } from '../../../contract/card-brands.ts';
import { toMinorUnits } from '../../../contract/currency.ts';
import { installmentPlan, refuseInstallments } from '../../../contract/installments.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { Parameters } from '../../../contract/parameters.ts';
import type { ParameterError } from '../../../contract/result.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { channelNow } from '../../store/clock.ts';
import { offersBrand, offersOtherBrand } from '../entities/channel-settings.ts';
import type { Channel } from '../entities/entities.ts';
import { invalidParameter, Refusal } from './api-error.ts';

/** Ids of the short-id risk screening service. */
const SCREENING_LENGTHS = { 'risk.channelId': 12, 'risk.serviceId': 1 } as const;

/** Mistakes that only the channel's settings make mistakes. */
export function channelRules(channel: Channel, parameters: Parameters): ParameterError[] {
  if (!channel.settings.riskScreening) return [];
  return Object.entries(SCREENING_LENGTHS)
    .filter(([name, length]) => [...(parameters[name] ?? '')].length > length)
    .map(([name, length]) => ({
      name,
      value: parameters[name] ?? null,
      message: `must be up to ${length} characters with this channel's screening service`,
    }));
}

/** What a server has to send of its means of payment: the card, or the account. */
export function missingMeans(parameters: Parameters): ParameterError[] {
  const kind = OTHER_BRANDS.get(parameters['paymentBrand'] ?? '');
  const names = kind === undefined ? CARD : kind === 'virtualAccount' ? [ACCOUNT] : [];
  return names
    .filter((name) => parameters[name] === undefined)
    .map((name) => ({ name, value: null, message: 'is required' }));
}

const CARD = ['card.number', 'card.holder', 'card.expiryMonth', 'card.expiryYear'];
const ACCOUNT = 'virtualAccount.accountId';

/** Brands whose numbers can be told from others. */
const TELLING = Object.keys(CARD_BRANDS).filter((brand) => !isNumberOfBrand('', brand));

/**
 * The brand that was named, or the one that the number tells.
 * @throws Refusal when there is none, or the channel does not offer it
 */
export function brandFor(
  { settings }: Channel,
  parameters: Parameters,
  number: string | undefined,
  paymentType?: string,
): string {
  const brand = parameters['paymentBrand'] ?? detectBrands(number ?? '', TELLING)[0];
  if (brand === undefined) {
    throw invalidParameter('paymentBrand', null, 'is required: the card number does not tell it');
  }
  if (OTHER_BRANDS.has(brand) && (number !== undefined || paymentType === 'CD')) {
    throw new Refusal(
      400,
      RESULT.brandNotValidForMethod,
      `${brand} cannot be used in this request`,
    );
  }
  const offers = OTHER_BRANDS.has(brand) ? offersOtherBrand : offersBrand;
  if (!offers(settings, brand, paymentType)) {
    const use = paymentType === undefined ? 'here' : `for ${paymentType} here`;
    throw new Refusal(400, RESULT.notConfiguredForPayment, '', [
      { name: 'paymentBrand', value: brand, message: `is not offered ${use}` },
    ]);
  }
  return brand;
}

/**
 * The amount in smallest units.
 * @throws Refusal for nothing, or a fraction that the currency cannot have
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
 * @throws Refusal naming the parameter at fault
 */
export function installmentsOf(
  { settings }: Channel,
  parameters: Parameters,
  { amount, currency, paymentType }: { amount: number; currency: string; paymentType: string },
): number[] | undefined {
  const asked = parameters['recurring.numberOfInstallments'];
  if (asked === undefined) return undefined;
  const count = Number(asked);
  const { country, maxInstallments: maximum } = settings;
  const refused = refuseInstallments({ count, amount, currency, paymentType, country, maximum });
  if (refused)
    throw invalidParameter(refused.name, parameters[refused.name] ?? null, refused.message);
  return installmentPlan(amount, count, currency);
}

/** What is filled in where the merchant sent nothing (gateway-api.md, "Risk parameters"). */
export function riskDefaults(
  { clockOffsetMs }: Channel,
  parameters: Parameters,
  brand: string,
): Parameters {
  if (!Object.keys(parameters).some((name) => name.startsWith('risk.'))) return {};
  const now = new Date(channelNow(clockOffsetMs)).toISOString();
  return {
    'risk.brand': parameters['risk.brand'] ?? brand,
    'risk.orderTimestamp': parameters['risk.orderTimestamp'] ?? now.slice(0, 19).replace('T', ' '),
  };
}
