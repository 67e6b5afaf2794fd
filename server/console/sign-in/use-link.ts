/** What a one-time link does: an administrator comes in for the first time, or anew. */
import {
  endCredentials,
  endKey,
  forgetAdministrator,
  noKeyOf,
} from '../../gateway/access/index.ts';
import { realNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { invalid } from '../admin-failure.ts';
import { hasOwner } from '../first-owner.ts';
import { beginAnew } from './credentials.ts';
import { type Link, linkOver, spendLink } from './links.ts';

/**
 * Spends the link, and gives the administrator the password.
 * @param password as `hashPassword` gives it
 * @throws AdminFailure `link-over` where the administrator is not any more whom the link was made for
 */
export async function useLink(
  trx: Transaction,
  link: Link,
  name: string,
  password: string,
): Promise<void> {
  await spendLink(trx, link);
  if (link.name === null && (await hasOwner(trx))) throw linkOver();
  const { role, entityId } = link;
  const known = await trx
    .selectFrom('administrators')
    .select(['role', 'entity_id', 'password'])
    .where('name', '=', name)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!known) {
    await forgetAdministrator(trx, name);
    await trx.deleteFrom('administrators').where('name', '=', name).execute();
    await trx
      .insertInto('administrators')
      .values({
        ...{ name, role, entity_id: entityId, password },
        // Without a key for the command line, until an owner draws one there.
        ...{ key_hash: noKeyOf(name), created_at: realNow(), removed_at: null },
      })
      .execute();
    return;
  }
  if (link.name === null) throw invalid('name', 'is taken');
  if (known.role !== role || known.entity_id !== entityId) throw linkOver();
  // The old credentials may be in other hands, so all of them end. One who comes for the first time has the
  // key of the command line alone, and keeps it.
  await endCredentials(trx, name);
  if (known.password !== null) await endKey(trx, name);
  await beginAnew(trx, name, password);
}
