/** Two addresses that are printed one below the other are mistaken: a merchant's server is told which is which. */
import type { FastifyInstance } from 'fastify';
import { RESULT } from '../../contract/result-by-name.ts';

/** Of the merchant's API; the workbench has no path that begins so. */
const API = /^\/v\d\//;

export function pointToGateway(app: FastifyInstance, gatewayUrl: string): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!API.test(url)) return;
    const description = `this is the workbench: the API is at ${gatewayUrl}`;
    return reply.code(404).send({ result: { code: RESULT.entityNotFound, description } });
  });
}
