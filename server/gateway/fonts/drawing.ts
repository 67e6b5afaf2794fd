/** What a glyph draws, as ink on a grid: two glyphs that look the same are the same, whatever their points are. */

/** Of a path: fontkit's names of the commands, in units of the font, y upwards. */
export interface Command {
  readonly command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
  readonly args: readonly number[];
}

type Point = readonly [x: number, y: number];

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Cells in a row and in a column. */
const GRID = 48;
const STEPS_OF_A_CURVE = 8;

/** Corners of the outlines, each closed. */
function outlinesOf(commands: readonly Command[]): Point[][] {
  const outlines: Point[][] = [];
  for (const { command, args } of commands) {
    const outline = outlines.at(-1);
    const from = outline?.at(-1);
    if (command === 'moveTo') outlines.push([[args[0] ?? 0, args[1] ?? 0]]);
    else if (outline && from) {
      const points: Point[] = [from];
      for (let n = 0; n < args.length; n += 2) points.push([args[n] ?? 0, args[n + 1] ?? 0]);
      const steps = points.length > 2 ? STEPS_OF_A_CURVE : 1;
      for (let step = 1; step <= steps; step++) outline.push(pointOn(points, step / steps));
    }
  }
  return outlines;
}

/** De Casteljau's: a point of a curve with any number of control points. */
function pointOn(points: readonly Point[], at: number): Point {
  const [first = [0, 0], ...rest] = points;
  if (rest.length === 0) return first;
  return pointOn(
    rest.map(([x, y], n) => {
      const [fromX, fromY] = points[n] ?? first;
      return [fromX + (x - fromX) * at, fromY + (y - fromY) * at];
    }),
    at,
  );
}

/** What is drawn on; undefined where nothing is. */
export function boxOf(commands: readonly Command[]): Box | undefined {
  const points = outlinesOf(commands).flat();
  if (points.length === 0) return undefined;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    bottom: Math.min(...ys),
    top: Math.max(...ys),
  };
}

/** Which cells have ink; the drawing is as large as the grid, wherever it stands and however large it is. */
export function inkOf(commands: readonly Command[]): readonly boolean[] {
  const cells = new Array<boolean>(GRID * GRID).fill(false);
  const box = boxOf(commands);
  if (!box) return cells;
  const { left, right, bottom, top } = box;
  const outlines = outlinesOf(commands);
  const side = Math.max(right - left, top - bottom);
  const [startX, startY] = [(left + right - side) / 2, (bottom + top - side) / 2];
  for (let row = 0; row < GRID; row++) {
    const y = startY + ((row + 0.5) / GRID) * side;
    const crossings = outlines.flatMap((outline) =>
      outline.flatMap(([x1, y1], n) => {
        const [x2, y2] = outline[(n + 1) % outline.length] ?? [x1, y1];
        if (y1 <= y === y2 <= y) return [];
        return [{ x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), turn: y2 > y1 ? 1 : -1 }];
      }),
    );
    for (let column = 0; column < GRID; column++) {
      const x = startX + ((column + 0.5) / GRID) * side;
      let turns = 0;
      for (const crossing of crossings) if (crossing.x <= x) turns += crossing.turn;
      cells[row * GRID + column] = turns !== 0;
    }
  }
  return cells;
}

/** Share of the ink of two drawings that only one of them has: 0 for the same, 1 for nothing in common. */
export function differenceOf(one: readonly boolean[], other: readonly boolean[]): number {
  let [either, onlyOne] = [0, 0];
  for (const [n, hasInk] of one.entries()) {
    if (hasInk || other[n]) either++;
    if (hasInk !== other[n]) onlyOne++;
  }
  return either === 0 ? 0 : onlyOne / either;
}
