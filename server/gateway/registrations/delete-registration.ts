/** The end of a stored card, by its merchant or of age: here at once, at its processor soon after. */

import { type SqlBool, sql } from 'kysely';
import { channelNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import { type Registration, registrationFromRow } from '../../store/records/registration.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, findChannel, furthestNow } from '../entities/index.ts';
import {
  type Deletion,
  deletionAnswer,
  publishRegistrationEvent,
  type WholeAnswer,
} from '../events/index.ts';
import { forEach } from '../for-each.ts';
import { newId, newNdc } from '../ids.ts';
import { forgetAtProcessors, shownModeOf } from '../processors/index.ts';
import { findRegistration, lifeOf, noSuchRegistration } from '../records/index.ts';

/** Stored cards that one pass takes at most. */
const BATCH = 50;

/**
 * Deletes the registration and its card.
 * @param within what is written in the transaction that deletes it
 * @throws ApiError (404) when another request was faster
 */
export async function deleteRegistration(
  gateway: GatewayContext,
  registration: Registration,
  channel: Channel,
  deletion: Deletion,
  within?: (trx: Transaction) => Promise<void>,
): Promise<WholeAnswer> {
  const answer = deletionAnswer(gateway, registration, deletion);
  const stage = 'deleted_by_merchant';
  const isDeleted = await end(gateway, registration, channel, stage, answer, within);
  if (!isDeleted) throw noSuchRegistration();
  return answer;
}

/** Cards of a program before this one, perhaps of one that still runs beside it, get the end of their life. */
async function fillLives({ db }: GatewayContext): Promise<void> {
  const rows = await db
    .selectFrom('registrations')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('life_ends_at', 'is', null)
    .where(sql<SqlBool>`card <> '{}'`)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  for (const row of rows) {
    const { id, card, lifeExtendedAt } = registrationFromRow(row);
    await db
      .updateTable('registrations')
      .set({ life_ends_at: lifeOf({ card, lifeExtendedAt }).lifeEndsAt })
      .where('id', '=', id)
      .where('life_ends_at', 'is', null)
      .execute();
  }
}

/**
 * Forgets the stored cards whose life is over. One of a division goes by the slowest clock of its
 * channels: the time of a test takes no card from a channel that is live.
 * @returns how many there were
 */
export async function purgeRegistrations(gateway: GatewayContext): Promise<number> {
  const { db } = gateway;
  await fillLives(gateway);
  const due = await db
    .selectFrom('registrations')
    .innerJoin('entities', (join) =>
      join.on((eb) =>
        eb(eb.ref('registrations.entity_id'), 'in', [
          eb.ref('entities.id'),
          eb.ref('entities.parent_id'),
        ]),
      ),
    )
    .select((eb) => ['registrations.id', eb.fn.min('entities.id').as('channel_id')])
    .where('entities.kind', '=', 'channel')
    .where('deleted_at', 'is', null)
    .where((eb) => eb('life_ends_at', '<=', furthestNow(db)))
    .groupBy(['registrations.id', 'life_ends_at'])
    .having((eb) =>
      eb('life_ends_at', '<=', eb(eb.fn.min('clock_offset_ms'), '+', databaseNow(db))),
    )
    .limit(BATCH)
    .execute();
  return forEach(due, async ({ id, channel_id }) => {
    const channel = await findChannel(db, channel_id);
    const registration = await findRegistration(db, id);
    if (!channel || !registration) return;
    const answer = deletionAnswer(gateway, registration, {
      id: newId(),
      ndc: newNdc(channel.id),
      mode: shownModeOf(channel, {}),
    });
    await end(gateway, registration, channel, 'life_ended', answer);
  });
}

/** @returns whether it is done: another request may be faster, or have given it a longer life */
function end(
  gateway: GatewayContext,
  registration: Registration,
  channel: Channel,
  stage: 'deleted_by_merchant' | 'life_ended',
  answer: WholeAnswer,
  within?: (trx: Transaction) => Promise<void>,
): Promise<boolean> {
  const { db, vault } = gateway;
  const { id, entityId, lifeEndsAt } = registration;
  const deletedAt = channelNow(channel.clockOffsetMs);
  return inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('registrations')
      .set({ deleted_at: deletedAt })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .$if(stage === 'life_ended', (query) => query.where('life_ends_at', '=', lifeEndsAt))
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await vault.forgetCard(trx, { recordId: id, entityId });
    await forgetAtProcessors(gateway, trx, id);
    const deleted = { ...registration, deletedAt };
    await publishRegistrationEvent(gateway, trx, channel, deleted, stage, answer);
    await within?.(trx);
    return true;
  });
}
