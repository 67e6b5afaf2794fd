import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { isCardBrand } from '../../../contract/card-brands.ts';
import { brandsOfBin, channelRules, mayBeOfBrand, rulesWithOthers } from './bin-table.ts';
import { ChannelSettingsSchema } from './channel-settings.ts';

const settings = ChannelSettingsSchema.parse({});
const rows = readFileSync(join(import.meta.dirname, 'bin-ranges.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('\t') as [from: string, to: string, brand: string, source: string]);

it('has more than 300 ranges, each of a card brand, with a source', () => {
  expect(rows.length).toBeGreaterThan(300);
  for (const [from, to, brand, source] of rows) {
    expect(`${from} ${to}`).toMatch(/^\d{1,8} \d{1,8}$/);
    expect(from.length, from).toBe(to.length);
    expect(from <= to, from).toBe(true);
    expect(isCardBrand(brand), brand).toBe(true);
    expect(['credit-card-type', 'active-merchant', 'scheme']).toContain(source);
  }
});

describe('the brands of first digits', () => {
  test.each([
    ['420000', ['VISA', 'VISADEBIT', 'VPAY']],
    ['446404', ['MADA', 'VISA', 'VISADEBIT', 'VPAY']],
    ['507589', ['CARTEBANCAIRE', 'MAESTRO']],
    ['504997', ['ALIA', 'MAESTRO']],
    ['589562', ['NARANJA']],
    ['622126', ['UNIONPAY', 'UNIONPAY_SMS']],
    ['417935', ['VISAELECTRON', 'VISA', 'VISADEBIT', 'VPAY']],
    ['999999', []],
  ])('%s: %j', (bin, expected) => {
    const brands = brandsOfBin(bin, settings);
    expect([...brands].sort()).toEqual([...expected].sort());
  });

  it('are those of the channel', () => {
    const some = ChannelSettingsSchema.parse({ brands: { VISA: ['DB'], MADA: ['DB'] } });
    expect(brandsOfBin('446404', some)).toEqual(['MADA', 'VISA']);
  });
});

describe('the rules with those of other brands', () => {
  const rules = rulesWithOthers(settings, ['VISA', 'VPAY'], false);

  it('have what the form offers, and every brand that its first digits tell', () => {
    expect(rules).toMatchObject(channelRules(settings, ['VISA', 'VPAY', 'MADA', 'MASTER', 'ELO']));
  });

  it('lack brands that would be named with every Visa card, or never', () => {
    for (const code of ['VISADEBIT', 'MASTERDEBIT', 'MEEZA'])
      expect(rules).not.toHaveProperty(code);
  });
});

describe("a merchant's own ranges", () => {
  const own = ChannelSettingsSchema.parse({ binRanges: { MEEZA: '507803 507808-507810' } });

  it('are known to the look-up, to the form and to the payment', () => {
    expect(brandsOfBin('507809', own)).toContain('MEEZA');
    expect(brandsOfBin('507809', settings)).not.toContain('MEEZA');
    expect(channelRules(own, ['MEEZA', 'VISA'])).toMatchObject({
      MEEZA: { ranges: '507803 507808-507810' },
      VISA: { ranges: '4' },
    });
    expect(mayBeOfBrand('5078090000000000', 'MEEZA', own)).toBe(true);
  });

  it.each([
    [{ MASTERCARD: '51' }, 'must be a card brand'],
    [{ VISA: '4x' }, 'must be first digits'],
    [{ VISA: '123456789' }, 'must be first digits'],
    [{ VISA: '' }, 'must be first digits'],
    [{ VISA: '4,5' }, 'must be first digits'],
  ])('%j is refused: %s', (binRanges, message) => {
    const { error } = ChannelSettingsSchema.safeParse({ binRanges });
    expect(JSON.stringify(error?.issues)).toContain(message);
  });
});

test.each([
  ['4464040000000007', 'MADA', true],
  ['4200000000000000', 'MADA', false],
  ['5075890000000008', 'CARTEBANCAIRE', true],
  ['4200000000000000', 'AXP', true],
  ['4200000000000000', 'MASTER', false],
])('%s may be of %s: %s', (number, brand, expected) => {
  expect(mayBeOfBrand(number, brand, settings)).toBe(expected);
});
