/** `npm run admin -- administrator …`: who may administer, and what. */
import {
  addAdministrator,
  changeAdministrator,
  listAdministrators,
  ROLES,
  type Role,
  renewKey,
} from '../gateway/access/index.ts';
import { openVaultOf } from '../open-store.ts';
import { type Command, isoTime, UsageError } from './admin-command.ts';

export const ADMINISTRATOR_USAGE = `  administrator list
  administrator add NAME --role ${ROLES.join('|')}    the key is shown once
  administrator role NAME --role ROLE
  administrator key NAME            another key; the one before ends
  administrator remove NAME
  administrator recover NAME        an owner's key is lost: another one, for those who have the vault's keys
`;

export const ADMINISTRATOR_COMMANDS: Readonly<Record<string, Command>> = {
  'administrator list': async (db) =>
    (await listAdministrators(db)).map(({ name, role, entityId, createdAt }) => ({
      name,
      role,
      // In the console alone; null for the whole gateway.
      entity: entityId,
      created_at: isoTime(createdAt),
    })),
  'administrator add': async (db, [name = ''], { role }) => {
    const given = roleOf(role);
    return { name, role: given, key: await addAdministrator(db, name, given) };
  },
  'administrator role': async (db, [name = ''], { role }) => {
    const given = roleOf(role);
    await changeAdministrator(db, name, { role: given });
    return { name, role: given };
  },
  'administrator key': async (db, [name = '']) => ({ name, key: await renewKey(db, name) }),
  'administrator remove': async (db, [name = '']) => {
    await changeAdministrator(db, name, { removed: true });
    return { removed: name };
  },
  'administrator recover': async (db, [name = ''], _options, config) => {
    await openVaultOf(db, config);
    const owner = (await listAdministrators(db)).find((one) => one.name === name);
    if (owner?.role !== 'owner') throw new UsageError(`there is no owner ${name}`);
    return { name, key: await renewKey(db, name) };
  },
};

function roleOf(text: string | undefined): Role {
  const role = ROLES.find((each) => each === text);
  if (!role)
    throw new UsageError(`--role is one of ${ROLES.join(', ')}; it is ${text ?? 'missing'}`);
  return role;
}
