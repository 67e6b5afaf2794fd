/** What happens to a stored card: the sandbox plays what comes from outside, its merchant extends its life. */

import { accepts } from '../../../contract/format.ts';
import { findRow } from '../../../contract/parameters.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { RegistrationStage } from '../../notifications/domain-event.ts';
import { channelNow } from '../../store/clock.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { ShownCard } from '../../store/records/payment.ts';
import type { Registration } from '../../store/records/registration.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import { changeRegistration } from '../payment/index.ts';
import { lifeOf, usableRegistration } from '../records/index.ts';
import { ApiError, invalidParameter } from '../requests/index.ts';

/**
 * Revokes a registration as its consumer or its provider would. It stays until the merchant deletes
 * it, but nothing can be paid with it any more.
 * @throws ApiError
 */
export async function revokeRegistration(
  gateway: GatewayContext,
  channel: Channel,
  registrationId: string,
  by = '',
): Promise<Registration> {
  if (by !== 'consumer' && by !== 'provider') {
    throw invalidParameter('by', by || null, 'must be consumer or provider');
  }
  const changes = { revokedAt: channelNow(channel.clockOffsetMs), revokedBy: by } as const;
  await usableRegistration(gateway.db, channel.id, registrationId);
  return change(gateway, channel, registrationId, changes, `revoked_by_${by}`);
}

/**
 * Brings a stored card's expiry up to date, as an account updater of its scheme would.
 * @param expiry `card.expiryMonth` and `card.expiryYear`
 * @throws ApiError
 */
export async function updateExpiry(
  gateway: GatewayContext,
  channel: Channel,
  registrationId: string,
  expiry: { readonly month?: string | undefined; readonly year?: string | undefined },
): Promise<Registration> {
  const expiryMonth = checked('card.expiryMonth', expiry.month);
  const expiryYear = checked('card.expiryYear', expiry.year);
  const before = await usableRegistration(gateway.db, channel.id, registrationId);
  const card = { ...cardIn(before), expiryMonth, expiryYear };
  const changes = { card, ...lifeOf({ ...before, card }) };
  return change(gateway, channel, registrationId, changes, 'changed');
}

/**
 * `POST /v1/registrations/{id}/extendlife`: the card is kept for 24 months longer. Asked for again, it
 * stays at that.
 * @param entityId the channel's, or that of a division above it
 * @throws ApiError
 */
export async function extendLife(
  gateway: GatewayContext,
  channel: Channel,
  entityId: string,
  registrationId: string,
): Promise<Registration> {
  const before = await usableRegistration(gateway.db, entityId, registrationId);
  cardIn(before);
  if (before.lifeExtendedAt !== null) return before;
  const lifeExtendedAt = channelNow(channel.clockOffsetMs);
  const changes = lifeOf({ ...before, lifeExtendedAt });
  return change(gateway, channel, registrationId, changes, 'changed');
}

/** @throws ApiError for a brand that is no card */
function cardIn({ brand, card }: Registration): ShownCard {
  if (card) return card;
  throw new ApiError(400, RESULT.brandNotValidForMethod, `${brand} has no expiry date`);
}

function checked(name: string, value = ''): string {
  const format = findRow(name)?.row.format;
  if (!format || !accepts(format, value)) {
    throw invalidParameter(name, value || null, `must be ${format?.words}`);
  }
  return value;
}

/** Changes a registration that is neither deleted nor revoked, and tells of it. */
async function change(
  gateway: GatewayContext,
  channel: Channel,
  id: string,
  changes: Partial<Registration>,
  stage: RegistrationStage,
): Promise<Registration> {
  const changed = await inTransaction(gateway.db, (trx) =>
    changeRegistration(gateway, trx, channel, id, changes, stage),
  );
  if (changed) return changed;
  // Another request was faster: it is deleted or revoked.
  await usableRegistration(gateway.db, channel.id, id);
  throw new ApiError(400, RESULT.registrationRevoked);
}
