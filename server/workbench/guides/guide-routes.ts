/** `/docs`: the guides of the repository, with their pictures and the files that they hand out. */
import { createReadStream } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendPage } from '../pages/send-page.ts';
import { referencePolicy } from '../security-headers.ts';
import { formValue } from '../shop/form-value.ts';
import { allGuides, findGuide } from './guide.ts';
import { HANDED_OUT } from './guide-links.ts';
import { DOCS } from './guide-list.ts';
import { guidePage, guidesPage } from './guide-pages.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.mjs': 'text/plain; charset=utf-8',
  '.mts': 'text/plain; charset=utf-8',
};

export function addGuideRoutes(app: FastifyInstance): void {
  const page = async (reply: FastifyReply, source: string) => {
    await reply.helmet({ contentSecurityPolicy: referencePolicy });
    return sendPage(reply, source);
  };
  app.get('/docs', (_, reply) => page(reply, guidesPage()));

  app.get('/docs/*', (request, reply) => {
    const path = formValue(request.params, '*') ?? '';
    const guide = findGuide(path);
    if (guide) return page(reply, guidePage(guide));
    if (!isShown(path)) return reply.callNotFound();
    return reply.type(TYPES[extname(path)] ?? '').send(createReadStream(join(DOCS, path)));
  });
}

/** A list of names: what stands in an address never becomes a path by itself. */
const isShown = (path: string): boolean =>
  HANDED_OUT.includes(path) || allGuides().some(({ pictures }) => pictures.includes(path));
