import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../html.ts';
import { noticePage } from '../pages/notice.ts';
import { sendPage } from '../pages/send-page.ts';
import type { RecordedCall } from '../record-calls.ts';
import { GatewayError } from '../shop-server.ts';
import { visitOf } from './visit.ts';

/**
 * The shopper learns that the gateway cannot be asked, the developer why. Throws any other error.
 * @param again address to try again
 */
export function gatewayTrouble(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  calls: readonly RecordedCall[],
  again: string,
): FastifyReply {
  if (!(error instanceof GatewayError)) throw error;
  request.log.error(error);
  const visit = visitOf(request);
  const { text } = visit.language;
  return sendPage(
    reply,
    noticePage({
      visit,
      heading: text('troubleHeading'),
      text: html`<span lang="en" dir="ltr">${error.message}</span>`,
      next: html`<a class="button" href="${again}">${text('tryAgain')}</a>`,
      calls,
    }),
    502,
  );
}
