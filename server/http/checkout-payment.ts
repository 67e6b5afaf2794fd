/** `POST /v1/checkouts/{id}/payment`: what the form in the shopper's browser posts (D11). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findCheckout } from '../gateway/checkouts.ts';
import { payCheckout } from '../gateway/pay-checkout.ts';
import { type Context, pairsOf } from './app.ts';
import { tooManyRequests } from './authenticate.ts';
import type { CheckoutPath } from './checkouts.ts';
import { tellIgnored } from './ignored-parameters.ts';
import { presentPayment, statusOf } from './present/payment.ts';
import { allowAnyOrigin } from './public-resource.ts';

const LIVE_SUBMITS_A_MINUTE = { address: 60, checkout: 20 } as const;

export async function checkoutPaymentRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { gateway, envelope } = context;
  const limits = [
    app.createRateLimit({
      max: LIVE_SUBMITS_A_MINUTE.address,
      timeWindow: '1 minute',
      keyGenerator: ({ ip }) => `submit ${ip}`,
    }),
    app.createRateLimit({
      max: LIVE_SUBMITS_A_MINUTE.checkout,
      timeWindow: '1 minute',
      keyGenerator: ({ params }) => `submit ${(params as CheckoutPath['Params']).id}`,
    }),
  ];

  /** Guessing card numbers is what a public form invites; test channels are left alone. */
  const limitLiveSubmits = async (request: FastifyRequest<CheckoutPath>) => {
    const checkout = await findCheckout(gateway.db, request.params.id);
    if (checkout?.channel.settings.mode !== 'live') return;
    for (const limit of limits) {
      const state = await limit(request);
      if (!state.isAllowed && state.isExceeded) throw tooManyRequests();
    }
  };

  for (const url of ['/v1/checkouts/:id/payment', '/checkouts/:id/payment']) {
    app.post<CheckoutPath>(url, { onRequest: allowAnyOrigin }, async (request, reply) => {
      await limitLiveSubmits(request);
      const { id } = request.params;
      const paid = await payCheckout(gateway, id, pairsOf(request), request.ip);
      const { payment, redirect, ignored } = paid;
      tellIgnored(reply, ignored);
      reply.header('cache-control', 'no-store');
      // A form without our script: the browser itself has to be sent on.
      if (request.headers.accept?.includes('text/html')) return reply.redirect(redirect.url, 303);
      const { result } = presentPayment(payment);
      return reply.code(statusOf(payment)).send({ ...envelope(result, id), redirect });
    });
  }
}
