/** Which fonts may draw digits, and what is drawn from them. */
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { testFont } from '../../tests/support/test-fonts.ts';
import { type Command, differenceOf, inkOf } from './drawing.ts';
import { readFont } from './read-font.ts';

const [OS2_WEIGHT, OS2_SELECTION, OS2_ASCENDER, OS2_DESCENDER] = [4, 62, 68, 70];
const HHEA_ASCENDER = 4;
const HHEA_DESCENDER = 6;
const POST_ANGLE = 4;
const [ITALIC, REGULAR, TYPOGRAPHIC] = [1, 1 << 6, 1 << 7];

const drawnBy = (file: Buffer): Font => create(Buffer.from(readFont(file).digits)) as Font;

describe('the font of digits', () => {
  const file = readFileSync(
    'node_modules/@fontsource/space-grotesk/files/space-grotesk-latin-400-normal.woff2',
  );

  it('draws each as the tabular figure of the font', () => {
    const [font, original] = [drawnBy(file), create(file) as Font];
    for (const digit of '0123456789') {
      const [own, theirs] = [font, original].map(
        (each) => each.layout(digit, { tnum: true }).glyphs[0],
      );
      const [ink, other] = [own, theirs].map((glyph) =>
        inkOf((glyph?.path.commands ?? []) as readonly Command[]),
      );
      expect(differenceOf(ink ?? [], other ?? [])).toBeLessThan(0.01);
      expect(own?.advanceWidth).toBe(theirs?.advanceWidth);
    }
  });

  it('has space, no-break space and bullet too, and nothing else', () => {
    const font = drawnBy(testFont({ space: 320 }));
    const characters = font.characterSet.filter((code) => code !== 0xffff);
    expect(String.fromCodePoint(...characters)).toBe(' 0123456789\u{A0}•');
    const widthOf = (character: string) => font.layout(character).glyphs[0]?.advanceWidth;
    expect([' ', '\u{A0}', '7', '•'].map(widthOf)).toEqual([320, 320, 600, 500]);
    expect(font.glyphForCodePoint(0x20).path.commands).toEqual([]);
    const names = [...' 0123456789•'].map((each) => font.layout(each).glyphs[0]?.name);
    expect(names.join(' ')).toBe('space zero one two three four five six seven eight nine bullet');
  });

  it('has no bullet where the font has none', () => {
    const characters = drawnBy(testFont({ without: '•' })).characterSet;
    expect(characters).toContain(0x39);
    expect(characters).not.toContain(0x2022);
  });

  it.each<[what: string, selection: number, ascent: number, descent: number]>([
    ['its lines', REGULAR, 900, -200],
    ['the lines that it prefers', REGULAR | TYPOGRAPHIC, 700, -300],
  ])('stands on %s', (_, selection, ascent, descent) => {
    const font = drawnBy(
      testFont({
        numbers: [
          ['OS/2', OS2_SELECTION, selection],
          ['OS/2', OS2_ASCENDER, 700],
          ['OS/2', OS2_DESCENDER, -300],
        ],
      }),
    );
    expect([font.unitsPerEm, font.ascent, font.descent]).toEqual([1000, ascent, descent]);
  });

  it('stands on its only lines where it has no table of others', () => {
    const font = drawnBy(
      testFont({
        withoutTable: 'OS/2',
        numbers: [
          ['hhea', HHEA_ASCENDER, 880],
          ['hhea', HHEA_DESCENDER, -220],
        ],
      }),
    );
    expect([font.ascent, font.descent]).toEqual([880, -220]);
  });
});

describe('the weight', () => {
  it.each<[says: number, is: number]>([
    [300, 300],
    [0, 1],
    [1, 1],
    [1000, 1000],
    [1001, 1000],
  ])('that a font says as %d is %d', (says, is) => {
    expect(readFont(testFont({ numbers: [['OS/2', OS2_WEIGHT, says]] })).weight).toBe(is);
  });

  it('is 400 where none is said', () => {
    expect(readFont(testFont({ withoutTable: 'OS/2' })).weight).toBe(400);
  });
});

it.each<[what: string, style: string, numbers: readonly [string, number, number][]]>([
  ['one that says nothing', 'normal', []],
  ['one that is selected as italic', 'italic', [['OS/2', OS2_SELECTION, ITALIC]]],
  ['one that leans to the right', 'italic', [['post', POST_ANGLE, -12]]],
  ['one that leans to the left', 'italic', [['post', POST_ANGLE, 12]]],
])('the style of %s is %s', (_, style, numbers) => {
  expect(readFont(testFont({ numbers })).style).toBe(style);
});

it('the style is normal where a font has no table for it', () => {
  expect(readFont(testFont({ withoutTable: 'OS/2' })).style).toBe('normal');
});

describe('taken is', () => {
  it.each<[what: string, file: Buffer]>([
    ['a digit as low as a fifth of the em', testFont({ instead: ['1', [0, 0, 500, 200]] })],
    ['a lower bullet', testFont({ instead: ['•', [100, 250, 100, 50]] })],
    ['a digit that reaches to both sides', testFont({ instead: ['1', [-250, 0, 1100, 300]] })],
    ['a digit that reaches below', testFont({ instead: ['1', [0, -1000, 500, 1300]] })],
    ['a digit that reaches above', testFont({ instead: ['1', [0, 0, 400, 2000]] })],
    ['digits of two em', testFont({ width: 2000 })],
    ['a digit of 1000 lines', testFont({ instead: ['1', [0, 0, 90, 700], 200] })],
    ['a space of one em', testFont({ space: 1000 })],
    ['a narrow space', testFont({ space: 1 })],
  ])('%s', (_, file) => {
    expect(readFont(file).style).toBe('normal');
  });
});

/** The beginning of a file of fonts, which says where the first one begins (OpenType, `ttcf`). */
function collection(): Buffer {
  const file = Buffer.alloc(16);
  file.write('ttcf');
  file.writeUInt32BE(0x00010000, 4);
  return file;
}

describe('refused is', () => {
  const oneWeight =
    'file must be of one weight: export the weights that the shop uses, a file each: variable, with a table fvar';
  const ownSpace = 'digit 1 must be drawn in its own space, 600 wide: from';

  it.each<[what: string, file: Buffer, message: string]>([
    [
      'no digit',
      testFont({ without: '0123456789' }),
      'digit 0 must have a drawing: not in the font',
    ],
    ['no 7', testFont({ without: '7' }), 'digit 7 must have a drawing: not in the font'],
    ['a 5 that draws nothing', testFont({ empty: '5' }), 'digit 5 must have a drawing: empty'],
    [
      'a 5 that is a line without width',
      testFont({ instead: ['5', [0, 0, 400, 0]] }),
      'digit 5 must have a drawing: empty',
    ],
    [
      'a bullet that draws nothing',
      testFont({ instead: ['•', [0, 0, 0, 0]] }),
      'bullet must have a drawing: empty',
    ],
    [
      'a 5 of two glyphs',
      testFont({ twofold: '5' }),
      'digit 5 must be drawn by one glyph: 2 glyphs',
    ],
    [
      'one drawing for 4 and 9',
      testFont({ same: ['4', '9'] }),
      'digit 9 must not look like digit 4: 8 % of their ink must differ: 0.0 %',
    ],
    [
      'a bullet like an 8',
      testFont({ bulletLike: '8' }),
      'the bullet must not look like digit 8: 8 % of their ink must differ: 0.0 %',
    ],
    [
      'a 3 that is wider',
      testFont({ wide: '3' }),
      'digit 3 must be as wide as the digit 0 (600), by itself or with tabular figures (tnum): 700',
    ],
    ['a 1 that covers others', testFont({ long: '1' }), `${ownSpace} 440, 0 to 2000, 700`],
    [
      'a 1 that is too far left',
      testFont({ instead: ['1', [-251, 0, 500, 300]] }),
      `${ownSpace} -251, 0 to 249, 300`,
    ],
    [
      'a 1 that is too far right',
      testFont({ instead: ['1', [351, 0, 500, 300]] }),
      `${ownSpace} 351, 0 to 851, 300`,
    ],
    [
      'a 1 that is too low',
      testFont({ instead: ['1', [0, -1001, 500, 1300]] }),
      `${ownSpace} 0, -1001 to 500, 299`,
    ],
    [
      'a 1 that is too high',
      testFont({ instead: ['1', [0, 0, 400, 2001]] }),
      `${ownSpace} 0, 0 to 400, 2001`,
    ],
    [
      'a 1 that is not seen',
      testFont({ instead: ['1', [0, 100, 500, 199]] }),
      'digit 1 must be 200 high at least: 199',
    ],
    [
      'a 1 that takes long to draw',
      testFont({ instead: ['1', [0, 0, 90, 700], 201] }),
      'digit 1 must be drawn in 1000 lines and curves at most: 1005',
    ],
    [
      'digits of more than two em',
      testFont({ width: 2001 }),
      'digit 0 must be drawn in its own space, 2001 wide',
    ],
    [
      'digits that lie over each other',
      testFont({ width: 0, instead: ['0', [0, 0, 250, 700]] }),
      'digit 0 must be drawn in its own space, 0 wide',
    ],
    ['no space', testFont({ without: ' ' }), 'space must be 1 to 1000 wide: 0'],
    ['a space without width', testFont({ space: 0 }), 'space must be 1 to 1000 wide: 0'],
    [
      'a space of more than one em',
      testFont({ space: 1001 }),
      'space must be 1 to 1000 wide: 1001',
    ],
    ['several fonts in a file', collection(), 'file must have one font: a collection'],
    // Good digits at one weight say nothing of the others: at an end of an axis 4 may look like 9.
    ['a font of all weights', testFont({ axes: ['wght'] }), oneWeight],
    [
      'a font that varies in more than weight, whatever its digits',
      testFont({ axes: ['wdth', 'MORF'], same: ['4', '9'] }),
      oneWeight,
    ],
  ])('%s', (_, file, message) => {
    expect(() => readFont(file)).toThrow(message);
  });
});
