/** Headers of answers: for any page on any origin, and for what was not understood. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { maskedText } from '../../contract/card-numbers-in-text.ts';
import { lookingLikeCardNumbers } from '../../contract/parameters.ts';

/** Such answers never depend on cookies. */
export const PUBLIC_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-ignored-parameters, x-possible-card-numbers',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
} as const;

/** A route hook. Set first, so that the page can read refusals too. */
export async function allowAnyOrigin(
  _request: FastifyRequest | undefined,
  reply: FastifyReply,
): Promise<void> {
  reply.headers(PUBLIC_HEADERS);
}

const MAX_LENGTH = 2048;

/** Names what was not understood. */
export const addIgnoredParameters = (reply: FastifyReply, names: readonly string[]): void =>
  list(reply, 'x-ignored-parameters', names);

/**
 * Names what was taken as it is and looks like a card number: a reference of the merchant that has such
 * digits by chance, or a mistake that the merchant has to mend.
 */
export const addPossibleCardNumbers = (
  reply: FastifyReply,
  pairs: Iterable<readonly [string, string]>,
): void => list(reply, 'x-possible-card-numbers', lookingLikeCardNumbers(pairs));

/** Names the channel that has to draw a key before its `notificationUrl` can be told anything. */
export const addMissingKey = (reply: FastifyReply, channelId: string | undefined): void =>
  list(reply, 'x-missing-notification-key', channelId === undefined ? [] : [channelId]);

/**
 * Names come from the client: what cannot stand in a header is percent-encoded, the rest cut. A card
 * number that was sent as a name does not come back.
 */
function list(reply: FastifyReply, header: string, names: readonly string[]): void {
  if (names.length === 0) return;
  const shown = names.map((name) =>
    maskedText(name).replace(/[^\x21-\x7e]|[,%]/gu, encodeURIComponent),
  );
  reply.header(header, shown.join(', ').slice(0, MAX_LENGTH));
}
