/** One-time links: the first owner's, which the start prints, and those of administrators who are invited. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '../../gateway/access/index.ts';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { type FieldsOf, toFields } from '../../store/records/column-names.ts';
import type { ConsoleLinkRow } from '../../store/tables.ts';
import { AdminFailure } from '../admin-failure.ts';

const HOUR_MS = 60 * 60_000;
export const FIRST_LINK_MS = HOUR_MS;
export const INVITATION_MS = 72 * HOUR_MS;

/** What each link has for itself. */
const NAME_OR_NONE = sql<string>`coalesce(name, '')`;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export type Link = FieldsOf<ConsoleLinkRow>;

export interface LinkFor {
  /** Null where the first owner chooses one. */
  readonly name: string | null;
  readonly role: Role;
  readonly entityId: string | null;
}

/**
 * The one before for the same name, or for the first owner, is worth nothing any more.
 * @param refuse throws where the one before may not be replaced; of two at once the later one is asked
 * @returns the token, which is not kept
 */
export async function createLink(
  trx: Transaction,
  { name, role, entityId }: LinkFor,
  validMs: number,
  refuse: (before: Link) => Promise<void> = async () => undefined,
): Promise<{ readonly token: string; readonly endsAt: number }> {
  const token = randomBytes(32).toString('base64url');
  const endsAt = realNow() + validMs;
  const link = { token_hash: hashOf(token), name, role, entity_id: entityId, ends_at: endsAt };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('console_links')
    .values(link)
    .onConflict((conflict) => conflict.expression(NAME_OR_NONE).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return { token, endsAt };
  const before = await trx
    .selectFrom('console_links')
    .selectAll()
    .where(NAME_OR_NONE, '=', name ?? '')
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new AdminFailure('conflict', 'the link of this name was used meanwhile');
  if (before.ends_at > realNow()) await refuse(toFields(before));
  await trx
    .updateTable('console_links')
    .set(link)
    .where('token_hash', '=', before.token_hash)
    .execute();
  return { token, endsAt };
}

export const linkOver = () =>
  new AdminFailure('link-over', 'this link was used, or its time is over');

/** @throws AdminFailure `link-over` */
export async function findLink(db: Database, token: string): Promise<Link> {
  const row = await db
    .selectFrom('console_links')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!row || row.ends_at <= realNow()) throw linkOver();
  return toFields(row);
}

/** @throws AdminFailure `link-over` where another request has used it */
export async function spendLink(
  trx: Transaction,
  { tokenHash }: Pick<Link, 'tokenHash'>,
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('console_links')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw linkOver();
}
