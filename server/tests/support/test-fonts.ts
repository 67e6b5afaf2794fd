/** Fonts for tests: digits of seven segments as wide as a test wants, in WOFF2. */
import { brotliCompressSync } from 'node:zlib';
import opentype from 'opentype.js';

/** Bars of a digit, from the top clockwise, the one in the middle last: x, y, width and height. */
const BARS = [
  [100, 640, 400, 60],
  [440, 350, 60, 350],
  [440, 0, 60, 350],
  [100, 0, 400, 60],
  [100, 0, 60, 350],
  [100, 350, 60, 350],
  [100, 320, 400, 60],
] as const;
const BARS_OF = [
  '012345',
  '12',
  '01346',
  '01236',
  '1256',
  '02356',
  '023456',
  '012',
  '0123456',
  '012356',
];

interface Wanted {
  /** Of every digit; the em has 1000. */
  readonly width?: number;
  readonly weight?: number;
  /** Characters that it has not. */
  readonly without?: string;
  /** The second is drawn as the first, a little further to the right. */
  readonly same?: readonly [string, string];
  /** Wider than the others. */
  readonly wide?: string;
  /** Draws nothing. */
  readonly empty?: string;
  /** Reaches over its neighbour. */
  readonly long?: string;
  /** A digit, or the bullet, that is one bar; the digit may be drawn many times over. */
  readonly instead?: readonly [character: string, bar: Bar, times?: number];
  /** A digit for which the font puts two glyphs (GSUB). */
  readonly twofold?: string;
  /** Of the space. */
  readonly space?: number;
  /** A digit. */
  readonly bulletLike?: string;
  /** Tags of axes that it varies on, each with a named instance at its end. */
  readonly axes?: readonly string[];
  /** Numbers of 16 bits that are written into its tables in the end, by the place in the table. */
  readonly numbers?: readonly (readonly [table: string, at: number, value: number])[];
  /** Tables that it has not. */
  readonly withoutTable?: string;
}

type Bar = readonly [x: number, y: number, across: number, up: number];

export function testFont(wanted: Wanted = {}): Buffer {
  const {
    width = 600,
    weight = 400,
    without = '',
    same = [],
    wide,
    empty,
    long,
    bulletLike,
    twofold,
    instead: [barred, barInstead = [0, 0, 0, 0], times = 1] = [],
    space = 300,
    axes = [],
    numbers = [],
    withoutTable,
  } = wanted;
  const digit = (character: string) => {
    const path = new opentype.Path();
    const drawn = same[1] === character ? same[0] : character;
    if (character === barred) {
      for (let n = 0; n < times; n++) bar(path, ...barInstead);
    } else if (character !== empty) {
      for (const n of BARS_OF[Number(drawn)] ?? '') {
        const [x, y, across, up] = BARS[Number(n) as 0];
        const left = x + (same[1] === character ? 7 : 0);
        bar(path, left, y, character === long ? across + 1500 : across, up);
      }
    }
    return glyph(character, `digit${character}`, wide === character ? width + 100 : width, path);
  };
  const dot = new opentype.Path();
  bar(dot, ...(barred === '•' ? barInstead : ([100, 250, 200, 200] as const)));
  const letter = new opentype.Path();
  bar(letter, 50, 0, 500, 500);
  const glyphs = [
    new opentype.Glyph({ name: '.notdef', advanceWidth: 500, path: new opentype.Path() }),
    glyph(' ', 'space', space, new opentype.Path()),
    ...[...'0123456789'].map(digit),
    glyph('•', 'bullet', 500, bulletLike ? digit(bulletLike).path : dot),
    ...[...'CardnumbeV'].map((each) => glyph(each, `letter${each}`, 650, letter)),
  ];
  const font = new opentype.Font({
    familyName: 'Segments',
    styleName: 'Regular',
    unitsPerEm: 1000,
    ascender: 900,
    descender: -200,
    weightClass: String(weight),
    glyphs: glyphs.filter(({ unicode }) => !without.includes(String.fromCodePoint(unicode ?? 0))),
  });
  if (twofold !== undefined) {
    const sub = font.charToGlyphIndex(twofold);
    const by = [font.charToGlyphIndex('•'), font.charToGlyphIndex('C')];
    // Its types leave this out.
    const substitution = font.substitution as unknown as {
      add(feature: string, substituted: object): void;
    };
    substitution.add('ccmp', { sub, by });
  }
  const plain = Buffer.from(font.toArrayBuffer());
  const tables = tablesOf(plain).filter(({ tag }) => tag !== withoutTable);
  for (const [table, at, value] of numbers) {
    tables.find(({ tag }) => tag === table)?.content.writeUInt16BE(value & 0xffff, at);
  }
  const more = axes.length > 0 ? [variations(axes)] : [];
  return packTables([...tables, ...more], plain.readUInt32BE(0));
}

/** What makes a font variable (OpenType, `fvar`): axes from 100 to 900, and an instance at each one's end. */
function variations(axes: readonly string[]): Table {
  const fixed = (value: number) => int16(value, 0);
  /** Of the font's name table: the family. */
  const name = 1;
  const [axisSize, instanceSize] = [20, 4 + 4 * axes.length];
  const content = Buffer.concat([
    int16(1, 0, 16, 2, axes.length, axisSize, axes.length, instanceSize),
    ...axes.map((tag) =>
      Buffer.concat([Buffer.from(tag), fixed(100), fixed(400), fixed(900), int16(0, name)]),
    ),
    ...axes.map((end) =>
      Buffer.concat([int16(name, 0), ...axes.map((tag) => fixed(tag === end ? 900 : 400))]),
    ),
  ]);
  return { tag: 'fvar', content };
}

const glyph = (character: string, name: string, advanceWidth: number, path: opentype.Path) =>
  new opentype.Glyph({ name, unicode: character.codePointAt(0) ?? 0, advanceWidth, path });

function bar(path: opentype.Path, x: number, y: number, across: number, up: number): void {
  path.moveTo(x, y);
  path.lineTo(x + across, y);
  path.lineTo(x + across, y + up);
  path.lineTo(x, y + up);
  path.close();
}

/** `UIntBase128` of the format. */
function size128(value: number): number[] {
  const bytes = [value & 127];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 127) | 128);
  return bytes;
}

/** A table as it is written, and as large as the directory says. */
export interface Table {
  readonly tag: string;
  readonly content: Buffer;
  readonly claimed?: number;
}

const tablesOf = (font: Buffer): Table[] =>
  Array.from({ length: font.readUInt16BE(4) }, (_, n): Table => {
    const at = 12 + 16 * n;
    const offset = font.readUInt32BE(at + 8);
    const content = font.subarray(offset, offset + font.readUInt32BE(at + 12));
    return { tag: font.toString('latin1', at, at + 4), content };
  });

/** Packs a font; its tables stay as they are. */
export const woff2 = (font: Buffer): Buffer => packTables(tablesOf(font), font.readUInt32BE(0));

export function packTables(tables: readonly Table[], flavor = 0x00010000): Buffer {
  const directory = tables.flatMap(({ tag, content, claimed = content.length }) => [
    // 63: the tag follows; 3 in the upper bits: glyf and loca as they are.
    63 | (tag === 'glyf' || tag === 'loca' ? 3 << 6 : 0),
    ...Buffer.from(tag, 'latin1'),
    ...size128(claimed),
  ]);
  const packed = brotliCompressSync(Buffer.concat(tables.map(({ content }) => content)));
  const header = Buffer.alloc(48);
  header.write('wOF2', 0, 'latin1');
  header.writeUInt32BE(flavor, 4);
  const padding = Buffer.alloc((4 - ((48 + directory.length + packed.length) % 4)) % 4);
  header.writeUInt32BE(48 + directory.length + packed.length + padding.length, 8);
  header.writeUInt16BE(tables.length, 12);
  header.writeUInt32BE(
    tables.reduce((sum, { content }) => sum + content.length + 19, 12),
    16,
  );
  header.writeUInt32BE(packed.length, 20);
  return Buffer.concat([header, Buffer.from(directory), packed, padding]);
}

const int16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * n);
  return bytes;
};

/** A font of some hundred bytes whose digits are glyphs of two glyphs each, thirty times over. */
export function fontOfGlyphsInGlyphs(): Buffer {
  const levels = 30;
  const [digitOne, space, first] = [1, 11, 12];
  const last = first + levels;
  const composite = (part: number) =>
    Buffer.concat([int16(-1, 0, 0, 600, 700), int16(0x23, part, 0, 0), int16(0x3, part, 0, 0)]);
  const square = Buffer.concat([
    int16(1, 0, 0, 500, 700, 3, 0),
    Buffer.from([1, 1, 1, 1]),
    int16(0, 500, 0, -500, 0, 0, 700, 0),
  ]);
  const glyphs = Array.from({ length: last + 1 }, (_, n) => {
    if (n === 0 || n === space) return Buffer.alloc(0);
    if (n === last) return square;
    return composite(n < first ? first : n + 1);
  });
  const ends = glyphs.map((_, n) => Buffer.concat(glyphs.slice(0, n + 1)).length / 2);
  const group = (character: number, glyph: number, count: number) =>
    int16(0, character, 0, character + count - 1, 0, glyph);
  const head = Buffer.alloc(54);
  int16(1, 0).copy(head);
  head.writeUInt32BE(0x5f0f3cf5, 12);
  head.writeUInt16BE(1000, 18);
  const hhea = Buffer.alloc(36);
  int16(1, 0, 900, -200).copy(hhea);
  hhea.writeUInt16BE(glyphs.length, 34);
  const maxp = Buffer.alloc(32);
  int16(1, 0, glyphs.length).copy(maxp);
  const tables: Readonly<Record<string, Buffer>> = {
    cmap: Buffer.concat([
      int16(0, 1, 3, 10, 0, 12, 12, 0, 0, 16 + 24, 0, 0, 0, 2),
      group(0x20, space, 1),
      group(0x30, digitOne, 10),
    ]),
    head,
    hhea,
    hmtx: Buffer.concat(glyphs.map(() => int16(600, 0))),
    maxp,
    post: Buffer.concat([int16(3, 0), Buffer.alloc(28)]),
    glyf: Buffer.concat(glyphs),
    loca: int16(0, ...ends),
  };
  return packTables(Object.entries(tables).map(([tag, content]) => ({ tag, content })));
}
