/** `/inbox/stream`: tells open pages of the inbox that something has come, as server-sent events. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Inbox } from './inbox.ts';

/** A proxy would take silence for the end. */
const HEARTBEAT_MS = 15_000;
/** Pages that are told at the same time; the oldest goes where there are more. */
const MOST_PAGES = 20;
/** After a lost connection a browser asks again, milliseconds. */
const AGAIN_MS = 1_000;

export function addInboxStream(app: FastifyInstance, inbox: Pick<Inbox, 'onChange'>): void {
  const pages = new Set<ServerResponse>();
  const tell = (text: string) => {
    for (const page of pages) page.write(text);
  };
  inbox.onChange(() => tell('data: changed\n\n'));
  const heartbeat = setInterval(() => tell(': still here\n\n'), HEARTBEAT_MS);
  heartbeat.unref();
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    for (const page of pages) page.end();
  });

  app.get('/inbox/stream', (_request, reply) => {
    // Nothing of the page is in it: that something has come is all that it says.
    reply.hijack();
    const page = reply.raw;
    page.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    // What has come between the page and this is not missed.
    page.write(`retry: ${AGAIN_MS}\ndata: changed\n\n`);
    page.once('close', () => pages.delete(page));
    // One that is ended while its client reads nothing stays open, and is not to be written to.
    page.on('error', () => pages.delete(page));
    const [oldest] = pages;
    if (oldest && pages.size >= MOST_PAGES) {
      pages.delete(oldest);
      oldest.destroy();
    }
    pages.add(page);
  });
}
