import type { FastifyReply } from 'fastify';

/** Sends a page. Pages show carts and orders, so no cache keeps them. */
export const sendPage = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(page);
