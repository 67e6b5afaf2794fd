/** What an operator names to be unlocked, and what of it is forgotten. */
import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { realNow } from '../../store/clock.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import type { Vault } from '../../vault/vault.ts';
import { createEntity } from '../entities/index.ts';
import { binOf, hasher } from './keys.ts';
import { type UnlockTarget, unlockMistake, unlockRisk } from './unlock.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);
const { id: parentId } = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
const channelOf = async (name: string) =>
  (await createEntity(db, { kind: 'channel', name, parentId })).id;
const CHANNEL = await channelOf('Channel');
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

describe('an id that is named', () => {
  const unlock = (target: UnlockTarget) => unlockRisk({ db, vault }, CHANNEL, target);

  it('of a checkout is one of the channel', async () => {
    const own = await (await recordsOf(db, CHANNEL)).checkout({});
    const foreign = await (await recordsOf(db, await channelOf('Another'))).checkout({});
    await counted('checkout', own);
    expect(await unlock({ checkout: 'abc' })).toBe('no checkout');
    expect(await unlock({ checkout: foreign })).toBe('no checkout');
    expect(await unlock({ checkout: own })).toBe(1);
    expect(await unlock({ checkout: own })).toBe(0);
  });

  it('of a payment may have others beside it', async () => {
    const { payment } = await recordsOf(db, CHANNEL);
    const id = await payment({
      ...{ created_at: 0, card_fingerprint: 'f' },
      parameters: JSON.stringify({ 'customer.ip': '203.0.113.7' }),
    });
    for (const address of ['203.0.113.7', '203.0.113.8']) await counted('address', address);
    await counted('card', 'f');
    expect(await unlock({ payment: 'abc' })).toBe('no card payment');
    expect(await unlock({ payment: id, address: '203.0.113.8' })).toBe(3);
  });
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
