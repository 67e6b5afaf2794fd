/** Stores a card that was checked by itself, and publishes one that is not stored. */

import type { Parameters } from '../../../contract/parameters.ts';
import { APPROVED, type PaymentMode } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import { channelNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction, isUniqueViolation } from '../../store/dialect.ts';
import type { Registration } from '../../store/records/registration.ts';
import { shownCard } from '../../store/records/shown-card.ts';
import { expectRead } from '../checkout/result-call.ts';
import type { Gateway } from '../context.ts';
import type { Channel } from '../entities/entities.ts';
import { registrationAnswer } from '../events/present/answers.ts';
import { publishRegistrationEvent } from '../events/publish.ts';
import { insertRegistration, newRegistration, ownRegistration } from '../records/registrations.ts';
import { noSuchCheckout, Refusal } from '../requests/api-error.ts';

/** Stores a card that was checked; one that was stored under the id before is only looked up. */
export async function createRegistration(
  gateway: Gateway,
  wish: RegistrationWish,
): Promise<Registration> {
  const { db, vault } = gateway;
  const registration = registrationOf(gateway, wish, APPROVED[wish.mode]);
  try {
    await inTransaction(db, async (trx) => {
      await insertRegistration(vault, trx, registration, wish.card.number);
      if (wish.checkoutId !== null) {
        await endCheckout(trx, wish.checkoutId, wish.channel, registration.id);
        await expectRead(trx, wish.checkoutId, wish.resultUrl ?? '');
      }
      await publishRegistrationEvent(gateway, trx, wish.channel, registration, 'received', null);
      await publishRegistrationEvent(gateway, trx, wish.channel, registration, 'usable');
    });
  } catch (error) {
    if (isUniqueViolation(error)) return ownRegistration(db, wish.entityId, wish.id);
    throw error;
  }
  return registration;
}

/** Tells of a card that is not stored, with the result that its request is answered with. */
export async function refuseRegistration(
  gateway: Gateway,
  wish: RegistrationWish,
  { result }: Refusal,
): Promise<void> {
  const registration = registrationOf(gateway, wish, result.code);
  const answer = { ...registrationAnswer(gateway, registration), result };
  await inTransaction(gateway.db, async (trx) => {
    await publishRegistrationEvent(gateway, trx, wish.channel, registration, 'received', null);
    await publishRegistrationEvent(gateway, trx, wish.channel, registration, 'refused', answer);
  });
}

export interface RegistrationWish {
  readonly id: string;
  readonly channel: Channel;
  /** The channel, or a division above it. */
  readonly entityId: string;
  readonly checkoutId: string | null;
  /** Where the shopper of the checkout goes afterwards. */
  readonly resultUrl?: string;
  readonly ndc: string;
  readonly brand: string;
  readonly card: CardDetails;
  readonly parameters: Parameters;
  readonly mode: PaymentMode;
  readonly notificationUrl?: string;
}

const registrationOf = (
  { vault }: Gateway,
  wish: RegistrationWish,
  resultCode: string,
): Registration =>
  newRegistration({
    id: wish.id,
    entityId: wish.entityId,
    checkoutId: wish.checkoutId,
    brand: wish.brand,
    card: shownCard(wish.card),
    cardFingerprint: vault.fingerprint(wish.card.number),
    parameters: wish.parameters,
    resultCode,
    ndc: wish.ndc,
    notificationUrl: wish.notificationUrl ?? null,
    createdAt: channelNow(wish.channel.clockOffsetMs),
  });

/** A checkout that only stores a card is done with its first registration. */
async function endCheckout(
  trx: Transaction,
  checkoutId: string,
  { clockOffsetMs }: Channel,
  registrationId: string,
) {
  const { numUpdatedRows } = await trx
    .updateTable('checkouts')
    .set({ paid_id: registrationId })
    .where('id', '=', checkoutId)
    .where('paid_id', 'is', null)
    .where('expires_at', '>', channelNow(clockOffsetMs))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    const { paid_id } = await trx
      .selectFrom('checkouts')
      .select('paid_id')
      .where('id', '=', checkoutId)
      .executeTakeFirstOrThrow();
    // Its time ended, or its merchant gave it up, while the card was read.
    if (paid_id === null) throw noSuchCheckout();
    throw new Refusal(400, RESULT.invalidParameter, 'this checkout has stored a card already');
  }
}
