/** Stores a card that was checked by itself, and publishes one that is not stored. */

import type { Parameters } from '../../../contract/parameters.ts';
import { APPROVED, type PaymentMode } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import { channelNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction, isUniqueViolation } from '../../store/dialect.ts';
import type { RegistrationRow } from '../../store/tables.ts';
import { expectRead } from '../checkout/result-call.ts';
import type { Gateway } from '../context.ts';
import type { Channel } from '../entities/entities.ts';
import { registrationAnswer } from '../events/present/answers.ts';
import { tellOfRegistration } from '../events/publish.ts';
import { shownCard } from '../records/payments.ts';
import {
  insertRegistration,
  ownRegistration,
  type Registration,
  toRegistration,
} from '../records/registrations.ts';
import { noSuchCheckout, Refusal } from '../requests/api-error.ts';

/** Stores a card that was checked; one that was stored under the id before is only looked up. */
export async function createRegistration(
  gateway: Gateway,
  wish: RegistrationWish,
): Promise<Registration> {
  const { db, vault } = gateway;
  const row = registrationRow(gateway, wish, APPROVED[wish.mode]);
  try {
    await inTransaction(db, async (trx) => {
      await insertRegistration(vault, trx, row, wish.card.number);
      if (wish.checkoutId !== null) {
        await endCheckout(trx, wish.checkoutId, wish.channel, row.id);
        await expectRead(trx, wish.checkoutId, wish.resultUrl ?? '');
      }
      await tellOfRegistration(gateway, trx, wish.channel, row, 'received', null);
      await tellOfRegistration(gateway, trx, wish.channel, row, 'usable');
    });
  } catch (error) {
    if (isUniqueViolation(error)) return ownRegistration(db, wish.entityId, wish.id);
    throw error;
  }
  return toRegistration(row);
}

/** Tells of a card that is not stored, with the result that its request is answered with. */
export async function refuseRegistration(
  gateway: Gateway,
  wish: RegistrationWish,
  { result }: Refusal,
): Promise<void> {
  const row = registrationRow(gateway, wish, result.code);
  const answer = { ...registrationAnswer(gateway, toRegistration(row)), result };
  await inTransaction(gateway.db, async (trx) => {
    await tellOfRegistration(gateway, trx, wish.channel, row, 'received', null);
    await tellOfRegistration(gateway, trx, wish.channel, row, 'refused', answer);
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

function registrationRow(
  { vault }: Gateway,
  wish: RegistrationWish,
  resultCode: string,
): RegistrationRow {
  return {
    id: wish.id,
    entity_id: wish.entityId,
    checkout_id: wish.checkoutId,
    brand: wish.brand,
    card: JSON.stringify(shownCard(wish.card)),
    card_fingerprint: vault.fingerprint(wish.card.number),
    parameters: JSON.stringify(wish.parameters),
    result_code: resultCode,
    ndc: wish.ndc,
    notification_url: wish.notificationUrl ?? null,
    created_at: channelNow(wish.channel.clockOffsetMs),
    deleted_at: null,
    revoked_at: null,
    revoked_by: null,
  };
}

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
