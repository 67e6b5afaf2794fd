/** The velocity rules on cards that are only stored: their processor may tell whether they are good. */
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import { brandFor, checkCard } from '../order/index.ts';
import { ApiError } from '../requests/index.ts';
import { noteDeclined, type Screening, screenCard, withdrawAttempt } from '../risk/index.ts';

/** What the processor said of the card; all else is what the gateway found wrong by itself. */
export class RefusedByProcessor extends ApiError {}

/** @returns undefined for a card with a mistake of typing, which is not counted */
export async function screenToStore(
  gateway: GatewayContext,
  channel: Channel,
  { card, parameters }: { card?: CardDetails; parameters: ParameterSet },
  where: { checkoutId?: string; address?: string | undefined },
): Promise<Screening | undefined> {
  const brand = card && brandIfValid(channel, card, parameters);
  if (!card || brand === undefined) return undefined;
  return screenCard(gateway, {
    ...where,
    channel,
    number: card.number,
    brand,
    email: parameters['customer.email'],
    remedy: 'store',
  });
}

function brandIfValid(
  channel: Channel,
  card: CardDetails,
  parameters: ParameterSet,
): string | undefined {
  try {
    const brand = brandFor(channel, parameters, card.number);
    checkCard(card, brand, channel);
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
