/** `GET /v1/checkouts/{id}/form`: what the form needs to draw itself. */
import type { FastifyInstance } from 'fastify';
import { toAmount, toMinorUnits } from '../../contract/currency.ts';
import type { FormData, FormDataQuery } from '../../contract/form-data.ts';
import { allowsOrigin, offersBrand } from '../gateway/channel-settings.ts';
import { findCheckout, hasExpired } from '../gateway/checkouts.ts';
import { noSuchCheckout, Refusal } from '../gateway/refusal.ts';
import { realNow } from '../store/clock.ts';
import type { Context } from './app.ts';
import type { CheckoutPath } from './checkouts.ts';
import { allowAnyOrigin } from './public-resource.ts';

interface FormRoute extends CheckoutPath {
  Querystring: FormDataQuery;
}

export async function formRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { gateway, languages, brands } = context;

  app.get<FormRoute>(
    '/v1/checkouts/:id/form',
    { onRequest: allowAnyOrigin },
    async (request, reply): Promise<FormData> => {
      reply.header('cache-control', 'no-store');
      const checkout = await findCheckout(gateway.db, request.params.id);
      if (!checkout) throw noSuchCheckout();
      const { channel, parameters } = checkout;
      const { settings, clockOffsetMs } = channel;
      const { origin } = request.headers;
      if (origin !== undefined && !allowsOrigin(settings, origin)) {
        throw new Refusal(
          403,
          '200.300.404',
          `the origin ${origin} is not one of those that this channel lists`,
        );
      }
      const paid = checkout.paid_id !== null;
      if (!paid && hasExpired(checkout)) throw noSuchCheckout();
      const { amount, currency, paymentType, shopperResultUrl } = parameters;
      const minorUnits = amount && currency ? toMinorUnits(amount, currency) : undefined;
      return {
        checkoutId: checkout.id,
        now: realNow(),
        expiresAt: checkout.expires_at - clockOffsetMs,
        ...(currency && minorUnits && { amount: toAmount(minorUnits, currency), currency }),
        ...(paymentType && { paymentType }),
        mode: settings.mode,
        paid,
        ...(shopperResultUrl && { shopperResultUrl }),
        brands: brands.describe(single(request.query.brands)?.split(','), (brand) =>
          offersBrand(settings, brand),
        ),
        ...languages.resolve(single(request.query.locale)),
      };
    },
  );
}

/** The last one of a query parameter that was sent several times. */
const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value;
