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
        handler: async (_request, reply) => {
          reply.header('allow', allowed.join(', '));
          throw wrongMethod(allowed);
        },
      });
    }
  };
}
