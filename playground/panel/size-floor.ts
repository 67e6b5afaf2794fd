/** Sizes that the form does not go below, because phones would zoom in. */
import type { TokenName } from '../../contract/tokens.ts';

const LEAST_PX = 16;
const FLOORED: readonly TokenName[] = ['textSize', 'fieldSize'];
/** Where the browser is not set otherwise. */
const PX: Readonly<Record<string, number>> = { px: 1, rem: 16, pt: 4 / 3 };

/** Whether the form stays at {@link LEAST_PX} in spite of the value; what only the browser can compute does not. */
export function isBelowFloor(name: TokenName, value: string): boolean {
  if (!FLOORED.includes(name)) return false;
  const [, number = '', unit = ''] = /^\s*([\d.]+)([a-z]+)\s*$/i.exec(value) ?? [];
  return Number(number) * (PX[unit.toLowerCase()] ?? Number.NaN) < LEAST_PX;
}
