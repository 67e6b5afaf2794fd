/** Two addresses that are printed one below the other are mistaken: a merchant's server is told which is which. */
import type { FastifyInstance } from 'fastify';
import { RESULT } from '../../contract/result-by-name.ts';

/** Of the merchant's API; the workbench has no path that begins so. */
const API = /^\/v\d\//;
const SCRIPT = /^\/v\d\/[\w.-]+\.js(\?|$)/;

export function pointToGateway(app: FastifyInstance, gatewayUrl: string): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!API.test(url)) return;
    const description = `this is the workbench: the API is at ${gatewayUrl}`;
    // A page of any origin asks for it, and is to hear it in its console.
    reply.header('access-control-allow-origin', '*');
    if (SCRIPT.test(url)) {
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store');
      return reply.send(`console.error(${JSON.stringify(`[paymentWidgets] ${description}`)});`);
    }
    return reply.code(404).send({ result: { code: RESULT.entityNotFound, description } });
  });
}
