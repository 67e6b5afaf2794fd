/** The font that the gateway writes: it draws what it was given, and can do nothing else. */
import { create, type Font } from 'fontkit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { writeDigitFont } from './digit-font.ts';
import { boxOf, type Command, differenceOf, inkOf } from './drawing.ts';

const command = (name: Command['command'], ...args: readonly number[]): Command => ({
  command: name,
  args,
});
const ONE = 0x31;
const fileOf = (commands: readonly Command[]): Buffer => {
  const drawing = { characters: [ONE], name: 'one', width: 520, commands };
  const metrics = { unitsPerEm: 1000, ascender: 810, descender: -190 };
  return writeDigitFont([drawing], metrics);
};
const fontOf = (commands: readonly Command[]): Font => create(fileOf(commands)) as Font;

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
  const { name, advanceWidth, path } = fontOf([]).glyphForCodePoint(0x41);
  expect([name, advanceWidth, path.commands]).toEqual(['.notdef', 500, []]);
});

describe('its file', () => {
  const commands = [
    command('moveTo', 50, 10),
    command('lineTo', 450, 60),
    command('lineTo', 90, 7),
  ];
  /** Words of 32 bits (OpenType, "Calculating checksums"). */
  const sumOf = (bytes: Buffer): bigint =>
    Array.from({ length: Math.ceil(bytes.length / 4) }, (_, n) =>
      BigInt(`0x${bytes.toString('hex', 4 * n, 4 * n + 4).padEnd(8, '0')}`),
    ).reduce((sum, word) => (sum + word) & 0xffff_ffffn, 0n);
  afterEach(() => vi.useRealTimers());

  it('is the same whenever it is written, so that a font that is added again is known', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 29) });
    const first = fileOf(commands);
    vi.setSystemTime(Date.UTC(2027, 0, 1));
    expect(fileOf(commands).equals(first)).toBe(true);
  });

  it('has the checksums of what is in it', () => {
    const file = fileOf(commands);
    expect(sumOf(file)).toBe(0xb1b0_afban);
    const records = Array.from({ length: file.readUInt16BE(4) }, (_, n) => 12 + 16 * n);
    const names = records.map((at) => file.toString('latin1', at, at + 4));
    expect(names).toContain('head');
    for (const [n, at] of records.entries()) {
      const start = file.readUInt32BE(at + 8);
      const table = Buffer.from(file.subarray(start, start + file.readUInt32BE(at + 12)));
      // Its own sum is made while the sum of all is not in it yet.
      if (names[n] === 'head') table.writeUInt32BE(0, 8);
      expect([names[n], sumOf(table)]).toEqual([names[n], BigInt(file.readUInt32BE(at + 4))]);
    }
  });
});
