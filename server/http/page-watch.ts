/**
 * What browsers report of payment pages: `POST /v1/checkouts/{id}/scripts` by the form,
 * `POST /v1/csp-reports/{channel}` by the browser itself (D22).
 */
import type { FastifyInstance } from 'fastify';
import { takePageReport, takeViolations } from '../gateway/page-watch/index.ts';
import { existingCheckout } from '../gateway/records/index.ts';
import { tooManyRequests } from '../gateway/requests/index.ts';
import { addressLimit } from '../gateway/risk/index.ts';
import { allowAnyOrigin } from './answer-headers.ts';
import type { CheckoutPath } from './checkout-payment.ts';
import type { Context } from './context.ts';
import { pairsOf } from './request-values.ts';

const CSP_REPORT_LIMIT = 64 * 1024;
/** Seconds for which a browser need not ask again whether it may report. */
const PREFLIGHT_AGE_S = 86_400;

export function pageWatchRoutes(app: FastifyInstance, { gateway }: Context): void {
  app.post<CheckoutPath>(
    '/v1/checkouts/:id/scripts',
    { onRequest: allowAnyOrigin },
    async (request, reply) => {
      const checkout = await existingCheckout(gateway.db, request.params.id);
      const { origin } = request.headers;
      await takePageReport(gateway, checkout, { pairs: pairsOf(request), origin, ip: request.ip });
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );

  const isFewReports = addressLimit(gateway, 'reports of a policy');
  const path = '/v1/csp-reports/:channel';
  // By itself: nowhere else is a body of these types read.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: CSP_REPORT_LIMIT },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Params: { channel: string }; Body: string }>(
      path,
      { onRequest: allowAnyOrigin, bodyLimit: CSP_REPORT_LIMIT },
      async (request, reply) => {
        if (!(await isFewReports(request.ip))) throw tooManyRequests();
        await takeViolations(gateway, request.params.channel, request.body ?? '');
        return reply.code(204).header('cache-control', 'no-store').send();
      },
    );
    // The Reporting API asks first, since its content type is none of a form.
    scope.options(path, { onRequest: allowAnyOrigin }, async (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', PREFLIGHT_AGE_S)
        .send(),
    );
  });
}
