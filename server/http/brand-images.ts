/**
 * The brand pictures that style sheets of existing pages point at: one sprite, and each logo by
 * itself. They are drawings and served as such under the old names, too: browsers go by the content
 * type, not by the ending.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowAnyOrigin } from './answer-headers.ts';
import { type EncodedBody, encodeBody, sendEncoded } from './encoded-body.ts';
import { noSuchPath } from './error-answer.ts';

interface ImageRoute {
  Params: { version?: string; file: string };
}

const FOLDER = join(import.meta.dirname, '..', '..', 'public', 'brands');
const WIDTH = 36;
const HEIGHT = 24;
/** The version in the address is only there to get round caches; the drawings rarely change. */
const MAX_AGE_S = 86_400;

const svg = (height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" ` +
  `viewBox="0 0 ${WIDTH} ${height}">${content}</svg>`;

/** What stands inside a drawing's `<svg>`. */
const inside = (drawing: string): string =>
  drawing
    .trim()
    .replace(/^<svg\b[^>]*>/, '')
    .replace(/<\/svg>$/, '');

/** All logos, one below the other in the order of their codes. */
export function drawSprite(logos: ReadonlyMap<string, string>): string {
  const rows = [...logos].map(([code, paths], row) => {
    return `<g id="${code}" transform="translate(0 ${row * HEIGHT})">${paths}</g>`;
  });
  return svg(rows.length * HEIGHT, rows.join(''));
}

export async function readDrawings(folder = FOLDER): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.svg')).sort();
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        const drawing = await readFile(join(folder, file), 'utf8');
        return [basename(file, '.svg'), inside(drawing)] as const;
      }),
    ),
  );
}

export async function brandImageRoutes(app: FastifyInstance): Promise<void> {
  const logos = await readDrawings();
  const images = new Map<string, Promise<EncodedBody>>();
  images.set('brand', encodeBody(drawSprite(logos)));
  for (const [code, paths] of logos) images.set(code, encodeBody(svg(HEIGHT, paths)));

  const send = async (request: FastifyRequest<ImageRoute>, reply: FastifyReply) => {
    const [, name = ''] = /^([\w-]+)\.(?:png|svg)$/.exec(request.params.file) ?? [];
    const image = images.get(name);
    if (!image) throw noSuchPath();
    reply
      .header('cache-control', `public, max-age=${MAX_AGE_S}`)
      .header('x-content-type-options', 'nosniff')
      .type('image/svg+xml');
    return sendEncoded(request, reply, await image);
  };
  const options = { onRequest: allowAnyOrigin };
  app.get<ImageRoute>('/v1/static/:version/img/:file', options, send);
  app.get<ImageRoute>('/v1/paymentWidgets/img/:file', options, send);
}
