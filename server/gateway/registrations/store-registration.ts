/** Stores cards: one that was checked by itself, and that of a payment that succeeded. */
import type { Parameters } from '../../../contract/parameters.ts';
import { APPROVED, type PaymentMode } from '../../../contract/payment-mode.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import { channelNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction, isUniqueViolation } from '../../store/dialect.ts';
import type { PaymentRow, RegistrationRow } from '../../store/tables.ts';
import type { Vault } from '../../vault/vault.ts';
import { expectRead } from '../checkout/result-call.ts';
import type { Gateway } from '../context.ts';
import type { Channel } from '../entities/entities.ts';
import { registrationAnswer } from '../events/present/answers.ts';
import { tellOfRegistration } from '../events/publish.ts';
import { newId } from '../ids.ts';
import { shownCard } from '../records/payments.ts';
import { ownRegistration, type Registration, toRegistration } from '../records/registrations.ts';
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
      await insertWithCard(vault, trx, row, wish.card.number);
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
    throw new Refusal(400, '200.300.404', 'this checkout has stored a card already');
  }
}

/** Stores the card of a payment that succeeded, under the id that was drawn for it. */
export async function storeCardOf(
  vault: Vault,
  trx: Transaction,
  payment: PaymentRow,
): Promise<void> {
  const id = payment.registration_id ?? newId();
  const known = await trx
    .selectFrom('registrations')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (known) return;
  const record = { recordId: payment.id, entityId: payment.entity_id };
  const kept = await vault.readCard(trx, record);
  if (!kept) {
    // Settled after the vault's time for the number: paid, but there is nothing to store.
    await trx
      .updateTable('payments')
      .set({ registration_id: null })
      .where('id', '=', payment.id)
      .execute();
    return;
  }
  const row: RegistrationRow = {
    id,
    entity_id: payment.entity_id,
    checkout_id: payment.checkout_id,
    brand: payment.brand,
    card: payment.card,
    card_fingerprint: payment.card_fingerprint ?? vault.fingerprint(kept.number),
    parameters: payment.parameters,
    result_code: APPROVED[payment.mode],
    ndc: payment.ndc,
    notification_url: payment.notification_url,
    created_at: payment.created_at,
    deleted_at: null,
    revoked_at: null,
    revoked_by: null,
  };
  await insertWithCard(vault, trx, row, kept.number);
}

async function insertWithCard(
  vault: Vault,
  trx: Transaction,
  row: RegistrationRow,
  number: string,
): Promise<void> {
  await trx.insertInto('registrations').values(row).execute();
  await vault.keepCard(trx, {
    recordId: row.id,
    entityId: row.entity_id,
    number,
    purgeAt: null,
  });
}
