import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noticePage, toTheShop } from './pages/notice.ts';
import { sendPage } from './pages/send-page.ts';
import { pieces, readCart } from './shop/cart.ts';

/** A page for everything that goes wrong; why is in the log, never in the page. */
export function addTroublePages(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    trouble(request, reply, 404, {
      heading: 'There is nothing here',
      text: 'The address may be mistyped, or what was here is gone.',
    }),
  );

  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) {
      return trouble(request, reply, status, {
        heading: 'We could not read that',
        text: 'Your browser sent something that the shop does not understand. Go back and try again.',
      });
    }
    request.log.error(error);
    return trouble(request, reply, status, {
      heading: 'Something broke on our side',
      text: 'It is not your fault, and we have noted it. Try again in a moment.',
    });
  });
}

const trouble = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  words: { heading: string; text: string },
) => {
  const inCart = pieces(readCart(request.headers.cookie));
  return sendPage(reply, noticePage({ ...words, next: toTheShop, inCart }), status);
};
