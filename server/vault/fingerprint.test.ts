import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../tests/support/test-database.ts';
import { openVault } from './vault.ts';

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const NUMBER = '4200000000000000';
let opened: TestDatabase;
beforeEach(async () => {
  opened = await openTestDatabase();
});
afterEach(() => opened.drop());

const vaultWith = (vaultKeys: string) =>
  openVault({ db: opened.db, vaultKeys, dataDir: opened.location.dataDir });

describe('fingerprints', () => {
  test('tell cards apart and say nothing of the number', async () => {
    const { fingerprint } = await vaultWith(newKey('a'));
    expect(fingerprint(NUMBER)).toBe(fingerprint(NUMBER));
    expect(fingerprint(NUMBER)).not.toBe(fingerprint('4200000000000018'));
    expect(fingerprint(NUMBER)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('are those of the card after VAULT_KEYS have changed, and the old keys are gone', async () => {
    const [older, newer] = [newKey('older'), newKey('newer')];
    const before = (await vaultWith(older)).fingerprint(NUMBER);
    expect((await vaultWith(`${newer},${older}`)).fingerprint(NUMBER)).toBe(before);
    expect((await vaultWith(newer)).fingerprint(NUMBER)).toBe(before);
  });

  test('are the same in instances that start at once', async () => {
    const keys = newKey('a');
    const vaults = await Promise.all(Array.from({ length: 5 }, () => vaultWith(keys)));
    expect(new Set(vaults.map(({ fingerprint }) => fingerprint(NUMBER))).size).toBe(1);
  });

  test('are different in another installation with the same keys', async () => {
    const keys = newKey('a');
    const other = await openTestDatabase();
    const there = await openVault({ db: other.db, vaultKeys: keys, dataDir: '/nowhere' });
    expect(there.fingerprint(NUMBER)).not.toBe((await vaultWith(keys)).fingerprint(NUMBER));
    await other.drop();
  });
});

test('an instance without the keys of the others does not start, and names the missing key', async () => {
  await vaultWith(newKey('theirs'));
  await expect(vaultWith(newKey('mine'))).rejects.toThrow(
    /no key "theirs".* need the same VAULT_KEYS/,
  );
});

test('keyed hashes of different uses cannot be compared', async () => {
  const { keyedHash, fingerprint } = await vaultWith(newKey('a'));
  const hashes = [keyedHash('posts')(NUMBER), keyedHash('marks')(NUMBER), fingerprint(NUMBER)];
  expect(new Set(hashes).size).toBe(3);
});
