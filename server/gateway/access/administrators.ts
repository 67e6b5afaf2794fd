/** Administrators: they have a name, a role, and a key that is shown once. */
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { type FieldsOf, toFields } from '../../store/records/column-names.ts';
import type { AdministratorRow } from '../../store/tables.ts';
import { newAccessToken } from '../ids.ts';
import { hashOf } from './access-tokens.ts';
import { forgetAdministrator } from './forget-administrator.ts';

/** From the one who may least; each may what those before it may. */
export const ROLES = ['read-only', 'support', 'operator', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export interface Administrator {
  readonly name: string;
  readonly role: Role;
}

/** Thrown for what the caller has to put right; the message says the rule. */
export class AccessError extends Error {
  override readonly name = 'AccessError';
}

/** Two that differ in capital letters alone would be taken for each other, in the audit log too. */
export const isSameName = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** In the place of a hash: an administrator of the console, for whom no key was drawn. */
const NO_KEY = 'none of ';
export const noKeyOf = (name: string): string => NO_KEY + name;

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u;

export const isAtLeast = (role: Role, wanted: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(wanted);

const active = (db: Database | Transaction) =>
  db.selectFrom('administrators').selectAll().where('removed_at', 'is', null).orderBy('created_at');

/** An administrator with all that is kept of one. */
export type AdministratorRecord = FieldsOf<AdministratorRow>;

export const listAdministrators = async (
  db: Database | Transaction,
): Promise<AdministratorRecord[]> => (await active(db).execute()).map(toFields);

/** Undefined for one that was removed, too. */
export async function findAdministrator(
  db: Database,
  name: string,
): Promise<AdministratorRecord | undefined> {
  const row = await active(db).where('name', '=', name).executeTakeFirst();
  return row && toFields(row);
}

/**
 * The administrator with this key. As long as none has one, the user of the gateway's machine is its
 * owner.
 * @throws AccessError without a key, with an unknown one, or with one of an administrator of one entity: a
 * command may be about any
 */
export async function administratorOf(
  db: Database,
  key: string | undefined,
): Promise<Administrator | 'machine'> {
  // Those of the console alone have no key.
  const all = (await listAdministrators(db)).filter(({ keyHash }) => !keyHash.startsWith(NO_KEY));
  if (all.length === 0) return 'machine';
  const hash = hashOf(key ?? '');
  const own = all.find(({ keyHash }) => keyHash === hash);
  if (!own) throw new AccessError('ADMIN_KEY must be the key of an administrator');
  if (own.entityId !== null) throw ofConsoleAlone(own.name);
  return { name: own.name, role: own.role };
}

/** @returns the key, which is not kept. @throws AccessError for a name or role that cannot be */
export function addAdministrator(db: Database, name: string, role: Role): Promise<string> {
  if (!NAME.test(name)) {
    throw new AccessError('a name has up to 64 letters, digits, spaces, dots, hyphens, _ and @');
  }
  return inTransaction(db, async (trx) => {
    const all = await listAdministrators(trx);
    if (all.length === 0 && role !== 'owner') {
      throw new AccessError('the first administrator has to be an owner');
    }
    const same = all.find((other) => isSameName(other.name, name));
    if (same) throw new AccessError(`there is an administrator ${same.name} already`);
    const key = newAccessToken();
    // A name that was removed may come back; the audit log keeps what its holder did before.
    await forgetAdministrator(trx, name);
    await trx.deleteFrom('administrators').where('name', '=', name).execute();
    await trx
      .insertInto('administrators')
      .values({ name, role, key_hash: hashOf(key), created_at: realNow(), removed_at: null })
      .execute();
    return key;
  });
}

const ofConsoleAlone = (name: string) =>
  new AccessError(`${name} is an administrator of one entity, in the console alone`);

export type AdministratorChange =
  | { readonly role: Role }
  | { readonly key: string }
  | { readonly removed: true };

/** Another role, another key, or an end. @throws AccessError where no owner would be left */
export const changeAdministrator = (
  db: Database,
  name: string,
  change: AdministratorChange,
): Promise<void> => inTransaction(db, (trx) => changeAdministratorIn(trx, name, change));

/** The same in the transaction of what it belongs to. */
export async function changeAdministratorIn(
  trx: Transaction,
  name: string,
  change: AdministratorChange,
): Promise<void> {
  // Locked: two owners who end each other at once would leave none.
  const all = await active(trx).forUpdate().execute();
  const one = all.find((each) => each.name === name);
  if (!one) throw new AccessError(`there is no administrator ${name}`);
  if ('key' in change && one.entity_id !== null) throw ofConsoleAlone(name);
  const keepsRole = 'key' in change || ('role' in change && change.role === 'owner');
  const others = all.filter((other) => other.name !== name);
  if (!keepsRole && one.role === 'owner' && !others.some((other) => standsIn(other, one))) {
    throw new AccessError(`${name} is the last owner: make another one first`);
  }
  await trx
    .updateTable('administrators')
    .set({
      ...('role' in change && { role: change.role }),
      ...('key' in change && { key_hash: hashOf(change.key) }),
      ...('removed' in change && {
        ...{ removed_at: realNow(), password: null, seen_at: null },
        ...{ authenticator: null, pending_authenticator: null, authenticator_step: null },
      }),
    })
    .where('name', '=', name)
    .execute();
  if ('removed' in change) await forgetAdministrator(trx, name);
  // They would give the role of before.
  if ('role' in change) await trx.deleteFrom('console_links').where('name', '=', name).execute();
}

/** The command line does not know the administrator until another key is drawn. */
export async function endKey(trx: Transaction, name: string): Promise<void> {
  await trx
    .updateTable('administrators')
    .set({ key_hash: noKeyOf(name) })
    .where('name', '=', name)
    .execute();
}

/** An owner who sees no less: of everything, or of the same entity. */
const standsIn = (other: AdministratorRow, { entity_id }: AdministratorRow): boolean =>
  other.role === 'owner' && (other.entity_id === null || other.entity_id === entity_id);

/**
 * @returns a new key of the administrator; the one before is worth nothing any more
 * @throws AccessError for one of one entity
 */
export async function renewKey(db: Database, name: string): Promise<string> {
  const key = newAccessToken();
  await changeAdministrator(db, name, { key });
  return key;
}
