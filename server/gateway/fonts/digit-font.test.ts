/** The font that the gateway writes: it draws what it was given, and can do nothing else. */
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { writeDigitFont } from './digit-font.ts';
import { boxOf, type Command, differenceOf, inkOf } from './drawing.ts';

const command = (name: Command['command'], ...args: readonly number[]): Command => ({
  command: name,
  args,
});
const ONE = 0x31;
const fontOf = (commands: readonly Command[]): Font => {
  const drawing = { characters: [ONE], name: 'one', width: 520, commands };
  const metrics = { unitsPerEm: 1000, ascender: 810, descender: -190 };
  return create(writeDigitFont([drawing], metrics)) as Font;
};

describe('a drawing stays what it is', () => {
  it.each<[what: string, commands: readonly Command[]]>([
    [
      'of lines',
      [command('moveTo', 50, 10), command('lineTo', 450, 60), command('lineTo', 90, 700)],
    ],
    [
      'of curves that one point bends',
      [
        command('moveTo', 50, 10),
        command('quadraticCurveTo', 450, 60, 90, 700),
        command('quadraticCurveTo', 400, 700, 50, 10),
      ],
    ],
    [
      'of curves that two points bend',
      [
        command('moveTo', 50, 10),
        command('bezierCurveTo', 450, 60, 480, 300, 90, 700),
        command('bezierCurveTo', 300, 650, 200, 200, 50, 10),
      ],
    ],
    [
      'of two outlines',
      [
        ...[command('moveTo', 0, 0), command('lineTo', 400, 0), command('lineTo', 0, 300)],
        command('closePath'),
        ...[command('moveTo', 0, 400), command('lineTo', 300, 400), command('lineTo', 0, 700)],
      ],
    ],
  ])('%s', (_, commands) => {
    const drawn = fontOf([...commands, command('closePath')]).glyphForCodePoint(ONE).path
      .commands as readonly Command[];
    expect(differenceOf(inkOf(commands), inkOf(drawn))).toBeLessThan(0.01);
    const [box, other] = [boxOf(commands), boxOf(drawn)];
    for (const side of ['left', 'right', 'bottom', 'top'] as const) {
      expect(Math.abs((box?.[side] ?? 0) - (other?.[side] ?? 1000))).toBeLessThan(2);
    }
  });
});

it('it has the measures of the font that it is made of', () => {
  const font = fontOf([command('moveTo', 0, 0), command('lineTo', 100, 0)]);
  expect([font.unitsPerEm, font.ascent, font.descent]).toEqual([1000, 810, -190]);
  expect(font.glyphForCodePoint(ONE).advanceWidth).toBe(520);
});

it('what it has not takes half an em, and draws nothing', () => {
  const { advanceWidth, path } = fontOf([]).glyphForCodePoint(0x41);
  expect([advanceWidth, path.commands]).toEqual([500, []]);
});
