/** A database takes no migration behind one that it has. */
import { expect, it } from 'vitest';
import { migrationsAsReleased } from '../../tests/support/release-before.ts';
import { MIGRATIONS } from './index.ts';

/** What came before was merged in another order now and then: no release went from one to the next. */
const ORDERED_FROM = '0047-console-links-once';

it('migrations are named in the order in which they were merged', ({ skip }) => {
  const released = migrationsAsReleased();
  if (released.length === 0) skip('git has no history here');
  const names = MIGRATIONS.map(({ name }) => name);
  const from = names.indexOf(ORDERED_FROM);
  expect(released.slice(from)).toEqual(names.slice(from));
});
