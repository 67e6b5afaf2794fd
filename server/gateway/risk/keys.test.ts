import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  binOf,
  countedAddress,
  hasher,
  networkOf,
  plainAddress,
  plainEmail,
  valuesOf,
} from './keys.ts';

const FACTS = { channelId: 'c'.repeat(32), cardFingerprint: 'f', bin: '42000000' };
const vault = {
  keyedHash: (use: string) => (text: string) =>
    createHmac('sha256', use).update(text).digest('hex'),
};

it.each([
  ['4200000000000000', '42000000'],
  ['378282246310005', '378282'],
])('the first digits of %s are %s', (number, bin) => {
  expect(binOf(number)).toBe(bin);
});

it.each([
  ['DE66500000000000001016', 'DE50000000'],
  ['DE44500000000000001024', 'DE50000000'],
  ['NL91ABNA0417164300', 'NLABNA'],
])('tells the bank of an account: %s', (iban, bank) => {
  expect(binOf(iban)).toBe(bank);
});

it.each([
  ['203.0.113.7', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:0db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['2001::5:6:7:8:9', '2001:0:0:5'],
  ['1::', '1:0:0:0'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('an IPv6 address counts as its /64, however it is written', () => {
  for (const address of ['2001:db8:1:2::9', '2001:DB8:1:2:ffff::1', '2001:0db8:1:2:3:4:5:6']) {
    expect(countedAddress(address)).toBe('2001:db8:1:2');
  }
  expect(countedAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(countedAddress('[2001:db8:1:2::9]:4444')).toBe('2001:db8:1:2');
  expect(countedAddress(undefined)).toBe('');
});

it('an address in the form of IPv6, and a mailbox with a suffix, are what they were', () => {
  expect(plainAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(plainAddress('::FFFF:203.0.113.107')).toBe('203.0.113.107');
  expect(plainAddress('203.0.113.7:51234')).toBe('203.0.113.7');
  expect(plainAddress('[::1]')).toBe('::1');
  expect(plainAddress('[::ffff:203.0.113.7]:80')).toBe('203.0.113.7');
  // None of these is one.
  for (const address of ['1::ffff:203.0.113.7', '::ffff:203.0.113.7x', '::ffff:203.0.113']) {
    expect(plainAddress(address)).toBe(address);
  }
  expect(plainEmail('Jane+7@Shop.example')).toBe('jane@shop.example');
  expect(plainEmail('jane+@shop.example')).toBe('jane@shop.example');
  expect(plainEmail('jane+shop.example')).toBe('jane+shop.example');
});

describe('a trusted network', () => {
  const at = (address: string, trustedAddresses: string[]) =>
    Object.keys(valuesOf({ ...FACTS, address }, { trustedAddresses }));

  it('is not counted by address and network', () => {
    expect(at('203.0.113.7', ['203.0.113.0/24'])).toEqual(['card', 'bin', 'channel']);
    expect(at('::ffff:203.0.113.7', ['203.0.113.7'])).toEqual(['card', 'bin', 'channel']);
    expect(at('2001:db8::5', ['2001:db8::/32'])).toEqual(['card', 'bin', 'channel']);
  });

  it('others are', () => {
    expect(at('203.0.114.7', ['203.0.113.0/24', '2001:db8::/32'])).toContain('address');
    expect(at('203.0.113.7', [])).toContain('network');
    expect(at('2001:db9::5', ['203.0.113.0/24', '2001:db8::/32'])).toContain('address');
  });

  it('is asked of addresses alone', () => {
    expect(at('', ['203.0.113.0/24'])).toEqual(['card', 'bin', 'channel']);
    expect(at('a.b.c', ['203.0.113.0/24'])).toContain('address');
    expect(Object.keys(valuesOf(FACTS, { trustedAddresses: [] }))).toEqual([
      ...['card', 'bin', 'channel'],
    ]);
  });
});

it('an attempt is counted by what it has', () => {
  const facts = {
    ...{ ...FACTS, checkoutId: 'a.b', email: 'Jane+1@shop.example', address: '::ffff:203.0.113.7' },
  };
  expect(valuesOf(facts, { trustedAddresses: [] })).toEqual({
    card: 'f',
    bin: '42000000',
    channel: FACTS.channelId,
    checkout: 'a.b',
    email: 'jane@shop.example',
    address: '203.0.113.7',
    network: '203.0.113',
  });
  const none = { ...facts, bin: undefined, checkoutId: null, email: '', address: undefined };
  expect(valuesOf(none, { trustedAddresses: [] })).toEqual({
    ...{ card: 'f', channel: FACTS.channelId },
  });
});

it('no hash is that of another channel or another key', () => {
  const hash = hasher(vault, 'a');
  expect(hash('address', '203.0.113.7')).toMatch(/^[0-9a-f]{32}$/);
  expect(hash('address', '203.0.113.7')).not.toBe(hash('network', '203.0.113.7'));
  expect(hash('address', '203.0.113.7')).not.toBe(
    vault
      .keyedHash('')(JSON.stringify(['a', 'address', '203.0.113.7']))
      .slice(0, 32),
  );
  expect(hash('address', '203.0.113.7')).not.toBe(hasher(vault, 'b')('address', '203.0.113.7'));
});
