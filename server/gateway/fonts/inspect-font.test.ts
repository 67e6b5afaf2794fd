import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fontOfGlyphsInGlyphs, packTables, testFont } from '../../tests/support/test-fonts.ts';
import { withoutDescriptors } from '../../tests/support/without-descriptors.ts';
import { inspectFont } from './inspect-font.ts';

const FONTS = 'node_modules/@fontsource/space-grotesk/files';
const small = testFont();
/** 200 MB of nothing, in some hundred bytes. */
const bomb = packTables([{ tag: 'head', content: Buffer.alloc(200 * 1024 * 1024), claimed: 5000 }]);

test.each([300, 700])('a real font of the weight %d', async (weight) => {
  const file = readFileSync(`${FONTS}/space-grotesk-latin-${weight}-normal.woff2`);
  expect(await inspectFont(file)).toMatchObject({ weight, style: 'normal' });
});

test('many at once are read two at a time, each to its end, and no more than twenty wait', async () => {
  const processes: number[] = [];
  const count = setInterval(() => {
    const { stdout } = spawnSync('pgrep', ['-cf', '-P', String(process.pid), 'font-process']);
    processes.push(Number(stdout));
  }, 50);
  const all = await Promise.allSettled(Array.from({ length: 24 }, () => inspectFont(small)));
  clearInterval(count);
  expect(all.map(({ status }) => status).toSorted()).toEqual([
    ...Array(22).fill('fulfilled'),
    ...Array(2).fill('rejected'),
  ]);
  expect(all.find((one) => one.status === 'rejected')).toMatchObject({
    reason: { message: expect.stringContaining('must be sent again: 20 others wait') },
  });
  expect(Math.max(...processes)).toBeLessThanOrEqual(2);
});

test('one is refused where there is no descriptor for its process, and the next is read', async () => {
  const work = `() => fonts.inspectFont(Buffer.from('${small.toString('base64')}', 'base64'))`;
  const said = await withoutDescriptors(work, {
    fonts: new URL('./inspect-font.ts', import.meta.url).href,
  });
  const no = expect.stringMatching(/file must be readable: .*EMFILE/);
  expect(said).toEqual([no, no, no, 'done']);
});

test('digits of seven bars differ enough, and no bullet is needed', async () => {
  expect(await inspectFont(testFont({ without: '•' }))).toMatchObject({ weight: 400 });
});

describe('refused is', () => {
  test.each<[what: string, file: Buffer, message: RegExp]>([
    ['no font', Buffer.from('<html>'.repeat(20)), /file must begin with "wOF2".*"<htm"/],
    ['an empty file', Buffer.alloc(0), /must begin with "wOF2"/],
    ['no digit', testFont({ without: '0123456789' }), /digit 0 must have a drawing: not in/],
    ['no 7', testFont({ without: '7' }), /digit 7 must have a drawing: not in the font/],
    ['a 5 that draws nothing', testFont({ empty: '5' }), /digit 5 must have a drawing: empty/],
    [
      'one drawing for 4 and 9',
      testFont({ same: ['4', '9'] }),
      /9 must not look like digit 4.*0\.0 %/,
    ],
    ['a bullet like an 8', testFont({ bulletLike: '8' }), /the bullet must not look like digit 8/],
    ['a 3 that is wider', testFont({ wide: '3' }), /digit 3 must be as wide as the digit 0.*: 700/],
    ['a 1 that covers others', testFont({ long: '1' }), /digit 1 must be drawn in its own space/],
    ['no space', testFont({ without: ' ' }), /space must be 1 to 1000 wide: 0/],
    // Good digits at one weight say nothing of the others: at an end of an axis 4 may look like 9.
    [
      'a font of all weights',
      testFont({ axes: ['wght'] }),
      /file must be of one weight: export the weights that the shop uses, a file each: variable, with a table fvar/,
    ],
    [
      'a font that varies in more than weight, whatever its digits',
      testFont({ axes: ['wdth', 'MORF'], same: ['4', '9'] }),
      /file must be of one weight.*: variable, with a table fvar/,
    ],
    ['10 MB', Buffer.alloc(10 * 1024 * 1024, 'wOF2'), /must have 1048576 bytes at most: 10485760/],
    ['what is cut short', small.subarray(0, -40), /must have the \d+ bytes that it says/],
    [
      'a directory cut short',
      Buffer.concat([small.subarray(0, 8), Buffer.from([0, 0, 0, 48]), small.subarray(12, 48)]),
      /directory of its tables: broken off/,
    ],
    [
      'a bomb that says so',
      packTables([{ tag: 'glyf', content: Buffer.alloc(60), claimed: 64 * 1024 * 1024 }]),
      /unpacked file must have 8388608 bytes at most: 67108864/,
    ],
    ['a bomb that does not', bomb, /must have the 5000 bytes that it says: more/],
    [
      'glyphs in glyphs in glyphs',
      fontOfGlyphsInGlyphs(),
      /file must be readable: .*(its reader, with 128 MB, ended|not read in 5 s)/,
    ],
    [
      'tables that are none',
      packTables([{ tag: 'glyf', content: Buffer.alloc(60, 1) }]),
      /file must/,
    ],
  ])('%s', async (_, file, message) => {
    await expect(inspectFont(file)).rejects.toThrow(message);
  });

  test('a bomb before it costs memory', async () => {
    const { arrayBuffers: before } = process.memoryUsage();
    await inspectFont(bomb).catch(() => undefined);
    expect(bomb.length).toBeLessThan(1000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * 1024 * 1024);
  });
});
