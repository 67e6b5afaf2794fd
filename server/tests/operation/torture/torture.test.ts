/** A short run; the long ones are `bench/torture.ts`, and by night five minutes. */
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/test-database.ts';
import { compare, torture } from './torture.ts';

const SECONDS = 20;

const database = await createTestDatabase();
afterAll(database.drop);

it('three instances lose and double nothing, whatever is done to them', async () => {
  const seed = Date.now() % 2 ** 31;
  const { wrong, waits, succeeded } = await torture(database, { seconds: SECONDS, seed });
  expect(wrong, `seed ${seed}`).toEqual([]);
  expect(Object.keys(waits).length, `seed ${seed}`).toBeGreaterThan(0);
  expect(succeeded).toBeGreaterThan(0);
}, 600_000);

const asked = { type: 'DB', amount: 1_000, original: undefined, answeredAt: 0 };
const paid = { ...asked, name: 'one', id: '1', code: '000.100.112' };
const refund = { ...paid, type: 'RF', amount: 600, original: '1' };
const booked = { merchant_transaction_id: 'one', id: '1', amount: 1_000, refunded: 0 };
const made = { ...booked, state: 'succeeded' } as const;

it.each([
  ['is as it was answered', [paid], [made], []],
  ['was lost', [paid], [], [/: lost$/]],
  ['was made twice', [paid], [made, { ...made, id: '2' }], [/: made 2 times$/, /: lost$/]],
  ['was refused, and made', [{ ...paid, code: '800.100.151' }], [made], [/: refused, and made$/]],
  ['was never asked for', [], [made], [/never asked for$/]],
  [
    'was refunded twice',
    [paid, { ...refund, name: 'two', id: '2' }, { ...refund, name: 'three', id: '3' }],
    [
      { ...made, refunded: 1_200 },
      { ...made, merchant_transaction_id: 'two', id: '2', amount: 600 },
      { ...made, merchant_transaction_id: 'three', id: '3', amount: 600 },
    ],
    [/^1: 1200 refunded of 1000$/],
  ],
])('a payment that %s is told as that', (_, ledger, rows, found) => {
  expect(compare(ledger, rows)).toEqual(found.map((each) => expect.stringMatching(each)));
});
