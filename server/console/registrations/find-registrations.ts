/** What is stored to pay with, of the entities in sight: latest first, a page at a time. */
import { z } from 'zod';
import type { RegistrationItem } from '../../../contract/admin-api.ts';
import { type Channel, entitiesWithin, isWithin } from '../../gateway/entities/index.ts';
import { findRegistration } from '../../gateway/records/index.ts';
import type { Database } from '../../store/database.ts';
import { type Registration, registrationFromRow } from '../../store/records/registration.ts';
import { notFound } from '../admin-failure.ts';
import type { ConsoleContext } from '../console-context.ts';
import {
  isAfter,
  type LatestPage,
  PAGE_SIZE,
  type Place,
  pageOf,
  placeOf,
} from '../latest-page.ts';
import { oneOf } from '../one-of.ts';
import { iso, isoOrNull, moment } from '../period.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

const text = z.string().trim().min(1).max(128);

/** Names and formats; all optional. */
export const REGISTRATION_FILTER = z.strictObject({
  from: moment.optional(),
  until: moment.optional(),
  state: oneOf(['active', 'revoked', 'removed']).optional(),
  brand: z
    .string()
    .regex(/^[A-Z0-9_]{1,40}$/, 'must be the code of a brand')
    .optional(),
  last4: z
    .string()
    .regex(/^\d{4}$/, 'must be four digits')
    .optional(),
  holder: text.optional(),
  reference: text.optional(),
  id: text.optional(),
  channel: z.string().max(64).optional(),
});

type Filter = z.infer<typeof REGISTRATION_FILTER>;

/**
 * Of these channels, and of the divisions above them that the administrator sees, whose channels share
 * what is stored.
 * @throws AdminFailure for a `cursor` that is none
 */
export async function findRegistrations(
  { gateway: { db }, reader }: ConsoleContext,
  session: SignedIn,
  channels: readonly Channel[],
  filter: Filter,
  cursor: string | undefined,
): Promise<LatestPage<Registration>> {
  const after = placeOf(cursor);
  const parents = new Set(channels.flatMap(({ parentId }) => parentId ?? []));
  const { entityId } = session;
  const inSight =
    entityId === null
      ? parents
      : parents.intersection(new Set((await entitiesWithin(db, entityId)).map(({ id }) => id)));
  const owners = [...channels.map(({ id }) => id), ...inSight];
  // A filter that nothing fits reads all that a channel has stored: payments do not wait for it.
  const lists = await reader.read('now', (copy) =>
    Promise.all(owners.map((id) => storedBy(copy, id, filter, after))),
  );
  return pageOf(lists);
}

async function storedBy(
  db: Database,
  ownerId: string,
  { from, until, state, brand, last4, holder, reference, id }: Filter,
  after: Place | undefined,
): Promise<Registration[]> {
  let query = db.selectFrom('registrations').selectAll().where('entity_id', '=', ownerId);
  if (from) query = query.where('created_at', '>=', Date.parse(from));
  if (until) query = query.where('created_at', '<', Date.parse(until));
  if (state) query = query.where('deleted_at', state === 'removed' ? 'is not' : 'is', null);
  if (state === 'active') query = query.where('revoked_at', 'is', null);
  if (state === 'revoked') query = query.where('revoked_at', 'is not', null);
  if (brand) query = query.where('brand', '=', brand);
  if (last4) query = query.where('card_last4', '=', last4);
  if (holder) query = query.where('card_holder', '=', holder.toLowerCase());
  if (reference) query = query.where('merchant_transaction_id', '=', reference);
  if (id) query = query.where('id', '=', id);
  if (after) query = query.where(isAfter('registrations', after));
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  return rows.map(registrationFromRow);
}

/**
 * One of an entity in sight, also after its end.
 * @throws AdminFailure `not-found` for another merchant's, as for one that there is not
 */
export async function registrationInSight(
  { gateway: { db } }: ConsoleContext,
  { entityId }: SignedIn,
  id: string,
): Promise<Registration> {
  const registration = await findRegistration(db, id);
  const isInSight =
    registration && (entityId === null || (await isWithin(db, registration.entityId, entityId)));
  if (!isInSight) throw notFound('saved card');
  return registration;
}

export const presentRegistration = (registration: Registration): RegistrationItem => {
  const { card, parameters, lifeEndsAt, revokedBy } = registration;
  return {
    id: registration.id,
    entityId: registration.entityId,
    createdAt: iso(registration.createdAt),
    brand: registration.brand,
    last4: card?.last4Digits ?? null,
    holder: card?.holder ?? parameters['bankAccount.holder'] ?? null,
    expiry: card ? `${card.expiryMonth}/${card.expiryYear}` : null,
    reference: parameters['merchantTransactionId'] ?? null,
    state: stateOf(registration),
    endedAt: isoOrNull(registration.deletedAt ?? registration.revokedAt),
    ...{ revokedBy, keptUntil: isoOrNull(lifeEndsAt) },
  };
};

function stateOf({ deletedAt, revokedAt }: Registration): RegistrationItem['state'] {
  if (deletedAt !== null) return 'removed';
  return revokedAt === null ? 'active' : 'revoked';
}
