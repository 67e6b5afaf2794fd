/** A screenshot in its 256 most frequent colours: half as many bytes, and the eye sees no difference. */
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** @param page any: its browser reads the picture */
export async function smallPng(page: Page, screenshot: Buffer): Promise<Buffer> {
  const { width, height, palette, pixels } = await page.evaluate(async (base64) => {
    const answer = await fetch(`data:image/png;base64,${base64}`);
    const image = await createImageBitmap(await answer.blob());
    const { width, height } = image;
    const canvas = new OffscreenCanvas(width, height).getContext('2d');
    canvas?.drawImage(image, 0, 0);
    const { data } = canvas?.getImageData(0, 0, width, height) ?? { data: [] };
    const counts = new Map<number, number>();
    const colors = Array.from({ length: width * height }, (_, at) => {
      const [red = 0, green = 0, blue = 0] = [data[4 * at], data[4 * at + 1], data[4 * at + 2]];
      const color = (red << 16) | (green << 8) | blue;
      counts.set(color, (counts.get(color) ?? 0) + 1);
      return color;
    });
    const byCount = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
    const palette = byCount.slice(0, 256);
    const distance = (a: number, b: number) =>
      [16, 8, 0].reduce((sum, bit) => sum + (((a >> bit) & 255) - ((b >> bit) & 255)) ** 2, 0);
    const nearest = byCount.map((color) => {
      const distances = palette.map((other) => distance(color, other));
      return [color, distances.indexOf(Math.min(...distances))] as const;
    });
    const indexes = new Map(nearest);
    const pixels = colors.map((color) => String.fromCharCode(indexes.get(color) ?? 0)).join('');
    return { width, height, palette, pixels };
  }, screenshot.toString('base64'));

  const rows = Buffer.alloc((width + 1) * height);
  const bytes = Buffer.from(pixels, 'latin1');
  for (let y = 0; y < height; y++)
    bytes.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const colors = palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]);
  return Buffer.concat([
    screenshot.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colors)),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
