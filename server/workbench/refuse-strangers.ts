/**
 * The workbench acts with the demo merchant's token, so it takes orders from its own pages only: not
 * from a foreign name that points at this machine, from another site's page, or from a server that
 * was told to call it as a webhook.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../config-values.ts';
import { pathOfTarget } from '../path-of-target.ts';

/** The simulated banks use no token, and a gateway's page leads to theirs. */
const OF_BANKS = /^\/bank\//;
/** Nor do these: the gateway calls them. A browser says whose page does. */
const OF_GATEWAY = /^\/inbox\/(?:notifications|events)(?:\?|$)/;
const READS = ['GET', 'HEAD'];

/** @param shopUrl the workbench's own address: "http://localhost:8081" */
export function refuseStrangers(app: FastifyInstance, shopUrl: string): void {
  const { protocol, origin } = new URL(shopUrl);
  app.addHook('onRequest', async (request, reply) => {
    const asked = URL.parse(`${protocol}//${request.host}`);
    if (asked?.origin !== origin) {
      // No other site's page comes from a loopback name: it was typed.
      if (asked && isLoopback(asked.hostname) && READS.includes(request.method)) {
        return reply.redirect(origin + pathOfTarget(request.url), 307);
      }
      return reply
        .code(421)
        .type('text/plain; charset=utf-8')
        .send(`The workbench answers at ${shopUrl} only.\n`);
    }
    if (isRefused(request)) {
      return reply
        .code(403)
        .type('text/plain; charset=utf-8')
        .send('This is for the pages of the workbench only: Sec-Fetch-Site must be same-origin.\n');
    }
  });
}

function isRefused({ method, url, headers }: FastifyRequest): boolean {
  if (READS.includes(method) || OF_BANKS.test(url)) return false;
  const site = headers['sec-fetch-site'];
  return site !== 'same-origin' && !(site === undefined && OF_GATEWAY.test(url));
}
