/** `POST /v1/…/{channel}/notifications`: what processors send by themselves. */
import type { FastifyInstance } from 'fastify';
import { handleNotification, notificationAddresses } from '../gateway/processors/index.ts';
import { tooManyRequests } from '../gateway/requests/index.ts';
import type { Context } from './context.ts';

export function processorNotificationRoutes(app: FastifyInstance, context: Context): void {
  for (const address of notificationAddresses) addRoute(app, context, address);
}

function addRoute(
  app: FastifyInstance,
  { gateway, tooManyFailures }: Context,
  { connector, path, contentTypes, bodyLimit }: (typeof notificationAddresses)[number],
): void {
  // By itself: nowhere else is a body of these types read.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      [...contentTypes],
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Params: { channel: string }; Body: string }>(
      `/v1/${path}/:channel/notifications`,
      { bodyLimit },
      async (request, reply) => {
        await handleNotification(gateway, connector, request.params.channel, {
          body: request.body ?? '',
          header: (name) => String(request.headers[name] ?? ''),
        }).catch(async (error: unknown) => {
          throw (await tooManyFailures(request)) ? tooManyRequests() : error;
        });
        return reply.code(200).header('cache-control', 'no-store').send({});
      },
    );
  });
}
