/**
 * Pictures in WebP, moving or not, by `img2webp` (Debian: `apt-get install webp`), which keeps of each frame
 * only what has changed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Frame {
  readonly png: Buffer;
  /** What it is shown for, in milliseconds. */
  readonly time: number;
}

/** Of libwebp, 0 to 100: text stays sharp from about 75 on. */
const QUALITY = '75';

/** Several frames are shown one after the other, again and again. */
export function writeWebp(file: string, frames: readonly Frame[]): void {
  const directory = mkdtempSync(join(tmpdir(), 'webp-'));
  try {
    const images = frames.flatMap(({ png, time }, at) => {
      const path = join(directory, `${at}.png`);
      writeFileSync(path, png);
      return ['-d', String(time), path];
    });
    const how = ['-loop', '0', '-mixed', '-min_size', '-q', QUALITY, '-m', '6'];
    const { status, error } = spawnSync('img2webp', [...how, ...images, '-o', file], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (error) throw new Error('there is no img2webp: apt-get install webp', { cause: error });
    if (status !== 0) throw new Error(`img2webp ended with ${status}`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
