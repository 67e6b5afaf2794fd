import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noticePage } from './pages/notice.ts';
import { sendPage } from './pages/send-page.ts';
import { visitOf } from './shop/visit.ts';

/** A page for everything that goes wrong; why is in the log, never in the page. */
export function addTroublePages(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => trouble(request, reply, 404, 'notFound'));

  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return trouble(request, reply, status, 'unreadable');
    request.log.error(error);
    return trouble(request, reply, status, 'broken');
  });
}

function trouble(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  what: 'notFound' | 'unreadable' | 'broken',
) {
  const visit = visitOf(request);
  const { text } = visit.language;
  return sendPage(
    reply,
    noticePage({ visit, heading: text(`${what}Heading`), text: text(`${what}Text`) }),
    status,
  );
}
