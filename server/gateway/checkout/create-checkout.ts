/** What the merchant's server wants to be paid: `POST /v1/checkouts`, and changes of it. */

import { rulesBetween, storesOnly } from '../../../contract/parameter-rules.ts';
import { type ParameterSet, readParameters, withoutIgnored } from '../../../contract/parameters.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { channelNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import {
  allowsOrigin,
  allowsRegistrations,
  type Channel,
  findEntity,
  listedOrigins,
} from '../entities/index.ts';
import { newCheckoutId } from '../ids.ts';
import { installmentsOf, minorUnitsOf } from '../order/index.ts';
import { modeOf, refuseSimulatedRegistration } from '../processors/index.ts';
import {
  CHECKOUT_VALIDITY_MS,
  type Checkout,
  checkoutToRow,
  findCheckout,
  refuseUnlessOpen,
  usableRegistration,
} from '../records/index.ts';
import {
  ApiError,
  channelRules,
  checkResultUrl,
  foreignOrigin,
  invalidParameter,
  invalidParameters,
  noSuchCheckout,
  type Pairs,
  readServerParameters,
} from '../requests/index.ts';

/** What was understood of a request, and what was not. */
export interface Accepted {
  readonly checkoutId: string;
  readonly parameters: ParameterSet;
  readonly ignored: readonly string[];
}

/** `POST /v1/checkouts`. */
export async function createCheckout(
  db: Database,
  channel: Channel,
  release: string,
  pairs: Pairs,
): Promise<Accepted> {
  const { parameters, ignored } = readServerParameters(channel, pairs, 'checkout');
  await checkTogether(db, channel, parameters);
  const id = newCheckoutId(channel.settings.mode);
  const now = channelNow(channel.clockOffsetMs);
  await db
    .insertInto('checkouts')
    .values(
      checkoutToRow({
        id,
        entityId: channel.id,
        release,
        parameters,
        createdAt: now,
        expiresAt: now + CHECKOUT_VALIDITY_MS,
        payingId: null,
        paidId: null,
        latestId: null,
        resultUrl: null,
        callDueAt: null,
        callLeaseUntil: null,
        callAttempts: 0,
      }),
    )
    .execute();
  return { checkoutId: id, parameters, ignored };
}

/** `cart.items` of `cart.items[3].name`; undefined of what is in no list. */
const listOf = (name: string): string | undefined => /^([\w.]+)\[\d+\]\./.exec(name)?.[1];

/** What stays of a checkout when these are sent: a list that is sent takes the place of the whole list. */
function withoutReplacedLists(known: ParameterSet, sent: ParameterSet): ParameterSet {
  const lists = new Set(Object.keys(sent).map(listOf));
  lists.delete(undefined);
  return Object.fromEntries(Object.entries(known).filter(([name]) => !lists.has(listOf(name))));
}

/**
 * `POST /v1/checkouts/{id}`: replaces the parameters and the lists that are sent, until the checkout is paid.
 * While a payment is with the connector nothing changes: it is paid with what was known then.
 */
export async function updateCheckout(
  db: Database,
  checkout: Checkout,
  pairs: Pairs,
): Promise<Accepted> {
  const { channel } = checkout;
  refuseUnlessOpen(checkout);
  const { strictCustomerData } = channel.settings;
  const { parameters, errors, ignored } = readParameters(pairs, 'checkout.update', {
    strictCustomerData,
    known: checkout.parameters,
  });
  if (errors.length > 0) throw invalidParameters(errors);
  // Whose card it will be is settled at its creation.
  const { entityId = channel.id } = checkout.parameters;
  const kept = withoutReplacedLists(checkout.parameters, parameters);
  const all = withoutIgnored({ ...kept, ...parameters, entityId });
  const merged = all.parameters;
  const contradictions = [...rulesBetween(merged, 'checkout'), ...channelRules(channel, merged)];
  if (contradictions.length > 0) throw invalidParameters(contradictions);
  if (!storesOnly(merged) && (await ownerToBe(db, checkout)) !== channel.id) {
    const { paymentType = null } = merged;
    throw invalidParameter('paymentType', paymentType, 'a division only stores cards');
  }
  // A card that it offers already may be gone by now: it is not paid with then.
  await checkTogether(db, channel, merged, parameters);
  const { numUpdatedRows } = await db
    .updateTable('checkouts')
    .set(checkoutToRow({ parameters: merged }))
    .where('id', '=', checkout.id)
    .where('parameters', '=', JSON.stringify(checkout.parameters))
    .where('paid_id', 'is', null)
    .where('paying_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    const current = await findCheckout(db, checkout.id);
    if (!current) throw noSuchCheckout();
    if (current.payingId === null) return updateCheckout(db, current, pairs);
    throw new ApiError(400, RESULT.invalidParameter, 'a payment of this checkout is being made');
  }
  return {
    checkoutId: checkout.id,
    parameters: merged,
    ignored: [...ignored, ...all.ignored],
  };
}

/**
 * What browsers post has to come from a page that may show the form, whether card data is sealed in it
 * or not. Browsers say `null` of a plain form on a page that sends no referrer.
 * @param origin header of the request; undefined for one that no page has made
 * @throws ApiError (403)
 */
export function refuseForeignOrigin({ channel }: Checkout, origin: string | undefined): void {
  const { settings } = channel;
  const isAny = origin === undefined || listedOrigins(settings).length === 0;
  if (!isAny && !allowsOrigin(settings, origin)) throw foreignOrigin(origin);
}

/**
 * A registration is paid with from a page that may show it, so a post without a page pays with none.
 * @throws ApiError (403)
 */
export function refuseRegistrationFrom({ channel }: Checkout, origin: string | undefined): void {
  if (allowsRegistrations(channel.settings, origin)) return;
  if (origin !== undefined) throw foreignOrigin(origin);
  throw new ApiError(
    403,
    RESULT.invalidParameter,
    'a stored card is paid from a page of an origin that this channel lists: the header Origin is missing',
  );
}

/**
 * What can be told only of all parameters of a checkout together.
 * @param sent with this request
 */
async function checkTogether(
  db: Database,
  channel: Channel,
  parameters: ParameterSet,
  sent = parameters,
): Promise<void> {
  const { amount, currency, paymentType = '', shopperResultUrl } = parameters;
  if (amount && currency) {
    const subject = { amount: minorUnitsOf(amount, currency), currency, paymentType };
    installmentsOf(channel, parameters, subject);
  }
  if (shopperResultUrl) checkResultUrl(channel, shopperResultUrl);
  for (const [name, id] of offeredRegistrations(sent)) {
    await usableRegistration(db, channel.id, id).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      throw invalidParameter(name, id, 'is not a registration of this channel');
    });
  }
  const mode = modeOf(channel, parameters);
  const storesOrOffers =
    parameters['createRegistration'] === 'true' || offeredRegistrations(parameters).length > 0;
  if (storesOrOffers) refuseSimulatedRegistration(channel, mode);
}

/**
 * Whose a registration of the checkout will be: that of the division which it was made for, whose
 * channels then share the card, as with `POST /v1/registrations`; otherwise its channel's.
 */
export async function ownerToBe(db: Database, { channel, parameters }: Checkout): Promise<string> {
  const { entityId } = parameters;
  if (entityId === undefined || !storesOnly(parameters)) return channel.id;
  return (await findEntity(db, entityId))?.kind === 'division' ? entityId : channel.id;
}

/** What a checkout offers its shopper of what is stored, by its number: `registrations[n].id`. */
export const offeredRegistrations = (parameters: ParameterSet): [name: string, id: string][] => {
  const numberIn = (name: string) => Number(/\d+/.exec(name));
  return Object.entries(parameters)
    .filter(([name]) => name.startsWith('registrations['))
    .sort(([one], [other]) => numberIn(one) - numberIn(other));
};
