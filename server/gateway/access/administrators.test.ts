/** Administrators who change each other at the same time. */
import { afterAll, expect, it } from 'vitest';
import { startAlone } from '../../tests/support/test-gateway.ts';
import { addAdministrator, changeAdministrator, listAdministrators } from './administrators.ts';

const test = await startAlone();
afterAll(() => test[Symbol.asyncDispose]());
const { db } = test.gateway;

it('two owners who end each other leave one', async () => {
  for (let round = 0; round < 8; round += 1) {
    await db.deleteFrom('administrators').execute();
    const names = ['Olga', 'Oskar'];
    for (const name of names) await addAdministrator(db, name, 'owner');
    const ends = await Promise.allSettled(
      names.map((name) => changeAdministrator(db, name, { removed: true })),
    );
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listAdministrators(db)).toHaveLength(1);
  }
});
