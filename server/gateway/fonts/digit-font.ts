/**
 * A font of its own for what is typed into number and CVV, written by the gateway from nothing but the
 * drawings of the merchant's. A font file can do more than draw: it may replace a digit beside others
 * (GSUB), move it (GPOS), or bend it at some sizes (hinting). None of that is in this one, so that a
 * digit is drawn as it was checked, wherever it stands.
 */
import opentype from 'opentype.js';
import type { Command } from './drawing.ts';

/** In units of the font, as all numbers here. */
export interface Drawing {
  readonly characters: readonly number[];
  readonly name: string;
  readonly width: number;
  readonly commands: readonly Command[];
}

export interface Metrics {
  readonly unitsPerEm: number;
  readonly ascender: number;
  readonly descender: number;
}

/** @returns an OpenType font */
export function writeDigitFont(drawings: readonly Drawing[], metrics: Metrics): Buffer {
  const { unitsPerEm, ascender, descender } = metrics;
  const glyphs = [
    new opentype.Glyph({
      name: '.notdef',
      advanceWidth: unitsPerEm / 2,
      path: new opentype.Path(),
    }),
    ...drawings.map(
      ({ name, width, commands, characters }) =>
        new opentype.Glyph({
          name,
          unicode: characters[0],
          unicodes: [...characters],
          advanceWidth: width,
          path: pathOf(commands),
        }),
    ),
  ];
  const font = new opentype.Font({
    familyName: 'Digits',
    styleName: 'Regular',
    unitsPerEm,
    ascender,
    descender,
    glyphs,
  });
  return withoutTime(Buffer.from(font.toArrayBuffer()));
}

/** What the table `head` has, filled up to whole words. */
const HEAD_BYTES = 56;

/**
 * The same drawings are the same file, whenever they were written: browsers know it by its hash, and load
 * it once.
 * @param font which carries the time of writing in its table `head`
 */
function withoutTime(font: Buffer): Buffer {
  const tables = font.readUInt16BE(4);
  const records = Array.from({ length: tables }, (_, n) => font.subarray(12 + 16 * n));
  const record = records.find((one) => one.toString('latin1', 0, 4) === 'head') as Buffer;
  const start = record.readUInt32BE(8);
  const head = font.subarray(start, start + HEAD_BYTES);
  // `created` and `modified`; the sum of all, which is made without itself.
  head.fill(0, 20, 36).fill(0, 8, 12);
  record.writeUInt32BE(sumOf(head), 4);
  head.writeUInt32BE((0xb1b0afba - sumOf(font)) >>> 0, 8);
  return font;
}

/** The checksum of OpenType. */
function sumOf(words: Buffer): number {
  let sum = 0;
  for (let at = 0; at < words.length; at += 4) sum = (sum + words.readUInt32BE(at)) >>> 0;
  return sum;
}

function pathOf(commands: readonly Command[]): opentype.Path {
  const path = new opentype.Path();
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
    if (command === 'moveTo') path.moveTo(a, b);
    else if (command === 'lineTo') path.lineTo(a, b);
    else if (command === 'quadraticCurveTo') path.quadraticCurveTo(a, b, c, d);
    else if (command === 'bezierCurveTo') path.bezierCurveTo(a, b, c, d, e, f);
    // An outline of this format needs no end: the next one begins.
  }
  return path;
}
