/** Registrations: stored cards. Their numbers lie in the vault, under the registration's id. */
import type { Parameters } from '../../contract/parameters.ts';
import { APPROVED, type PaymentMode } from '../../contract/payment-mode.ts';
import type { CardDetails } from '../connectors/connector.ts';
import { channelNow } from '../store/clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import { inTransaction, isUniqueViolation } from '../store/dialect.ts';
import type { PaymentRow, RegistrationRow } from '../store/tables.ts';
import type { Vault } from '../vault/vault.ts';
import { type Channel, isWithin } from './entities.ts';
import type { Gateway } from './gateway.ts';
import { newId } from './ids.ts';
import { type ShownCard, shownCard } from './payments.ts';
import { deletionAnswer, registrationAnswer, type WholeAnswer } from './present/answers.ts';
import type { Deletion } from './present/registration.ts';
import { noSuchCheckout, Refusal } from './refusal.ts';
import { expectRead } from './result-call.ts';
import { tellOfRegistration } from './tell.ts';
import { expectDeletion } from './upstream-gateway.ts';

export interface Registration extends Omit<RegistrationRow, 'card' | 'parameters'> {
  readonly card: ShownCard;
  readonly parameters: Parameters;
}

/** How a registration reads that its consumer or provider has revoked. */
export const REVOKED = '100.150.202';

/** 404 for a registration that does not exist, was deleted, or belongs to somebody else. */
const noSuchRegistration = () => new Refusal(404, '100.150.200');

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

/**
 * A registration that the entity may use: its own, or one of an entity above it.
 * @throws Refusal (404)
 */
export async function ownRegistration(
  db: Database,
  entityId: string,
  id: string,
): Promise<Registration> {
  const row = await db
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row || !(await isWithin(db, entityId, row.entity_id))) throw noSuchRegistration();
  return toRegistration(row);
}

/**
 * One of these that has not been revoked: something can be paid with it.
 * @throws Refusal (404, or 400 for a revoked one)
 */
export async function usableRegistration(
  db: Database,
  entityId: string,
  id: string,
): Promise<Registration> {
  const registration = await ownRegistration(db, entityId, id);
  const { revoked_by: by } = registration;
  if (by !== null) throw new Refusal(400, REVOKED, `revoked by its ${by}`);
  return registration;
}

/** What a stand-alone checkout has stored. */
export async function registrationOfCheckout(
  db: Database,
  checkoutId: string,
): Promise<Registration | undefined> {
  const row = await db
    .selectFrom('registrations')
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst();
  return row && toRegistration(row);
}

/** The stored card's number with what is known of it; the CVV is never stored. */
export async function cardOf(
  { db, vault }: Gateway,
  { id, entity_id, card }: Registration,
): Promise<CardDetails> {
  const kept = await vault.readCard(db, { recordId: id, entityId: entity_id });
  if (!kept) throw noSuchRegistration();
  const { holder, expiryMonth, expiryYear } = card;
  return { number: kept.number, expiryMonth, expiryYear, ...(holder !== undefined && { holder }) };
}

/**
 * Deletes the registration and its card.
 * @throws Refusal (404) when somebody else was faster
 */
export async function deleteRegistration(
  gateway: Gateway,
  registration: Registration,
  channel: Channel,
  deletion: Deletion,
): Promise<WholeAnswer> {
  const { db, vault } = gateway;
  const answer = deletionAnswer(gateway, registration, deletion);
  await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('registrations')
      .set({ deleted_at: channelNow(channel.clockOffsetMs) })
      .where('id', '=', registration.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw noSuchRegistration();
    await vault.forgetCard(trx, { recordId: registration.id, entityId: registration.entity_id });
    await expectDeletion(trx, registration.id);
    const row = await trx
      .selectFrom('registrations')
      .selectAll()
      .where('id', '=', registration.id)
      .executeTakeFirstOrThrow();
    await tellOfRegistration(gateway, trx, channel, row, 'deleted_by_merchant', answer);
  });
  return answer;
}

export const toRegistration = (row: RegistrationRow): Registration => ({
  ...row,
  card: JSON.parse(row.card),
  parameters: JSON.parse(row.parameters),
});
