import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { isCardBrand } from '../../../contract/card-brands.ts';
import {
  brandsOfBin,
  channelRules,
  mayBeOfBrand,
  offeredCardBrands,
  rulesWithOthers,
} from './bin-table.ts';
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

  it('are of no brand without ranges: any number might be theirs', () => {
    const some = ChannelSettingsSchema.parse({ brands: { AXP: ['DB'], VISA: ['DB'] } });
    expect(brandsOfBin('999999', some)).toEqual([]);
    expect(brandsOfBin('420000', some)).toEqual(['VISA']);
    expect(offeredCardBrands(some)).toEqual(expect.arrayContaining(['AXP', 'VISA']));
    expect(offeredCardBrands(some)).toHaveLength(2);
  });

  it('are those of the channel', () => {
    const some = ChannelSettingsSchema.parse({ brands: { VISA: ['DB'], MADA: ['DB'] } });
    expect(brandsOfBin('446404', some)).toEqual(['MADA', 'VISA']);
  });
});

describe('the rules of brands', () => {
  it('have the ranges of the table where they are wanted, and are those of known brands', () => {
    const plain = channelRules(settings, ['ALIA', 'VISA', 'NO_SUCH', 'constructor']);
    expect(Object.keys(plain)).toEqual(['ALIA', 'VISA']);
    expect(plain).toMatchObject({ ALIA: { ranges: '', national: true }, VISA: { ranges: '4' } });
    const { ALIA: withTable, VISA } = channelRules(settings, ['ALIA', 'VISA'], true);
    expect(withTable?.ranges).toMatch(/^504997-504997 \d/);
    expect(VISA?.ranges).toMatch(/^4( |$)/);
  });

  it('have the ranges of the table in the rules of others, too, where they are wanted', () => {
    expect(rulesWithOthers(settings, [], false)).not.toHaveProperty('ALIA');
    expect(rulesWithOthers(settings, [], true)['ALIA']?.ranges).toContain('504997-504997');
    const offered = rulesWithOthers(settings, ['ALIA'], true);
    expect(offered['ALIA']?.ranges).toContain('504997-504997');
    expect(rulesWithOthers(settings, ['ALIA'], false)['ALIA']?.ranges).toBe('');
  });

  it('of a national brand tell it by four digits or more', () => {
    const withRange = (range: string) =>
      rulesWithOthers(ChannelSettingsSchema.parse({ binRanges: { AXP: range } }), [], false);
    expect(withRange('5078')).toHaveProperty('AXP');
    expect(withRange('507')).not.toHaveProperty('AXP');
    expect(withRange('5078 507')).not.toHaveProperty('AXP');
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
    const more = ChannelSettingsSchema.parse({ binRanges: { VISA: '507803' } });
    expect(channelRules(more, ['VISA'])['VISA']?.ranges).toBe('4 507803');
  });

  it('keep no other card from a brand that is chosen by hand', () => {
    expect(mayBeOfBrand('4200000000000000', 'MEEZA', own)).toBe(true);
    expect(mayBeOfBrand('4200000000000000', 'ALIA', settings)).toBe(true);
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
