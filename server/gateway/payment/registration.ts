/**
 * What payments do to registrations: one that succeeded stores what it was made with, and its processor
 * tells of a stored card that is renewed, or at an end.
 */
import { isDeepStrictEqual } from 'node:util';
import { isDirectDebit } from '../../../contract/other-brands.ts';
import { APPROVED } from '../../../contract/payment-mode.ts';
import type { StoredCardUpdate } from '../../connectors/connector.ts';
import type { RegistrationStage } from '../../notifications/domain-event.ts';
import { channelNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { Payment } from '../../store/records/payment.ts';
import {
  type Registration,
  registrationFromRow,
  registrationToRow,
} from '../../store/records/registration.ts';
import type { Vault } from '../../vault/vault.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, findChannel, isWithin } from '../entities/index.ts';
import { publishRegistrationEvent } from '../events/index.ts';
import {
  findRegistration,
  insertRegistration,
  lifeOf,
  registrationOfPayment,
} from '../records/index.ts';

/** Changes a registration, and tells of it; undefined for one that is deleted or revoked. */
export async function changeRegistration(
  gateway: GatewayContext,
  trx: Transaction,
  channel: Channel,
  id: string,
  changes: Partial<Registration>,
  stage: RegistrationStage,
): Promise<Registration | undefined> {
  const row = await trx
    .updateTable('registrations')
    .set(registrationToRow(changes))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  const after = row && registrationFromRow(row);
  if (after) await publishRegistrationEvent(gateway, trx, channel, after, stage);
  return after;
}

/** Does to a stored card what a channel's processor tells of it, without a payment. */
export async function takeStoredCardUpdate(
  gateway: GatewayContext,
  { registrationId, channelId }: { readonly registrationId: string; readonly channelId: string },
  update: StoredCardUpdate,
): Promise<void> {
  const { db } = gateway;
  const registration = await findRegistration(db, registrationId);
  if (!registration || !(await isWithin(db, channelId, registration.entityId))) return;
  await inTransaction(db, (trx) =>
    updateStoredCard(gateway, trx, { registrationId, entityId: channelId }, update),
  );
}

/** Does to the stored card of a payment what its processor tells. */
export async function updateStoredCard(
  gateway: GatewayContext,
  trx: Transaction,
  { registrationId: id, entityId: channelId }: Pick<Payment, 'registrationId' | 'entityId'>,
  update: StoredCardUpdate,
): Promise<void> {
  const { vault } = gateway;
  const before = id === null ? undefined : await findRegistration(trx, id);
  const channel = before && (await findChannel(trx, channelId));
  if (!before || !channel) return;
  if (update.kind === 'gone') {
    const revokedAt = channelNow(channel.clockOffsetMs);
    const changes = { revokedAt, revokedBy: 'provider' } as const;
    await changeRegistration(gateway, trx, channel, before.id, changes, 'revoked_by_provider');
    return;
  }
  const { number, ...shown } = update.card;
  const card = { ...before.card, ...shown };
  const cardFingerprint = number === undefined ? before.cardFingerprint : vault.fingerprint(number);
  const isKnown = cardFingerprint === before.cardFingerprint;
  if (isKnown && isDeepStrictEqual(card, before.card)) return;
  const changes = { card, cardFingerprint, ...lifeOf({ ...before, card }) };
  const changed = await changeRegistration(gateway, trx, channel, before.id, changes, 'changed');
  if (!changed || number === undefined) return;
  const record = { recordId: changed.id, entityId: changed.entityId };
  await vault.forgetCard(trx, record);
  await vault.keepCard(trx, { ...record, number, purgeAt: null });
}

/**
 * Stores what a payment was made with, under the id that was drawn when it began; once.
 * @param renewed the card's new number, where its processor has told of one
 * @returns the payment, without the id where nothing could be stored
 */
export async function withRegistration(
  vault: Vault,
  trx: Transaction,
  payment: Payment,
  renewed?: string,
): Promise<Payment> {
  const { registrationId: id } = payment;
  if (id === null || (await findRegistration(trx, id))) return payment;
  const record = { recordId: payment.id, entityId: payment.entityId };
  const kept = await vault.readCard(trx, record);
  const { card } = payment;
  if ((card || isDirectDebit(payment.brand)) && !kept) {
    // Settled after the vault's time for the number: paid, but there is nothing to store.
    await trx
      .updateTable('payments')
      .set({ registration_id: null })
      .where('id', '=', payment.id)
      .execute();
    return { ...payment, registrationId: null };
  }
  const number = (card && renewed) ?? kept?.number;
  const fingerprint = () => (number === undefined ? '' : vault.fingerprint(number));
  const registration = registrationOfPayment(payment, {
    id,
    card,
    cardFingerprint: (renewed ? undefined : payment.cardFingerprint) ?? fingerprint(),
    resultCode: APPROVED[payment.mode],
  });
  await insertRegistration(vault, trx, registration, number);
  return payment;
}
