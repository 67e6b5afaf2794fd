/** `GET /schemas/events/v1/…`: the schemas of the events, public (docs/events.md). */
import type { FastifyInstance } from 'fastify';
import { EVENT_TYPES, isEventType } from '../../contract/events/events.ts';
import { jsonSchemaOf, SCHEMA_PATH, schemaAddress } from '../../contract/events/json-schema.ts';
import { allowAnyOrigin } from './answer-headers.ts';
import { noSuchPath } from './error-answer.ts';

/** They change with a release only. */
const CACHE = 'public, max-age=3600';

export function eventSchemaRoutes(app: FastifyInstance): void {
  const list = EVENT_TYPES.map((type) => ({ type, schema: schemaAddress(type) }));
  app.get(SCHEMA_PATH, { onRequest: allowAnyOrigin }, async (_request, reply) =>
    reply.header('cache-control', CACHE).send({ events: list }),
  );
  app.get<{ Params: { file: string } }>(
    `${SCHEMA_PATH}/:file`,
    { onRequest: allowAnyOrigin },
    async ({ params }, reply) => {
      const type = params.file.replace(/\.json$/, '');
      if (!isEventType(type) || !params.file.endsWith('.json')) throw noSuchPath();
      return reply
        .header('cache-control', CACHE)
        .type('application/schema+json; charset=utf-8')
        .send(JSON.stringify(jsonSchemaOf(type)));
    },
  );
}
