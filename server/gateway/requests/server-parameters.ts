/** Requests of the merchant's server, as far as they are read alike. */
import { isCardBrand } from '../../../contract/card-brands.ts';
import type { Operation } from '../../../contract/catalogue.ts';
import { asksWithoutCard, OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { rulesBetween } from '../../../contract/parameter-rules.ts';
import { type ParameterSet, readParameters } from '../../../contract/parameters.ts';
import type { ParameterError } from '../../../contract/result.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { tokenParameter, WALLETS } from '../../../contract/wallets.ts';
import { type Channel, offersBrand, offersOtherBrand } from '../entities/index.ts';
import { ApiError, invalidParameters } from './api-error.ts';
import { checkResultUrl } from './shopper-result-url.ts';

/** Names and values, decoded, in the order sent. */
export type Pairs = Iterable<readonly [string, string]>;

/**
 * The parameters of a request, checked by themselves and with each other.
 * @param more rules of the operation
 * @throws ApiError naming everything that is wrong
 */
export function readServerParameters(
  channel: Channel,
  pairs: Pairs,
  operation: Operation,
  more: (channel: Channel, parameters: ParameterSet) => readonly ParameterError[] = () => [],
): { parameters: ParameterSet; ignored: readonly string[] } {
  const { strictCustomerData } = channel.settings;
  const read = readParameters(pairs, operation, { strictCustomerData });
  const { parameters, ignored } = read;
  const errors = [
    ...read.errors,
    ...rulesBetween(parameters, operation),
    ...channelRules(channel, parameters),
    ...more(channel, parameters),
  ].filter(({ name }, n, all) => all.findIndex((other) => other.name === name) === n);
  if (errors.length > 0) throw invalidParameters(errors);
  if (parameters['shopperResultUrl']) checkResultUrl(channel, parameters['shopperResultUrl']);
  return { parameters, ignored };
}

/** Ids of the short-id risk screening service. */
const SCREENING_LENGTHS = { 'risk.channelId': 12, 'risk.serviceId': 1 } as const;

/** Mistakes that only the channel's settings make mistakes. */
function channelRules(channel: Channel, parameters: ParameterSet): ParameterError[] {
  if (!channel.settings.riskScreening) return [];
  return Object.entries(SCREENING_LENGTHS)
    .filter(([name, length]) => [...(parameters[name] ?? '')].length > length)
    .map(([name, length]) => ({
      name,
      value: parameters[name] ?? null,
      message: `must be up to ${length} characters with this channel's screening service`,
    }));
}

/**
 * What has to be sent of the means of payment: the card, the account that is debited, or what a voucher
 * names. Other brands ask the shopper themselves.
 * @throws ApiError where nothing would help, since the channel does not offer the brand
 */
export function missingMeans(channel: Channel, parameters: ParameterSet): ParameterError[] {
  const { paymentBrand: brand } = parameters;
  const wallet = WALLETS.get(brand ?? '');
  const other = OTHER_BRANDS.get(brand ?? '');
  const isOther = wallet !== undefined || other !== undefined;
  const required =
    asksWithoutCard(parameters) &&
    other?.fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const means = wallet ? [tokenParameter(wallet)] : required || CARD;
  const missing = means.filter((name) => parameters[name] === undefined);
  if (brand !== undefined && (isOther || missing.length > 0)) refuseUnlessOffered(channel, brand);
  return missing.map((name) => ({ name, value: null, message: 'is required' }));
}

/** @throws ApiError where the channel does not offer a brand, at all or for a payment type */
export function refuseUnlessOffered(
  { settings }: Channel,
  brand: string,
  paymentType?: string,
): void {
  const offers = isCardBrand(brand) ? offersBrand : offersOtherBrand;
  if (offers(settings, brand, paymentType)) return;
  const use = paymentType === undefined ? 'here' : `for ${paymentType} here`;
  throw new ApiError(400, RESULT.notConfiguredForPayment, '', [
    { name: 'paymentBrand', value: brand, message: `is not offered ${use}` },
  ]);
}

const CARD = ['card.number', 'card.holder', 'card.expiryMonth', 'card.expiryYear'];
