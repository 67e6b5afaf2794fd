/**
 * Registrations: stored cards, their numbers in the vault under the registration's id, and agreements
 * with brands that are no cards.
 */

import { REGISTRATION } from '../../../contract/catalogue.ts';
import { isDirectDebit } from '../../../contract/other-brands.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import type { Database, Transaction } from '../../store/database.ts';
import type { Payment } from '../../store/records/payment.ts';
import {
  type Registration,
  registrationFromRow,
  registrationToRow,
} from '../../store/records/registration.ts';
import type { Vault } from '../../vault/vault.ts';
import type { GatewayContext } from '../context.ts';
import { isWithin } from '../entities/index.ts';
import { ApiError } from '../requests/index.ts';
import { findPayment } from './payments.ts';

/** 404 for a registration that does not exist, was deleted, or belongs to another entity. */
export const noSuchRegistration = () => new ApiError(404, RESULT.registrationNotFound);

/**
 * A registration that the entity may use: its own, or one of an entity above it.
 * @throws ApiError (404)
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
  return registrationFromRow(row);
}

/**
 * One of these that has not been revoked: something can be paid with it.
 * @throws ApiError (404, or 400 for a revoked one)
 */
export async function usableRegistration(
  db: Database,
  entityId: string,
  id: string,
): Promise<Registration> {
  const registration = await ownRegistration(db, entityId, id);
  const { revokedBy: by } = registration;
  if (by !== null) throw new ApiError(400, RESULT.registrationRevoked, `revoked by its ${by}`);
  return registration;
}

export async function findRegistration(
  trx: Database | Transaction,
  id: string,
): Promise<Registration | undefined> {
  const row = await trx
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && registrationFromRow(row);
}

/** Whether the payment failed with a registration that nothing can be paid with any more. */
export async function isRegistrationGone(
  { db }: GatewayContext,
  { state, registrationId: id }: Payment,
): Promise<boolean> {
  if (state !== 'failed' || id === null) return false;
  return typeof (await findRegistration(db, id))?.revokedAt === 'number';
}

/** As it begins: neither deleted nor revoked. */
export const newRegistration = (
  given: Omit<
    Registration,
    'deletedAt' | 'revokedAt' | 'revokedBy' | 'lifeEndsAt' | 'lifeExtendedAt'
  >,
): Registration => ({
  ...given,
  deletedAt: null,
  revokedAt: null,
  revokedBy: null,
  ...lifeOf({ card: given.card, lifeExtendedAt: null }),
});

/** Months that a card is kept after its last one, and that its merchant may add. */
const LIFE_MONTHS = 14;
const EXTENSION_MONTHS = 24;

/** How long a card is kept, by its expiry date as it reads now: until `lifeEndsAt`, channel clock. */
export function lifeOf({
  card,
  lifeExtendedAt,
}: Pick<Registration, 'card' | 'lifeExtendedAt'>): Pick<
  Registration,
  'lifeEndsAt' | 'lifeExtendedAt'
> {
  if (!card) return { lifeEndsAt: null, lifeExtendedAt };
  const months = LIFE_MONTHS + (lifeExtendedAt === null ? 0 : EXTENSION_MONTHS);
  const lifeEndsAt = Date.UTC(Number(card.expiryYear), Number(card.expiryMonth) + months);
  return { lifeEndsAt, lifeExtendedAt };
}

/** What a payment was made with as a registration: what is stored, or would have been. */
export const registrationOfPayment = (
  payment: Payment,
  own: Pick<Registration, 'id' | 'card' | 'cardFingerprint' | 'resultCode'>,
): Registration =>
  newRegistration({
    ...own,
    entityId: payment.registrarId ?? payment.entityId,
    checkoutId: payment.checkoutId,
    brand: payment.card?.brand ?? payment.brand,
    parameters: payment.parameters,
    ndc: payment.ndc,
    notificationUrl: payment.notificationUrl,
    createdAt: payment.createdAt,
    fieldEvidence: payment.fieldEvidence,
  });

/** What a shopper is asked to agree to, or has not agreed to, as a registration. */
export const registrationOfAgreement = (agreement: Payment): Registration => {
  const { id, resultCode } = agreement;
  return registrationOfPayment(agreement, { id, card: undefined, cardFingerprint: '', resultCode });
};

/** An agreement that has led to no registration, for the entity that may use one. */
export async function findAgreement(
  db: Database,
  entityId: string,
  id: string,
): Promise<Payment | undefined> {
  const found = await findPayment(db, id);
  const { registrarId = null } = found ?? {};
  const isOpen = found?.type === REGISTRATION && found.state !== 'succeeded';
  if (!isOpen || registrarId === null) return undefined;
  return (await isWithin(db, entityId, registrarId)) ? found : undefined;
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
  return row && registrationFromRow(row);
}

/**
 * The stored card's number with what is known of it; the CVV is never stored. Undefined with brands that
 * are no cards.
 */
export async function cardOf(
  { db, vault }: GatewayContext,
  { id, entityId, card }: Registration,
): Promise<CardDetails | undefined> {
  if (!card) return undefined;
  const kept = await vault.readCard(db, { recordId: id, entityId });
  if (!kept) throw noSuchRegistration();
  const { holder, expiryMonth, expiryYear } = card;
  return { number: kept.number, expiryMonth, expiryYear, ...(holder !== undefined && { holder }) };
}

/** The whole number of a registration's bank account; undefined where it has none. */
export async function ibanOf(
  { db, vault }: GatewayContext,
  { id, entityId, brand }: Registration,
): Promise<string | undefined> {
  if (!isDirectDebit(brand)) return undefined;
  const kept = await vault.readCard(db, { recordId: id, entityId });
  if (!kept) throw noSuchRegistration();
  return kept.number;
}

/** Writes a registration, and its card's number, where it has one, into the vault. */
export async function insertRegistration(
  vault: Vault,
  trx: Transaction,
  registration: Registration,
  number: string | undefined,
): Promise<void> {
  await trx.insertInto('registrations').values(registrationToRow(registration)).execute();
  if (number === undefined) return;
  await vault.keepCard(trx, {
    recordId: registration.id,
    entityId: registration.entityId,
    number,
    purgeAt: null,
  });
}
