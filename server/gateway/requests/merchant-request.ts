/**
 * Requests of the merchant's server, as far as they are read alike: which entity they are for (`entityId`,
 * or the access token's own, gateway-api.md), and their parameters.
 */
import { isCardBrand } from '../../../contract/card-brands.ts';
import type { Operation } from '../../../contract/catalogue.ts';
import { asksWithoutCard, OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { rulesBetween } from '../../../contract/parameter-rules.ts';
import { type ParameterSet, readParameters } from '../../../contract/parameters.ts';
import type { ParameterError } from '../../../contract/result.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { tokenParameter, WALLETS } from '../../../contract/wallets.ts';
import type { Database } from '../../store/database.ts';
import {
  allowsOrigin,
  type Channel,
  channelsWithin,
  type Entity,
  findChannel,
  findEntity,
  isWithin,
  offersBrand,
  offersOtherBrand,
} from '../entities/index.ts';
import { ApiError, invalidParameter, invalidParameters } from './api-error.ts';

const notYours = (entityId: string | undefined) =>
  entityId === undefined
    ? invalidParameter('entityId', null, 'is required: the access token is not for a channel')
    : invalidParameter('entityId', entityId, 'is not a channel of this access token');

/**
 * An entity of any kind in the tree of the token's entity.
 * @throws ApiError naming `entityId`
 */
export async function requestedAny(
  db: Database,
  tokenEntityId: string,
  id: string = tokenEntityId,
): Promise<Entity> {
  const entity = await findEntity(db, id);
  if (!entity || !(await isWithin(db, entity, tokenEntityId))) {
    throw invalidParameter('entityId', id, 'is not an entity of this access token');
  }
  return entity;
}

/**
 * A channel in the tree of the token's entity. A merchant's id stands for the channel that lists it
 * in its setting `dispatching`.
 * @throws ApiError naming `entityId`
 */
export async function requestedChannel(
  db: Database,
  tokenEntityId: string,
  entityId: string | undefined,
): Promise<Channel> {
  const id = entityId ?? tokenEntityId;
  const channel = await findChannel(db, id);
  if (channel) {
    if (await isWithin(db, channel, tokenEntityId)) return channel;
    throw notYours(entityId);
  }
  const dispatched = (await channelsWithin(db, tokenEntityId)).find(({ settings }) =>
    settings.dispatching.includes(id),
  );
  if (!dispatched) throw notYours(entityId);
  return dispatched;
}

/**
 * Who a registration belongs to: a channel, or a division, whose first channel then does the work.
 * @throws ApiError naming `entityId`
 */
export async function requestedRegistrar(
  db: Database,
  tokenEntityId: string,
  entityId: string | undefined,
): Promise<{ channel: Channel; entityId: string }> {
  const division = entityId === undefined ? undefined : await findEntity(db, entityId);
  if (division?.kind !== 'division') {
    const channel = await requestedChannel(db, tokenEntityId, entityId);
    return { channel, entityId: channel.id };
  }
  const [channel] = await channelsWithin(db, division.id);
  if (!channel || !(await isWithin(db, division, tokenEntityId))) throw notYours(entityId);
  return { channel, entityId: division.id };
}

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
  known: ParameterSet = {},
): { parameters: ParameterSet; ignored: readonly string[] } {
  const { strictCustomerData } = channel.settings;
  const read = readParameters(pairs, operation, { strictCustomerData });
  const { parameters, ignored } = read;
  const errors = [
    ...read.errors,
    ...rulesBetween({ ...known, ...parameters }, operation),
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
export function channelRules(channel: Channel, parameters: ParameterSet): ParameterError[] {
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

/**
 * Checks a `shopperResultUrl` whose format is right already.
 * @throws ApiError when the channel lists origins and this is none of them
 */
export function checkResultUrl(channel: Channel, url: string): void {
  if (!allowsOrigin(channel.settings, new URL(url).origin)) {
    throw invalidParameter(
      'shopperResultUrl',
      url,
      `must be on one of the origins of this channel: ${channel.settings.origins.join(', ')}`,
    );
  }
}

const CARD = ['card.number', 'card.holder', 'card.expiryMonth', 'card.expiryYear'];
