/** What a glyph draws, as ink on a grid. */
import { describe, expect, it } from 'vitest';
import { boxOf, type Command, differenceOf, inkOf } from './drawing.ts';

const CELLS = 48;
const command = (name: Command['command'], ...args: readonly number[]): Command => ({
  command: name,
  args,
});
type Corner = readonly [x: number, y: number];
const outline = ([first = [0, 0], ...others]: readonly Corner[]): Command[] => [
  command('moveTo', ...first),
  ...others.map((corner) => command('lineTo', ...corner)),
  command('closePath'),
];
const rectangle = (left: number, bottom: number, right: number, top: number): Command[] =>
  outline([
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ]);
const cellsOf = (commands: readonly Command[]): number => inkOf(commands).filter(Boolean).length;

describe('the box of a drawing', () => {
  it.each<[what: string, commands: readonly Command[], box: readonly number[]]>([
    [
      'goes around all outlines',
      [...rectangle(-9, 2, 3, 4), ...rectangle(5, -6, 7, 8)],
      [-9, 7, -6, 8],
    ],
    [
      'takes in the end of a line',
      [command('moveTo', 1, 2), command('lineTo', 5, 9)],
      [1, 5, 2, 9],
    ],
    [
      'follows a curve, not the point that bends it',
      [command('moveTo', 0, 0), command('quadraticCurveTo', 50, 100, 100, 20)],
      [0, 100, 0, 55],
    ],
    [
      'follows a curve that two points bend',
      [command('moveTo', 0, 0), command('bezierCurveTo', 100, 0, 100, 80, 0, 80)],
      [0, 75, 0, 80],
    ],
  ])('%s', (_, commands, [left, right, bottom, top]) => {
    const box = boxOf(commands);
    expect(box).toMatchObject({ left, right, bottom });
    expect(box?.top).toBeCloseTo(top ?? 0, 0);
  });

  it.each<[what: string, commands: readonly Command[]]>([
    ['nothing', []],
    ['a line that begins nowhere', [command('lineTo', 1, 2)]],
    ['an end alone', [command('closePath')]],
  ])('is none of %s', (_, commands) => expect(boxOf(commands)).toBeUndefined());
});

describe('ink', () => {
  it('of a square is everywhere, wherever it stands and however large it is', () => {
    expect(inkOf(rectangle(0, 0, 10, 10))).toEqual(Array(CELLS * CELLS).fill(true));
    expect(inkOf(rectangle(-700, 300, 300, 1300))).toEqual(Array(CELLS * CELLS).fill(true));
  });

  it('of what is narrow or low is in the middle', () => {
    const middle = (n: number) => n >= CELLS / 4 && n < (CELLS * 3) / 4;
    const cells = Array.from({ length: CELLS * CELLS }, (_, n) => n);
    expect(inkOf(rectangle(40, -50, 140, 150))).toEqual(cells.map((n) => middle(n % CELLS)));
    expect(inkOf(rectangle(-50, 40, 150, 140))).toEqual(
      cells.map((n) => middle(Math.floor(n / CELLS))),
    );
  });

  it('is what is inside an outline, row by row from below', () => {
    // An L: all of the lower half, and the left one of the upper.
    const ink = inkOf([...rectangle(0, 0, 96, 48), ...rectangle(0, 48, 48, 96)]);
    const at = (row: number, column: number) => ink[row * CELLS + column];
    expect([at(0, 0), at(0, 47), at(47, 0), at(47, 47)]).toEqual([true, true, true, false]);
    expect(ink.filter(Boolean)).toHaveLength((CELLS * CELLS * 3) / 4);
  });

  it('of a slope ends at it', () => {
    const slope = outline([
      [0, 0],
      [100, 0],
      [40, 100],
    ]);
    const ink = inkOf(slope);
    const row = (n: number) =>
      ink
        .slice(n * CELLS, (n + 1) * CELLS)
        .map(Number)
        .join('');
    expect(row(24)).toBe(`${'0'.repeat(10)}${'1'.repeat(23)}${'0'.repeat(15)}`);
    expect(cellsOf(slope) / CELLS ** 2).toBeCloseTo(0.5, 2);
  });

  // Of 32 units, a row and a column have their middle at 15 exactly.
  it.each([
    [
      'clockwise',
      [
        [0, 15],
        [32, 32],
        [32, 0],
      ],
    ],
    [
      'the other way',
      [
        [0, 15],
        [32, 0],
        [32, 32],
      ],
    ],
  ] as const)('has no gap at a corner in the middle of a row, drawn %s', (_, corners) => {
    const row = inkOf(outline(corners)).slice(22 * CELLS, 23 * CELLS);
    expect(row).toEqual(Array(CELLS).fill(true));
  });

  it('begins at an edge in the middle of a column, and ends before it', () => {
    const base = rectangle(0, 0, 32, 16);
    const above = (commands: readonly Command[]) =>
      inkOf([...base, ...commands])
        .slice(47 * CELLS)
        .slice(21, 24);
    expect(above(rectangle(15, 16, 32, 32))).toEqual([false, true, true]);
    expect(above(rectangle(0, 16, 15, 32))).toEqual([true, false, false]);
  });

  it('has a hole where an outline turns the other way, and none where it turns the same way', () => {
    const around = rectangle(0, 0, 96, 96);
    const [left, right, bottom, top] = [24, 72, 24, 72];
    const back = outline([
      [left, bottom],
      [left, top],
      [right, top],
      [right, bottom],
    ]);
    expect(cellsOf([...around, ...back])).toBe(CELLS ** 2 * 0.75);
    expect(cellsOf([...around, ...rectangle(left, bottom, right, top)])).toBe(CELLS ** 2);
  });

  it('is there inside curves', () => {
    const lens: Command[] = [
      command('moveTo', 0, 50),
      command('quadraticCurveTo', 50, 150, 100, 50),
      command('quadraticCurveTo', 50, -50, 0, 50),
    ];
    // Two thirds of the square around two parabolas, a little less with straight pieces.
    expect(cellsOf(lens) / CELLS ** 2).toBeCloseTo(2 / 3, 1);
  });

  it('of nothing is nowhere', () => {
    expect(inkOf([])).toEqual(Array(CELLS * CELLS).fill(false));
  });
});

it.each<[what: string, one: string, other: string, difference: number]>([
  ['the same', '##.', '##.', 0],
  ['nothing in common', '#..', '.##', 1],
  ['a third', '##.', '###', 1 / 3],
  ['a half, whatever neither has', '#...', '##..', 1 / 2],
  ['two thirds', '##.', '.##', 2 / 3],
  ['nothing, as nothing', '...', '...', 0],
])('%s: the ink that only one of two drawings has', (_, one, other, difference) => {
  const ink = (drawn: string) => [...drawn].map((cell) => cell === '#');
  expect(differenceOf(ink(one), ink(other))).toBe(difference);
});
