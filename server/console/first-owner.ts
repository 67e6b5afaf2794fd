/** The first owner comes by a link that the start prints: there is no administrator yet to invite one. */
import { listAdministrators } from '../gateway/access/index.ts';
import type { Database, Transaction } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import { createLink, FIRST_LINK_MS } from './sign-in/links.ts';

/** Whether there is an owner of everything who can sign in: one of a merchant invites none. */
export const hasOwner = async (db: Database | Transaction): Promise<boolean> =>
  (await listAdministrators(db)).some(
    ({ role, password, entityId }) => role === 'owner' && password !== null && entityId === null,
  );

/**
 * Draws the link anew; the one before is worth nothing any more.
 * @returns undefined once there is an owner who can sign in
 */
export async function firstOwnerLink(
  db: Database,
  consoleUrl: string,
): Promise<string | undefined> {
  if (await hasOwner(db)) return undefined;
  const wanted = { name: null, role: 'owner', entityId: null } as const;
  const { token } = await inTransaction(db, (trx) => createLink(trx, wanted, FIRST_LINK_MS));
  return `${consoleUrl}/welcome#token=${token}`;
}
