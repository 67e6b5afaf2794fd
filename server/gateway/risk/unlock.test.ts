/** What an operator names to be unlocked, and what of it is forgotten. */
import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { realNow } from '../../store/clock.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import type { Vault } from '../../vault/vault.ts';
import { binOf, hasher } from './keys.ts';
import { type UnlockTarget, unlockMistake, unlockRisk } from './unlock.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);
const CHANNEL = 'c'.repeat(32);
const vault = {
  keyedHash: (use: string) => (text: string) =>
    createHmac('sha256', use).update(text).digest('hex'),
} as Vault;

const counted = (key: string, value: string) =>
  db
    .insertInto('risk_windows')
    .values({
      ...{ channel_id: CHANNEL, rule: `${key}/day`, window_start: realNow() },
      key_hash: hasher(vault, CHANNEL)(key, value),
      ...{ attempts: 7, successes: 0, declines: 7, excess: 7_000, purge_at: realNow() + 1_000_000 },
    })
    .execute();

it.each<[string, string | undefined, UnlockTarget]>([
  ['of an account', binOf('DE66500000000000001016'), { bin: 'DE50000000' }],
  ['of a bank that has letters', binOf('NL91ABNA0417164300'), { bin: 'nl abna' }],
  ['of a card', binOf('4200000000000000'), { bin: '4200 0000' }],
])('the bank %s is unlocked by what it is counted by', async (_, bin, target) => {
  await counted('bin', bin ?? '');
  expect(await unlockRisk({ db, vault }, CHANNEL, target)).toBe(1);
});

describe('a value that is none is refused, and not repeated', () => {
  it.each<[keyof UnlockTarget, string, RegExp]>([
    ['address', '203.0.113', /^address must be an IP address$/],
    ['address', '203.0.113.0/24', /^address must be an IP address$/],
    ['network', 'nonsense', /^network must be a network of IPv4 with \/24/],
    ['network', '203.0.0.0/16', /^network must be a network of IPv4 with \/24/],
    ['network', '2001:db8::/24', /^network must be a network of IPv4 with \/24/],
    ['email', 'jane', /^email must be an e-mail address$/],
    ['bin', '4200', /^bin must be 6 or 8 first digits/],
    ['bin', '4200000000000000', /^bin must be 6 or 8 first digits/],
  ])('%s=%s', (key, value, why) => {
    expect(unlockMistake(key, value)).toMatch(why);
  });
});

it.each<[keyof UnlockTarget, string]>([
  ['address', '203.0.113.7'],
  ['address', '::ffff:203.0.113.7'],
  ['address', '2001:db8::9'],
  ['network', '203.0.113.0/24'],
  ['network', '203.0.113.7'],
  ['network', '2001:DB8:1:2::/64'],
  ['email', 'Jane@example.com'],
  ['bin', '420000'],
  ['bin', '4200 0000'],
  ['bin', 'DE50000000'],
  ['checkout', 'abc'],
  ['payment', 'abc'],
])('%s=%s is one', (key, value) => {
  expect(unlockMistake(key, value)).toBeUndefined();
});
