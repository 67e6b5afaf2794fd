/** Drawings that a scanner has to read: decoded here as a scanner does. */
import { expect, it } from 'vitest';
import { interleavedCode, qrCode } from './bar-code.ts';

/** Widths of bars and gaps, from the first bar on. */
function widthsOf(path: string): number[] {
  const bars = [...path.matchAll(/M(\d+) 0h(\d+)/g)].map(([, x, width]) => [
    Number(x),
    Number(width),
  ]);
  return bars.flatMap(([x = 0, width = 0], n) => {
    const [next] = bars[n + 1] ?? [];
    return next === undefined ? [width] : [width, next - x - width];
  });
}

it('a boleto has its 44 digits between start and stop, two wide of five each', () => {
  const digits = '00091642000000092001234567890123456789012345';
  const widths = widthsOf(interleavedCode(digits).path);
  expect(widths.slice(0, 4)).toEqual([1, 1, 1, 1]);
  expect(widths.slice(-3)).toEqual([3, 1, 1]);
  const body = widths.slice(4, -3);
  expect(body).toHaveLength(22 * 10);
  const WEIGHTS = [1, 2, 4, 7, 0];
  const digitOf = (five: number[]) => {
    expect(five.filter((width) => width === 3)).toHaveLength(2);
    const sum = five.reduce((sum, width, n) => sum + (width === 3 ? (WEIGHTS[n] ?? 0) : 0), 0);
    return sum % 11;
  };
  const read = Array.from({ length: 22 }, (_, pair) => {
    const ten = body.slice(pair * 10, pair * 10 + 10);
    return [0, 1].map((odd) => digitOf(ten.filter((_, n) => n % 2 === odd))).join('');
  });
  expect(read.join('')).toBe(digits);
});

it('a QR code has its three corners and light around it', () => {
  const { path, width, height } = qrCode('000201010212');
  expect(width).toBe(height);
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x} ${y}`));
  const isDark = (x: number, y: number) => dark.has(`${x} ${y}`);
  const corners = [
    [4, 4],
    [width - 11, 4],
    [4, height - 11],
  ] as const;
  for (const [x, y] of corners) {
    expect(Array.from({ length: 7 }, (_, n) => isDark(x + n, y))).toEqual(Array(7).fill(true));
    expect(isDark(x + 1, y + 1)).toBe(false);
    expect(isDark(x + 3, y + 3)).toBe(true);
  }
  for (let n = 0; n < width; n += 1) expect(isDark(n, 3) || isDark(3, n)).toBe(false);
});
