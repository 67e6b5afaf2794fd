/** `/admin/v1/requests`: what was asked of the API. */
import type { FastifyInstance } from 'fastify';
import type { Page, RequestItem } from '../../../contract/admin-api.ts';
import { entitiesWithin } from '../../gateway/entities/index.ts';
import { invalid } from '../admin-failure.ts';
import { type ConsoleContext, MOST_AT_ONCE, wantedChannels } from '../console-context.ts';
import { endpoint } from '../reference/endpoint.ts';
import { findRequests, REQUEST_QUERY } from '../requests/find-requests.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

export function requestRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db } = context.gateway;

  /** Entities whose requests are looked through; one undefined: all. */
  async function whoseOf(session: SignedIn, channel: string | undefined) {
    if (channel !== undefined) {
      return (await wantedChannels(context, session, channel)).map(({ id }) => id);
    }
    if (session.entityId === null) return [undefined];
    const entities = await entitiesWithin(db, session.entityId);
    if (entities.length <= MOST_AT_ONCE) return entities.map(({ id }) => id);
    throw invalid('channel', `must name one, because there are ${entities.length} entities`);
  }

  app.get(
    '/admin/v1/requests',
    endpoint({
      id: 'list-requests',
      group: 'Developers',
      title: 'The log of the API',
      needs: 'payments.read',
      query: { schema: REQUEST_QUERY, type: 'RequestQuery' },
      answer: 'Page<RequestItem>',
    }),
    async (request): Promise<Page<RequestItem>> => {
      const session = context.signedIn(request);
      const { channel, cursor, ...filter } = REQUEST_QUERY.parse(request.query);
      return findRequests(db, await whoseOf(session, channel), filter, cursor);
    },
  );
}
