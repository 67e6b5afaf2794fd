/** What a merchant's font draws in number and CVV, and whether it may. */
import { create, type Font } from 'fontkit';
import { type Drawing, writeDigitFont } from './digit-font.ts';
import { boxOf, type Command, differenceOf, inkOf } from './drawing.ts';
import { fontError } from './font-error.ts';

export interface FontParts {
  /** OpenType: digits, space and bullet alone. */
  readonly digits: Uint8Array;
  /** 1 to 1000. */
  readonly weight: number;
  readonly style: 'normal' | 'italic';
}

/** Of the digits. */
const NAMES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;
/** What a masked CVV shows. */
const BULLET = 0x2022;

/** Twenty times what a digit of a text font has. */
const MOST_COMMANDS = 1000;
/** Of the em: a digit that is lower is not seen. */
const LEAST_HEIGHT = 0.2;
/** Of the em: what a digit may reach into the place of its neighbour. */
const OVERHANG = 0.25;
/** Of the ink of two digits; those of heavy fonts differ in a sixth. */
const LEAST_DIFFERENCE = 0.08;

/** @throws FontError */
export function readFont(file: Buffer): FontParts {
  const font = openFont(file);
  const digits = NAMES.map((name, digit) => drawingOf(font, String(digit), name));
  const [{ width }] = digits as [Drawing];
  for (const [n, { width: other }] of digits.entries()) {
    if (other === width) continue;
    const rule = `must be as wide as the digit 0 (${width}), by itself or with tabular figures (tnum)`;
    throw fontError(`digit ${n}`, rule, other);
  }
  const space = font.hasGlyphForCodePoint(SPACE) ? font.glyphForCodePoint(SPACE).advanceWidth : 0;
  if (!(space > 0 && space <= font.unitsPerEm)) {
    throw fontError('space', `must be 1 to ${font.unitsPerEm} wide`, space);
  }
  const bullets = font.hasGlyphForCodePoint(BULLET) ? [drawingOf(font, '•', 'bullet')] : [];
  refuseSameDrawings([...digits, ...bullets]);
  const blank = { characters: [SPACE, NO_BREAK_SPACE], name: 'space', width: space, commands: [] };
  const { 'OS/2': os2, hhea, unitsPerEm } = font;
  const isTypographic = os2?.fsSelection.useTypoMetrics;
  return {
    digits: writeDigitFont([blank, ...digits, ...bullets], {
      unitsPerEm,
      ascender: isTypographic ? os2.typoAscender : hhea.ascent,
      descender: isTypographic ? os2.typoDescender : hhea.descent,
    }),
    weight: Math.min(1000, Math.max(1, os2?.usWeightClass ?? 400)),
    style: font.italicAngle !== 0 || os2?.fsSelection.italic ? 'italic' : 'normal',
  };
}

function openFont(file: Buffer): Font {
  const font = create(file);
  if (!('unitsPerEm' in font)) throw fontError('file', 'must have one font', 'a collection');
  if (isVariable(font)) {
    const rule = 'must be of one weight: export the weights that the shop uses, a file each';
    throw fontError('file', rule, 'variable, with a table fvar');
  }
  return font;
}

/** By its table, which a browser goes by: fontkit's own list is empty where axes have no names. */
const isVariable = (font: Font & { directory?: { tables?: object } }): boolean =>
  Object.hasOwn(font.directory?.tables ?? {}, 'fvar');

/** @throws FontError for a character that nothing stands for, or that draws nothing, or too much */
function drawingOf(font: Font, character: string, name: string): Drawing {
  const what = name === 'bullet' ? 'bullet' : `digit ${character}`;
  const code = character.codePointAt(0) ?? 0;
  if (!font.hasGlyphForCodePoint(code)) {
    throw fontError(what, 'must have a drawing', 'not in the font');
  }
  const { glyphs } = font.layout(character, { tnum: true });
  const [glyph] = glyphs;
  if (!glyph || glyphs.length > 1) {
    throw fontError(what, 'must be drawn by one glyph', `${glyphs.length} glyphs`);
  }
  const commands: readonly Command[] = glyph.path.commands;
  if (commands.length > MOST_COMMANDS) {
    const rule = `must be drawn in ${MOST_COMMANDS} lines and curves at most`;
    throw fontError(what, rule, commands.length);
  }
  const box = boxOf(commands);
  const em = font.unitsPerEm;
  const width = glyph.advanceWidth;
  if (!box || !inkOf(commands).includes(true)) {
    throw fontError(what, 'must have a drawing', 'empty');
  }
  const least = name === 'bullet' ? 0 : LEAST_HEIGHT * em;
  if (box.top - box.bottom < least) {
    throw fontError(what, `must be ${least} high at least`, box.top - box.bottom);
  }
  const space = OVERHANG * em;
  const isInside =
    width > 0 &&
    width <= 2 * em &&
    box.left >= -space &&
    box.right <= width + space &&
    box.bottom >= -em &&
    box.top <= 2 * em;
  if (!isInside) {
    const { left, right, bottom, top } = box;
    const rule = `must be drawn in its own space, ${width} wide`;
    throw fontError(what, rule, `from ${left}, ${bottom} to ${right}, ${top}`);
  }
  return { characters: [code], name, width, commands };
}

function refuseSameDrawings(drawings: readonly Drawing[]): void {
  const inks = drawings.map(({ commands }) => inkOf(commands));
  for (const [n, ink] of inks.entries()) {
    for (const [m, other] of inks.slice(0, n).entries()) {
      const difference = differenceOf(ink, other);
      if (difference >= LEAST_DIFFERENCE) continue;
      const nameOf = (at: number) => (NAMES[at] ? `digit ${at}` : 'the bullet');
      const rule = `must not look like ${nameOf(m)}: ${100 * LEAST_DIFFERENCE} % of their ink must differ`;
      throw fontError(nameOf(n), rule, `${(100 * difference).toFixed(1)} %`);
    }
  }
}
