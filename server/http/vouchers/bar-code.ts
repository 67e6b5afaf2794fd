/** What a scanner reads, as the path of a drawing: squares of 1, or bars of 1 and 3. */
import { encode } from 'uqr';

export interface ScannedCode {
  /** Of an SVG path. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** Light around it, in squares: without it some scanners find nothing. */
const QUIET = 4;

export function qrCode(text: string): ScannedCode {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { path: path.join(''), width: size, height: size };
}

/** Interleaved 2 of 5, as boletos have it: of each digit two of five bars, or gaps, are wide. */
const WIDE = [
  '00110',
  '10001',
  '01001',
  '11000',
  '00101',
  '10100',
  '01100',
  '00011',
  '10010',
  '01010',
];
const HEIGHT = 50;
const MARGIN = 10;

/** @param digits an even number of them */
export function interleavedCode(digits: string): ScannedCode {
  const pairs = [...digits.matchAll(/(\d)(\d)/g)].map(([, bar, gap]) => {
    const [bars = '', gaps = ''] = [WIDE[Number(bar)], WIDE[Number(gap)]];
    return [...bars].map((wide, n) => wide + gaps[n]).join('');
  });
  let x = MARGIN;
  let path = '';
  [...`0000${pairs.join('')}100`].forEach((wide, n) => {
    const width = wide === '1' ? 3 : 1;
    if (n % 2 === 0) path += `M${x} 0h${width}v${HEIGHT}h-${width}z`;
    x += width;
  });
  return { path, width: x + MARGIN, height: HEIGHT };
}
