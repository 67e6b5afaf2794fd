/** A merchant deletes a stored card: here at once, at its processor soon after. */

import { channelNow } from '../../store/clock.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { Registration } from '../../store/records/registration.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import {
  type Deletion,
  deletionAnswer,
  publishRegistrationEvent,
  type WholeAnswer,
} from '../events/index.ts';
import { forgetAtProcessors } from '../processors/index.ts';
import { noSuchRegistration } from '../records/index.ts';

/**
 * Deletes the registration and its card.
 * @throws ApiError (404) when another request was faster
 */
export async function deleteRegistration(
  gateway: GatewayContext,
  registration: Registration,
  channel: Channel,
  deletion: Deletion,
): Promise<WholeAnswer> {
  const { db, vault } = gateway;
  const answer = deletionAnswer(gateway, registration, deletion);
  const deletedAt = channelNow(channel.clockOffsetMs);
  await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('registrations')
      .set({ deleted_at: deletedAt })
      .where('id', '=', registration.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw noSuchRegistration();
    await vault.forgetCard(trx, { recordId: registration.id, entityId: registration.entityId });
    await forgetAtProcessors(gateway, trx, registration.id);
    const deleted = { ...registration, deletedAt };
    await publishRegistrationEvent(gateway, trx, channel, deleted, 'deleted_by_merchant', answer);
  });
  return answer;
}
