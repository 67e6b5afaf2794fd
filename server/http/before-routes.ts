/**
 * What is done to each request before its route: all must use SSL (gateway-api.md, "Authentication";
 * D11), none may have come through this gateway before, and a known path refuses methods that it does
 * not take.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { RESULT } from '../../contract/result-by-name.ts';
import type { GatewayContext } from '../gateway/context.ts';
import { chainIdOf } from '../gateway/processors/index.ts';
import { ApiError } from '../gateway/requests/index.ts';
import { CALL_CHAIN_HEADER, isInChain, withinChain } from '../outgoing/call-chain.ts';
import { addHsts, leadToHttps } from '../secure-transport.ts';
import type { Context } from './context.ts';
import { wrongMethod } from './error-answer.ts';
import { PROBES } from './health.ts';

/** For gateways behind a proxy. Who asks whether one lives may ask in the clear. */
export const requireHttps =
  (publicUrl: GatewayContext['publicUrl']) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (PROBES.has(request.routeOptions.url)) return undefined;
    return leadToHttps(request, reply, publicUrl(), needsHttps);
  };

const needsHttps = () => new ApiError(403, RESULT.credentialsInvalid, 'all requests must use SSL');

/** HSTS on everything that is served over TLS, the documents with headers of their own, too. */
export async function stayOnHttps(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.protocol === 'https') addHsts(reply);
}

/** Refuses a payment that has come through this gateway before: its connector leads back here. */
export function refuseLoops(app: FastifyInstance, { gateway }: Pick<Context, 'gateway'>): void {
  const ownId = chainIdOf(gateway.vault);
  app.addHook('preHandler', (request, _reply, done) => {
    const chain = request.headers[CALL_CHAIN_HEADER];
    if (chain === undefined) return done();
    const received = String(chain);
    if (isInChain(received, ownId)) {
      const why = 'this request has come through this gateway before';
      return done(new ApiError(400, RESULT.connectorUnavailable, why));
    }
    withinChain(received, done);
  });
}

const METHODS: readonly HTTPMethods[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
];

/** What else answers what was probably meant, by method and path. */
const INSTEAD: Readonly<Record<string, string>> = {
  'GET /v1/payments':
    'GET /v1/payments/{id} reads one payment, GET /v1/query?merchantTransactionId=… those of a ' +
    'reference, GET /v3/query?date.from=…&date.to=… those of a period',
  'GET /v1/checkouts': 'GET /v1/checkouts/{id}/payment reads the result of one checkout',
};

/**
 * 405 for a method that a known path does not take; Fastify alone would answer 404. Call before the routes
 * are declared; completes them when the server is ready.
 */
export function refuseWrongMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<HTTPMethods>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = taken.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each as HTTPMethods);
    taken.set(url, methods);
  });
  return () => {
    for (const [url, methods] of [...taken]) {
      const allowed = [...methods];
      app.route({
        url,
        method: METHODS.filter((method) => !methods.has(method)),
        handler: async (request, reply) => {
          reply.header('allow', allowed.join(', '));
          throw wrongMethod(allowed, INSTEAD[`${request.method} ${url}`]);
        },
      });
    }
  };
}
