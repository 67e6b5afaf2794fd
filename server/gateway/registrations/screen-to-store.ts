/**
 * The velocity rules on cards and bank accounts that are only stored: a card's processor may tell whether
 * it is good.
 */
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import { bankAccountParameters, brandFor, checkCard } from '../order/index.ts';
import { ApiError } from '../requests/index.ts';
import { noteDeclined, type Screening, screenAttempt, withdrawAttempt } from '../risk/index.ts';

/** What the processor said of the card; all else is what the gateway found wrong by itself. */
export class RefusedByProcessor extends ApiError {}

/** @returns undefined for one with a mistake of typing, which is not counted */
export async function screenToStore(
  gateway: GatewayContext,
  channel: Channel,
  means: Means,
  where: { checkoutId?: string; address?: string | undefined },
): Promise<Screening | undefined> {
  const { card, iban, parameters } = means;
  const number = card?.number ?? iban;
  const brand = brandIfValid(channel, means);
  if (number === undefined || brand === undefined) return undefined;
  return screenAttempt(gateway, {
    ...where,
    channel,
    number,
    brand,
    email: parameters['customer.email'],
    remedy: 'store',
  });
}

/** A card or a bank account that is to be stored. */
interface Means {
  readonly card?: CardDetails;
  readonly iban?: string;
  readonly parameters: ParameterSet;
}

function brandIfValid(channel: Channel, { card, iban, parameters }: Means): string | undefined {
  try {
    const brand = brandFor(channel, parameters, card?.number);
    if (card) checkCard(card, brand, channel);
    if (iban !== undefined) bankAccountParameters(channel, parameters, brand, iban);
    return brand;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/**
 * Stores the card, and counts a processor's refusal. A card that is stored does not excuse others, as a
 * payment does: not every processor looks at it. What fails in another way is no attempt.
 * @param screeningOf asked when it is over: `store` may screen the card itself
 */
export async function storeScreened<T>(
  gateway: GatewayContext,
  screeningOf: () => Screening | undefined,
  store: () => Promise<T>,
): Promise<T> {
  try {
    const stored = await store();
    const screening = screeningOf();
    if (screening) await withdrawAttempt(gateway, screening);
    return stored;
  } catch (error) {
    const screening = screeningOf();
    const code = error instanceof RefusedByProcessor ? error.result.code : '';
    const isRefused = error instanceof ApiError && error.result.code === screening?.resultCode;
    if (screening && !isRefused) await noteDeclined(gateway, screening, code);
    throw error;
  }
}
