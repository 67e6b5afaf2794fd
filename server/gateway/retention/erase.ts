/** A shopper's request to be forgotten: everything that says who they were, of one entity, at once. */
import type { Selectable } from 'kysely';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import { type Registration, registrationFromRow } from '../../store/records/registration.ts';
import type { CheckoutRow, RegistrationRow, Tables } from '../../store/tables.ts';
import { entitiesWithin } from '../entities/index.ts';
import { descendantsOf } from './family.ts';
import { paymentWithoutShopper, registrationWithoutShopper } from './without-shopper.ts';

/** Rows that are read at once. */
const BATCH = 500;

export interface Erased {
  readonly payments: number;
  readonly registrations: number;
  readonly checkouts: number;
  readonly messages: number;
  /** Stored cards, payments and checkouts that are still in use, and stay as they are. */
  readonly inUse: readonly string[];
}

/**
 * @param shopper an e-mail address, or the merchant's own id of the shopper (`merchantCustomerId`)
 */
export async function eraseShopper(
  db: Database,
  entityId: string,
  shopper: string,
): Promise<Erased> {
  const isShoppers = (parameters: ParameterSet): boolean =>
    Object.entries(parameters).some(
      ([name, value]) =>
        (name.endsWith('.email') && value?.toLowerCase() === shopper.toLowerCase()) ||
        (name.endsWith('.merchantCustomerId') && value === shopper),
    );
  const ids = (await entitiesWithin(db, entityId)).map(({ id }) => id);
  const stored = new Map<string, Registration>();
  /** Checkouts that only a payment of theirs tells to be the shopper's. */
  const paidCheckouts = new Set<string>();
  const erased = { payments: 0, registrations: 0, checkouts: 0, messages: 0 };
  const inUse = new Set<string>();
  const noteStored = (row: RegistrationRow) => {
    stored.set(row.id, registrationFromRow(row));
    if (row.deleted_at === null) inUse.add(row.id);
  };

  for await (const row of everyRow(db, 'registrations', ids)) {
    if (isShoppers(registrationFromRow(row).parameters)) noteStored(row);
  }
  for await (const { parameters, registration_id: id } of everyRow(db, 'schedules', ids)) {
    if (stored.has(id) || !isShoppers(JSON.parse(parameters))) continue;
    const row = await rowOf(db, 'registrations', id, ids);
    if (row) noteStored(row);
  }
  /** Until they are erased, what they were paid with alone tells whose payments they are. */
  const stillIdentifying = new Set(inUse);
  const done = new Set<string>();
  const erase = async (payment: Payment): Promise<void> => {
    if (done.has(payment.id)) return;
    const { registrationId } = payment;
    const { family, messages, unsettled } = await inTransaction(db, (trx) =>
      eraseFamily(trx, payment),
    );
    if (unsettled.length > 0 && registrationId !== null) stillIdentifying.add(registrationId);
    for (const id of unsettled) inUse.add(id);
    // What was made of it may have been found before it.
    erased.payments += family.filter((id) => !done.has(id)).length;
    for (const id of family) done.add(id);
    erased.messages += messages;
  };
  /**
   * The card and the checkout that this payment alone tells to be the shopper's.
   * @returns ids of those that are still in use: the payment stays until they are not, to tell it again
   */
  const kept = async ({ registrationId, checkoutId }: Payment): Promise<string[]> => {
    const card =
      registrationId === null || stored.has(registrationId)
        ? undefined
        : await rowOf(db, 'registrations', registrationId, ids);
    const checkout =
      checkoutId === null ? undefined : await rowOf(db, 'checkouts', checkoutId, ids);
    const isTheirs = checkout && !isShoppers(JSON.parse(checkout.parameters));
    const open = [
      ...(card?.deleted_at === null ? [card.id] : []),
      ...(isTheirs && isOpen(checkout) ? [checkout.id] : []),
    ];
    if (open.length > 0) return open;
    if (card) noteStored(card);
    if (isTheirs) paidCheckouts.add(checkout.id);
    return [];
  };
  for await (const row of everyRow(db, 'payments', ids)) {
    const payment = paymentFromRow(row);
    const { registrationId } = payment;
    const isPaidWithTheirs = registrationId !== null && stored.has(registrationId);
    if (!isShoppers(payment.parameters) && !isPaidWithTheirs) continue;
    const open = await kept(payment);
    for (const id of open) inUse.add(id);
    if (open.length === 0) await erase(payment);
  }
  // What was paid with a card before a later payment told whose it is.
  for (const id of stored.keys()) {
    const rows = await db
      .selectFrom('payments')
      .selectAll()
      .where('registration_id', '=', id)
      .where('entity_id', 'in', ids)
      .execute();
    for (const row of rows) await erase(paymentFromRow(row));
  }
  for (const [id, registration] of stored) {
    if (stillIdentifying.has(id)) continue;
    await inTransaction(db, async (trx) => {
      await trx
        .updateTable('registrations')
        .set(registrationWithoutShopper(registration))
        .where('id', '=', id)
        .execute();
      await trx
        .updateTable('schedules')
        .set({ parameters: '{}' })
        .where('registration_id', '=', id)
        .execute();
      erased.messages += await deleteMessages(trx, [id]);
    });
    erased.registrations += 1;
  }
  for await (const row of everyRow(db, 'checkouts', ids)) {
    if (!isShoppers(JSON.parse(row.parameters)) && !paidCheckouts.has(row.id)) continue;
    if (isOpen(row)) {
      inUse.add(row.id);
      continue;
    }
    const { numUpdatedRows } = await db
      .updateTable('checkouts')
      .set({ parameters: '{}', result_url: null })
      .where('id', '=', row.id)
      .where('paying_id', 'is', null)
      .executeTakeFirst();
    erased.checkouts += Number(numUpdatedRows);
  }
  return { ...erased, inUse: [...inUse] };
}

const isOpen = ({ paying_id, expires_at }: CheckoutRow) =>
  paying_id !== null || expires_at > realNow();

/**
 * The payment, and all that was made of it: each has what it was asked for with. While one of them has no
 * result yet (`unsettled`), none is erased.
 */
async function eraseFamily(trx: Transaction, payment: Payment) {
  const family = [payment, ...(await descendantsOf(trx, [payment])).map(paymentFromRow)];
  const unsettled = family.filter(isUnsettled).map(({ id }) => id);
  if (unsettled.length > 0) return { family: [], messages: 0, unsettled };
  for (const member of family) {
    await trx
      .updateTable('payments')
      .set(paymentWithoutShopper(member, { keepsChain: false }))
      .where('id', '=', member.id)
      .execute();
  }
  const groups = family.flatMap(({ id, referencedId }) =>
    referencedId === null ? [id] : [id, referencedId],
  );
  const messages = await deleteMessages(trx, groups);
  return { family: family.map(({ id }) => id), messages, unsettled };
}

const isUnsettled = ({ state }: Payment) => state === 'pending' || state === 'in_doubt';

/**
 * Of these, and of what is told of in order with them. Those that wait are not sent any more: they tell
 * of the shopper.
 */
async function deleteMessages(trx: Transaction, subjects: readonly string[]): Promise<number> {
  const messages = await trx
    .selectFrom('messages')
    .select('id')
    .where((eb) => eb.or([eb('group_id', 'in', subjects), eb('subject_id', 'in', subjects)]))
    .execute();
  if (messages.length === 0) return 0;
  const ids = messages.map(({ id }) => id);
  await trx.deleteFrom('deliveries').where('message_id', 'in', ids).execute();
  await trx.deleteFrom('messages').where('id', 'in', ids).execute();
  return ids.length;
}

/** What another entity has stored, a division that shares it, is that one's to erase. */
const rowOf = <T extends 'registrations' | 'checkouts'>(
  db: Database,
  table: T,
  id: string,
  entityIds: readonly string[],
) =>
  db
    .selectFrom(table as 'registrations')
    .selectAll()
    .where('id', '=', id)
    .where('entity_id', 'in', entityIds)
    .executeTakeFirst() as Promise<Selectable<Tables[T]> | undefined>;

/** All rows of the entities, some at a time, so that nothing waits for them. */
async function* everyRow<T extends 'payments' | 'registrations' | 'checkouts' | 'schedules'>(
  db: Database,
  table: T,
  entityIds: readonly string[],
) {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom(table as 'payments')
      .selectAll()
      .where('entity_id', 'in', entityIds)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    yield* rows as unknown as Selectable<Tables[T]>[];
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}
