/** The operator's file of first digits, and where a card was issued by it (docs/console.md). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { newId } from '../ids.ts';
import { BinError } from './bin-file.ts';
import { clearBins, currentBins, importBins } from './import-bins.ts';
import { binOf, issuerCountryOf, issuersOf } from './issuer-country.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);
const folder = await mkdtemp(join(tmpdir(), 'bins-'));
afterAll(() => rm(folder, { recursive: true }));
const path = join(folder, 'bins.csv');

beforeEach(async () => {
  await db.deleteFrom('card_bins').execute();
  await db.deleteFrom('card_bin_files').execute();
});
afterEach(() => vi.restoreAllMocks());

const importing = async (...lines: readonly string[]) => {
  await writeFile(path, lines.join('\n'));
  return importBins(db, path);
};
const countryOf = async (number: string) =>
  (await issuerCountryOf(db, binOf(number)).executeTakeFirst())?.country ?? null;
const rows = () =>
  db
    .selectFrom('card_bins')
    .select(['first_bin', 'last_bin', 'country', 'line'])
    .orderBy('first_bin')
    .execute();
const files = () => db.selectFrom('card_bin_files').selectAll().orderBy('id').execute();

describe('a line of the file', () => {
  it.each([
    ['400000,US', 40_000_000, 40_000_099],
    ['4000001,US', 40_000_010, 40_000_019],
    ['40000012,US', 40_000_012, 40_000_012],
    ['400000-400499,US', 40_000_000, 40_049_999],
    ['400000-400000,US', 40_000_000, 40_000_099],
    ['000000-000001,US', 0, 199],
    [' "400000" , "US" \r', 40_000_000, 40_000_099],
    ['\uFEFF400000,US', 40_000_000, 40_000_099],
    ['\uFEFF"400000","US"', 40_000_000, 40_000_099],
  ])('%j is the range from %s to %s', async (line, first_bin, last_bin) => {
    expect(await importing(line)).toMatchObject({ ranges: 1 });
    expect(await rows()).toEqual([{ first_bin, last_bin, country: 'US', line: 1 }]);
  });

  it('may be empty, and the first one may have names', async () => {
    await importing('first digits,country', '', '400000,US', '  \r', '500000,DE', '');
    expect((await rows()).map(({ line, country }) => [line, country])).toEqual([
      [3, 'US'],
      [5, 'DE'],
    ]);
  });

  const FORM = 'must be first digits and country with a comma between, as 400000,US';
  const DIGITS = 'first digits must be 6 to 8, or a range of them as 400000-400499';
  const REFUSED: readonly (readonly [lines: readonly string[], message: string])[] = [
    [['400000'], `line 1: ${FORM} ("400000")`],
    [['400000,'], `line 1: ${FORM} ("400000,")`],
    [['400000,US,Bank '], `line 1: ${FORM} ("400000,US,Bank")`],
    [['400000-400499'], `line 1: ${FORM}`],
    [['4111111111111111'], `line 1: ${FORM}`],
    [['400000,US', 'digits,country'], `line 2: ${DIGITS} ("digits")`],
    [['40000,US'], `line 1: ${DIGITS} ("40000")`],
    [['400000000,US'], `line 1: ${DIGITS}`],
    [['٤٠٠٠٠٠٠٠٠,US', '1'], `line 2: ${FORM} ("1")`],
    [['x', '٤٠٠٠٠٠٠٠٠,US'], `line 2: ${DIGITS}`],
    [['x400000,US'], `line 1: ${DIGITS} ("x400000")`],
    [['400000x,US'], `line 1: ${DIGITS} ("400000x")`],
    [['x40000000,US'], `line 1: ${DIGITS} ("x40000000")`],
    [['400000"1",US'], `line 1: ${DIGITS} (${JSON.stringify('400000"1"')})`],
    [['"400000"1,US'], `line 1: ${DIGITS} (${JSON.stringify('"400000"1')})`],
    [['400000-,US'], `line 1: ${DIGITS} ("400000-")`],
    [['x', ',US'], `line 2: ${DIGITS}`],
    [['x', `${'y'.repeat(41)},US`], `line 2: ${DIGITS} ("${'y'.repeat(40)}")`],
    [
      ['400000-40049999,US'],
      'line 1: both ends of a range must have the same number of digits ("400000")',
    ],
    [['400001-400000,US'], 'line 1: a range must not end before it begins ("400001")'],
    [['400000,us'], 'line 1: country must be a 2-letter code in capitals (ISO 3166-1) ("us")'],
    [['400000,XX'], 'line 1: country must be a 2-letter code in capitals (ISO 3166-1) ("XX")'],
    [['400000,US', '4'.repeat(1_001)], 'line 2: must have 1000 characters at most'],
    [['4'.repeat(1_000)], `line 1: ${FORM}`],
    [['400000-400001,US', '1', '400001,US'], `line 2: ${FORM} ("1")`],
    [
      ['400000-400001,US', '500000,US', '400001,US'],
      'line 3: must not overlap line 1: both have 40000100',
    ],
    [['400001,US', '400000-400001,US'], 'line 2: must not overlap line 1: both have 40000100'],
    [['000001,US', '000001,DE'], 'line 2: must not overlap line 1: both have 00000100'],
    [['first digits,country'], 'PATH has no range: "bins clear" takes all away'],
    [[''], 'PATH has no range: "bins clear" takes all away'],
  ];
  it.each(REFUSED.map(([lines, message]) => [message, lines] as const))(
    'is refused: %s',
    async (message, lines) => {
      const error = new BinError(message.replace('PATH', path));
      await expect(importing(...lines)).rejects.toThrow(error);
      expect(await rows()).toEqual([]);
      expect(await files()).toEqual([]);
    },
  );

  it('cannot be read of a file that is not there', async () => {
    await expect(importBins(db, join(folder, 'none'))).rejects.toThrow(BinError);
    await expect(importBins(db, join(folder, 'none'))).rejects.toThrow(
      /none cannot be read: ENOENT/,
    );
  });
});

describe('an import', () => {
  it('takes a file that is read and written in many pieces', async () => {
    // More than a statement of SQLite takes, and than one reading of the file.
    const bins = Array.from({ length: 6_601 }, (_, n) => 40_000_000 + 2 * n);
    const room = ' '.repeat(10);
    expect(await importing(...bins.map((bin) => `${bin}${room},US`))).toMatchObject({
      ranges: 6_601,
    });
    const found = await rows();
    expect(found.map(({ first_bin }) => first_bin)).toEqual(bins);
    expect(found.at(-1)?.line).toBe(6_601);
    await clearBins(db);
    expect(await rows()).toEqual([]);
  });

  it('takes the place of the one before, whole', async () => {
    await importing('400000,US', '500000,US');
    await importing('400000,DE');
    expect((await rows()).map(({ country }) => country)).toEqual(['DE']);
    expect(await files()).toHaveLength(1);
    expect(await countryOf('5000000000000000')).toBeNull();
  });

  it('with a mistake changes nothing', async () => {
    const before = await importing('400000,US');
    await expect(importing('400000,DE', '400000,FR')).rejects.toThrow(BinError);
    await expect(importing('400000,DE', 'x')).rejects.toThrow(BinError);
    expect(await currentBins(db)).toEqual(before);
    expect(await countryOf('4000001234567890')).toBe('US');
    expect(await rows()).toHaveLength(1);
    expect(await files()).toHaveLength(1);
  });

  it('counts from when it ended, and is later than the one before by any clock', async () => {
    const now = Date.parse('2026-01-02T03:04:05.678Z');
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    expect(await currentBins(db)).toBeUndefined();
    const first = await importing('400000,US');
    expect(first).toEqual({ ranges: 1, importedAt: '2026-01-02T03:04:05.678Z' });
    expect(await currentBins(db)).toEqual(first);
    expect(await importing('400000,DE')).toMatchObject({ importedAt: '2026-01-02T03:04:05.679Z' });
    clock.mockReturnValue(now - 60_000);
    expect(await importing('400000,FR')).toMatchObject({ importedAt: '2026-01-02T03:04:05.680Z' });
    expect(await countryOf('4000000000000000')).toBe('FR');
    clock.mockReturnValue(now + 60_000);
    expect(await clearBins(db)).toEqual({ ranges: 0, importedAt: '2026-01-02T03:05:05.678Z' });
  });

  it('is later than each before, where several have ended', async () => {
    const now = Date.parse('2026-01-02T03:04:05.678Z');
    vi.spyOn(Date, 'now').mockReturnValue(now);
    for (const [id, imported_at] of [
      ['early', 1],
      ['late', now + 1_000],
    ] as const) {
      const row = { id, begun_at: 1, imported_at, ranges: 0 };
      await db.insertInto('card_bin_files').values(row).execute();
    }
    expect(await importing('400000,US')).toMatchObject({ importedAt: '2026-01-02T03:04:06.679Z' });
  });

  it('leaves another one alone that is under way, and clears one that was killed a day ago', async () => {
    const now = Date.parse('2026-01-02T03:04:05.678Z');
    const DAY_MS = 24 * 60 * 60_000;
    vi.spyOn(Date, 'now').mockReturnValue(now);
    const begun = async (begun_at: number, first_bin: number) => {
      const id = newId();
      await db
        .insertInto('card_bin_files')
        .values({ id, begun_at, imported_at: null, ranges: 0 })
        .execute();
      const row = { file_id: id, first_bin, last_bin: first_bin, line: 1, country: 'FR' };
      await db.insertInto('card_bins').values(row).execute();
      return id;
    };
    const running = await begun(now - DAY_MS, 1);
    const killed = await begun(now - DAY_MS - 1, 2);
    await importing('400000,US');
    const ids = (await files()).map(({ id }) => id);
    expect(ids).toContain(running);
    expect(ids).not.toContain(killed);
    expect(ids).toHaveLength(2);
    expect((await rows()).map(({ first_bin }) => first_bin)).toEqual([1, 40_000_000]);
  });

  it('that is taken back leaves no card a country', async () => {
    await importing('400000,US');
    await clearBins(db);
    expect(await countryOf('4000000000000000')).toBeNull();
    expect(await currentBins(db)).toMatchObject({ ranges: 0 });
    expect(await files()).toHaveLength(1);
  });

  it('of the same millisecond as another counts by its id, everywhere alike', async () => {
    for (const [id, country] of [
      ['a', 'US'],
      ['c', 'DE'],
      ['b', 'FR'],
    ] as const) {
      await db
        .insertInto('card_bin_files')
        .values({ id, begun_at: 1, imported_at: 1, ranges: 1 })
        .execute();
      const row = { file_id: id, first_bin: 40_000_000, last_bin: 40_000_099, line: 1, country };
      await db.insertInto('card_bins').values(row).execute();
    }
    expect(await countryOf('4000000000000000')).toBe('DE');
    await db.updateTable('card_bin_files').set({ imported_at: 2 }).where('id', '=', 'b').execute();
    expect(await countryOf('4000000000000000')).toBe('FR');
  });
});

describe('the country of a card', () => {
  it.each([
    ['4000000000000000', 'US'],
    ['4004999999999999', 'US'],
    ['4005000000000000', null],
    ['3999999900000000', null],
    ['4100001000000000', 'FR'],
    ['4100001100000000', 'FR'],
    ['4100001200000000', null],
    ['410000', null],
  ])('%s is %s', async (number, country) => {
    await importing('400000-400499,US', '41000010-41000011,FR', '420000,DE');
    expect(await countryOf(number)).toBe(country);
  });

  it('is compared by eight digits, of fewer by the first that they may be', () => {
    expect(binOf('4000001234567890')).toBe(40_000_012);
    expect(binOf('400000')).toBe(40_000_000);
    expect(binOf('00000112')).toBe(112);
  });
});

describe('what the file says of first digits', () => {
  it.each([
    ['40000000', 'US', [['40000000', '40000000', 'US']]],
    ['400000', 'US', [['40000000', '40000099', 'US']]],
    ['400001', null, [['40000100', '40000149', 'US']]],
    [
      '400002',
      null,
      [
        ['40000200', '40000249', 'US'],
        ['40000250', '40000299', 'DE'],
      ],
    ],
    [
      '400003',
      'FR',
      [
        ['40000300', '40000349', 'FR'],
        ['40000350', '40000399', 'FR'],
      ],
    ],
    ['000001', 'PL', [['00000100', '00000199', 'PL']]],
    ['999999', null, []],
  ] as const)('%s: %s of %j', async (digits, country, ranges) => {
    await importing(
      ...['399000-400000,US', '40000100-40000149,US', '40000250-40000299,DE'],
      ...[
        '40000200-40000249,US',
        '40000300-40000349,FR',
        '40000350-40000399,FR',
        '000000-000009,PL',
      ],
    );
    expect(await issuersOf(db, digits)).toEqual({
      country,
      ranges: ranges.map(([from, to, where]) => ({ from, to, country: where })),
    });
  });
});
