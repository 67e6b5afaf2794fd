/**
 * Undoes what a video does to colours. A tab reaches the page as video, and browsers turn it into
 * video and back by matrices that are not always each other's inverse: green may come back a tenth
 * darker. What patches of known colours have become tells how to turn the rest back. The most vivid
 * colours were cut off on the way, and stay some steps of 255 away from what they were.
 */

export type Colour = readonly [red: number, green: number, blue: number];

const LOW = 64;
const HIGH = 192;
/** In the middle, where nothing is cut off: a grey, and the same with more of each. */
export const PATCHES: readonly Colour[] = [
  [LOW, LOW, LOW],
  [HIGH, LOW, LOW],
  [LOW, HIGH, LOW],
  [LOW, LOW, HIGH],
];

/**
 * @param seen the patches as they came, in their order
 * @returns what corrects pixels (RGBA) in their place; undefined where nothing can be told
 */
export function colourMatch(
  seen: readonly Colour[],
): ((pixels: Uint8ClampedArray) => void) | undefined {
  const [grey, ...others] = seen;
  if (!grey || others.length !== 3) return undefined;
  // Columns: what one more of a true colour adds to those that are seen.
  const columns = others.map((other) =>
    other.map((value, n) => (value - (grey[n] ?? 0)) / (HIGH - LOW)),
  );
  const [[a, d, g], [b, e, h], [c, f, i]] = columns as [number[], number[], number[]] as [
    [number, number, number],
    [number, number, number],
    [number, number, number],
  ];
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (Math.abs(determinant) < 0.1) return undefined;
  const inverse = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ].map((row) => row.map((value) => value / determinant)) as [
    [number, number, number],
    [number, number, number],
    [number, number, number],
  ];
  const [grey0, grey1, grey2] = grey;
  return (pixels) => {
    for (let at = 0; at < pixels.length; at += 4) {
      const red = (pixels[at] ?? 0) - grey0;
      const green = (pixels[at + 1] ?? 0) - grey1;
      const blue = (pixels[at + 2] ?? 0) - grey2;
      for (const [n, [r0, g0, b0]] of inverse.entries()) {
        pixels[at + n] = LOW + r0 * red + g0 * green + b0 * blue;
      }
    }
  };
}
