/**
 * The id of a request: the caller's own where it has sent one that can be used (`x-request-id`), told in
 * the answer and in every line that the log has of it, from whatever room it comes.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { maskedText } from '../contract/card-numbers-in-text.ts';

export const REQUEST_ID_HEADER = 'x-request-id';
/** Printable, without what a header, a log or a command line reads in its own way. */
const USABLE = /^[\w.:@/+=-]{1,128}$/;

const current = new AsyncLocalStorage<string>();

/** Of the request that is worked for, as a line of the log has it; nothing where none is. */
export function requestIdNow(): { readonly reqId?: string } {
  const reqId = current.getStore();
  return reqId === undefined ? {} : { reqId };
}

/** Made-up ids are none that another instance or start gives, at the cost of a counter. */
export function requestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  return ({ headers: { [REQUEST_ID_HEADER]: sent = '' } }) => {
    // Nothing of a caller's choice gets into the log as a card number.
    if (typeof sent === 'string' && USABLE.test(sent) && maskedText(sent) === sent) return sent;
    count += 1;
    return `${start}-${count}`;
  };
}

/** Before all other hooks: whatever ends the request, its answer has the id. */
export function tellRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    current.run(request.id, done);
  });
  // The body came in between: what follows belongs to the connection, not to the request.
  app.addHook('preHandler', (request, _reply, done) => current.run(request.id, done));
}
