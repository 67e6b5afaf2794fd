/** Links for one name that were made at once, of the release before: the latest stays, and none is made beside it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../tests/support/test-database.ts';
import { openDatabase } from '../database.ts';
import { isUniqueViolation } from '../dialect.ts';
import { migrate } from '../migrate.ts';
import type { Tables } from '../tables.ts';
import { MIGRATIONS } from './index.ts';

let created: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  created = await createTestDatabase();
});
afterEach(() => created.drop());

const linkOf = (token_hash: string, name: string | null, ends_at: number) => ({
  ...{ token_hash, name, role: 'support' as const, entity_id: null, ends_at },
});

it('a database with several links for a name is brought up to date', async () => {
  const db = await openDatabase<Tables>(created.location);
  const before = MIGRATIONS.findIndex(({ name }) => name === '0046-console-links-latest');
  await migrate(db, MIGRATIONS.slice(0, before));
  await db
    .insertInto('console_links')
    .values([
      linkOf('sam 1', 'Sam', 1),
      linkOf('sam 2', 'Sam', 2),
      // Of the same millisecond.
      linkOf('sam 3', 'Sam', 2),
      linkOf('first owner 1', null, 2),
      linkOf('first owner 2', null, 1),
      linkOf('ann', 'Ann', 1),
    ])
    .execute();
  await migrate(db);
  const links = await db.selectFrom('console_links').select('token_hash').execute();
  expect(links.map(({ token_hash }) => token_hash).toSorted()).toEqual([
    'ann',
    'first owner 1',
    'sam 3',
  ]);
  for (const name of ['Sam', null]) {
    const another = db
      .insertInto('console_links')
      .values(linkOf('another', name, 3))
      .execute();
    await expect(another.catch((error: unknown) => isUniqueViolation(error))).resolves.toBe(true);
  }
  await db.destroy();
});
