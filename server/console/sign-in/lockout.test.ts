/** Who has to wait after wrong tries, and who has not. */
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startAlone } from '../../tests/support/test-gateway.ts';
import { beginTry, forgetFailures, noteFailure, type Subject, takeBack } from './lockout.ts';

const { gateway, ...ours } = await startAlone();
afterAll(() => ours[Symbol.asyncDispose]());
beforeEach(async () => {
  await gateway.db.deleteFrom('console_failures').execute();
});

const LOCKED = { body: { reason: 'locked' } };
const ADDRESS = '203.0.113.7';
const of = (name: string, address: string): Subject[] => [
  { kind: 'name', value: name },
  { kind: 'address', value: address },
];
const fail = async (subjects: Subject[]) => {
  const isLocked = await beginTry(gateway, subjects);
  await noteFailure(gateway, subjects);
  return isLocked;
};
const failures = () =>
  gateway.db.selectFrom('console_failures').select(['failures', 'locked_until']).execute();

it('counts each of the tries that begin at once, the first ones too', async () => {
  const tries = Array.from({ length: 12 }, () => beginTry(gateway, of('Ada', ADDRESS)));
  const ends = await Promise.allSettled(tries);
  const begun = ends.filter(({ status }) => status === 'fulfilled');
  expect(begun).toHaveLength(5);
  expect((await failures()).map((row) => row.failures)).toEqual([5, 5]);
});

it.each([
  ['an address', () => ADDRESS],
  ['a network of IPv6', (n: number) => `2001:db8::${n.toString(16)}`],
])('locks %s after twenty, whatever the names', async (_, address) => {
  for (let n = 1; n <= 20; n += 1) expect(await fail(of(`n${n}`, address(n)))).toBe(n === 20);
  await expect(beginTry(gateway, of('n21', address(21)))).rejects.toMatchObject(LOCKED);
});

it('locks nobody for tries that were right', async () => {
  const [name, address] = of('Ada', ADDRESS) as [Subject, Subject];
  await fail([name, address]);
  for (let n = 0; n < 25; n += 1) {
    await beginTry(gateway, [name, address]);
    await takeBack(gateway, [address]);
    await forgetFailures(gateway, name);
  }
  expect(await failures()).toEqual([{ failures: 1, locked_until: 0 }]);
});

it('is not ended by a sign-in under a name that differs in capital letters', async () => {
  for (let n = 1; n <= 5; n += 1) {
    expect(await fail(of('Root', ADDRESS))).toBe(n === 5);
    await forgetFailures(gateway, { kind: 'name', value: 'ROOT' });
  }
  await expect(beginTry(gateway, of('Root', ADDRESS))).rejects.toMatchObject(LOCKED);
});

it('takes a last free try back, with the wait that it has begun', async () => {
  const subjects = of('Ada', ADDRESS);
  for (let n = 0; n < 4; n += 1) await fail(subjects);
  expect(await beginTry(gateway, subjects)).toBe(true);
  await takeBack(gateway, subjects);
  expect(await fail(subjects)).toBe(true);
  await expect(beginTry(gateway, subjects)).rejects.toMatchObject(LOCKED);
});

it('forgets what is an hour old, and only a wrong try begins the hour anew', async () => {
  const subjects = of('Ada', ADDRESS);
  const ends = () => gateway.db.selectFrom('console_failures').select('purge_at').execute();
  for (let n = 0; n < 4; n += 1) await fail(subjects);
  const soon = Date.now() + 60_000;
  await gateway.db.updateTable('console_failures').set({ purge_at: soon }).execute();
  await beginTry(gateway, subjects);
  await takeBack(gateway, subjects);
  expect(await ends()).toEqual([{ purge_at: soon }, { purge_at: soon }]);
  await gateway.db.updateTable('console_failures').set({ purge_at: 1 }).execute();
  expect(await fail(subjects)).toBe(false);
  expect((await failures()).map((row) => row.failures)).toEqual([1, 1]);
});
