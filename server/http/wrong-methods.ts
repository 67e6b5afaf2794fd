/** 405 for a method that a known path does not take; Fastify alone would answer 404. */
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { wrongMethod } from './error-answer.ts';

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

/** Call before the routes are declared; completes them when the server is ready. */
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
