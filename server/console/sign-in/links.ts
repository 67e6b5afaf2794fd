/** One-time links: the first owner's, which the start prints, and those of administrators who are invited. */
import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '../../gateway/access/index.ts';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import type { ConsoleLinkRow } from '../../store/tables.ts';
import { AdminFailure } from '../admin-failure.ts';

const HOUR_MS = 60 * 60_000;
export const FIRST_LINK_MS = HOUR_MS;
export const INVITATION_MS = 72 * HOUR_MS;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export interface LinkFor {
  /** Null where the first owner chooses one. */
  readonly name: string | null;
  readonly role: Role;
  readonly entityId: string | null;
}

/** Those for the same name, or for the first owner, are worth nothing any more. @returns the token, which is not kept */
export async function createLink(
  trx: Transaction,
  { name, role, entityId }: LinkFor,
  validMs: number,
): Promise<{ readonly token: string; readonly endsAt: number }> {
  const token = randomBytes(32).toString('base64url');
  const endsAt = realNow() + validMs;
  await trx
    .deleteFrom('console_links')
    .where('name', name === null ? 'is' : '=', name)
    .execute();
  await trx
    .insertInto('console_links')
    .values({ token_hash: hashOf(token), name, role, entity_id: entityId, ends_at: endsAt })
    .execute();
  return { token, endsAt };
}

/** The invitation of an administrator who is not there yet, while it can be used. */
export const openLinkOf = (db: Database, name: string): Promise<ConsoleLinkRow | undefined> =>
  db
    .selectFrom('console_links')
    .selectAll()
    .where('name', '=', name)
    .where('ends_at', '>', realNow())
    .executeTakeFirst();

export const linkOver = () =>
  new AdminFailure('link-over', 'this link was used, or its time is over');

/** @throws AdminFailure `link-over` */
export async function findLink(db: Database, token: string): Promise<ConsoleLinkRow> {
  const row = await db
    .selectFrom('console_links')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!row || row.ends_at <= realNow()) throw linkOver();
  return row;
}

/**
 * All links of the same name, too: two that were made at once are one.
 * @throws AdminFailure `link-over` where another request has used it
 */
export async function spendLink(
  trx: Transaction,
  { token_hash, name }: ConsoleLinkRow,
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('console_links')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw linkOver();
  await trx
    .deleteFrom('console_links')
    .where('name', name === null ? 'is' : '=', name)
    .execute();
}
