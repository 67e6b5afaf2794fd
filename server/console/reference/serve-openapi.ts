/** `/admin/v1/openapi.json`: every route that is served has to say what it is, and whom it is for. */
import type { FastifyInstance } from 'fastify';
import { endpoint } from './endpoint.ts';
import { adminOpenApi, type ServedRoute } from './openapi.ts';

/** Before the routes: it hears of each as it is made. */
export function serveOpenApi(
  app: FastifyInstance,
  { api, consoleUrl }: { readonly api: string; readonly consoleUrl: () => string },
): void {
  const routes: ServedRoute[] = [];
  let text: string | undefined;
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!url.startsWith(api) || method === 'HEAD') return;
    if (!config?.endpoint || typeof method !== 'string') {
      throw new Error(`${method} ${url} does not say what it is: give it an endpoint()`);
    }
    routes.push({ method, path: url, endpoint: config.endpoint });
  });
  app.get(
    `${api}openapi.json`,
    endpoint({
      ...{ id: 'get-openapi', group: 'This document', title: 'This document' },
      ...{ needs: 'nothing', answer: 'object' },
    }),
    async (_request, reply) => {
      // Made once: strangers may ask for it, and making it keeps everybody else waiting.
      text ??= JSON.stringify(adminOpenApi(consoleUrl(), routes));
      return reply.type('application/json; charset=utf-8').send(text);
    },
  );
}
