/** What is forgotten of watched pages, and when. */
import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { purgePageWatch } from './purge.ts';

const DAY_MS = 24 * 60 * 60_000;
const { db, drop } = await openTestDatabase();
afterAll(drop);

it('scripts and violations that were not seen for 90 days are forgotten, changes after 400', async () => {
  for (const days of [89, 91, 399, 401]) {
    const at = Date.now() - days * DAY_MS;
    const id = String(days);
    const seen = { channel_id: 'channel', first_seen: 1, last_seen: at };
    await db
      .insertInto('page_scripts')
      .values({ id, source: id, integrity: '', hours_seen: 1, ...seen })
      .execute();
    await db
      .insertInto('page_violations')
      .values({ place: 'page', directive: 'img-src', blocked: id, reports: 1, ...seen })
      .execute();
    await db
      .insertInto('page_changes')
      .values({
        ...{ channel_id: 'channel', once: id, kind: 'NEW_SCRIPT', subject: id, detail: '{}' },
        ...{ at, told_at: null },
      })
      .execute();
  }
  await purgePageWatch(db);
  const scripts = await db.selectFrom('page_scripts').select('id').execute();
  const violations = await db.selectFrom('page_violations').select('blocked as id').execute();
  const changes = await db.selectFrom('page_changes').select('once as id').orderBy('at').execute();
  expect([scripts, violations, changes].map((rows) => rows.map(({ id }) => id))).toEqual([
    ...[['89'], ['89'], ['399', '91', '89']],
  ]);
});
