import { expect, it } from 'vitest';
import { type Colour, colourMatch, PATCHES } from './colour-match.ts';

/** BT.601 written, BT.709 read: what Chromium without a graphics card does to a tab. */
function throughVideo([red, green, blue]: Colour): Colour {
  const y = 0.299 * red + 0.587 * green + 0.114 * blue;
  const u = (blue - y) / 1.772;
  const v = (red - y) / 1.402;
  const back: Colour = [y + 1.5748 * v, y - 0.1873 * u - 0.4681 * v, y + 1.8556 * u];
  return back.map((value) => Math.min(255, Math.max(0, Math.round(value)))) as unknown as Colour;
}

it.each([[[17, 85, 221]], [[177, 17, 34]], [[50, 150, 90]], [[255, 255, 255]], [[34, 34, 34]]] as [
  Colour,
][])('%j comes back as it was', (colour) => {
  const match = colourMatch(PATCHES.map(throughVideo));
  const pixels = new Uint8ClampedArray([...throughVideo(colour), 255]);
  match?.(pixels);
  for (const [n, value] of colour.entries()) {
    expect(Math.abs((pixels[n] ?? 0) - value)).toBeLessThanOrEqual(4);
  }
  expect(pixels[3]).toBe(255);
});

it('says nothing where the patches were not seen', () => {
  expect(colourMatch([])).toBeUndefined();
  expect(colourMatch(PATCHES.map(() => [0, 0, 0]))).toBeUndefined();
});
