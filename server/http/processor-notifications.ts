/** `POST /v1/upstreams/{channel}/notifications`: what an upstream gateway tells by itself. */
import type { FastifyInstance } from 'fastify';
import { takeNotification } from '../gateway/processors/inbound-notification.ts';
import { tooManyRequests } from './authenticate.ts';
import type { Context } from './context.ts';

/** A payment with a full cart, in hexadecimal. */
const BODY_LIMIT = 1024 * 1024;

export function upstreamNotificationRoutes(
  app: FastifyInstance,
  { gateway, tooManyFailures }: Context,
): void {
  // By itself: nowhere else is a body of these types read.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['text/plain', 'application/json'],
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Params: { channel: string }; Body: string }>(
      '/v1/upstreams/:channel/notifications',
      { bodyLimit: BODY_LIMIT },
      async (request, reply) => {
        if (await tooManyFailures(request, false)) throw tooManyRequests();
        const header = (name: string) => String(request.headers[name] ?? '');
        await takeNotification(gateway, request.params.channel, {
          body: request.body ?? '',
          iv: header('x-initialization-vector'),
          tag: header('x-authentication-tag'),
        }).catch(async (error: unknown) => {
          await tooManyFailures(request, true);
          throw error;
        });
        return reply.code(200).header('cache-control', 'no-store').send({});
      },
    );
  });
}
