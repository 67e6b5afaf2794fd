/** `GET /v1/checkouts/{id}/form`: what the form needs to draw itself. */
import type { FastifyInstance } from 'fastify';
import { BILLING_FORM } from '../../contract/country-addresses.ts';
import { toAmount, toMinorUnits } from '../../contract/currency.ts';
import type { FormData, FormDataQuery, FormDataRefusal } from '../../contract/form-data.ts';
import { allowsOrigin, offersBrand, offersOtherBrand } from '../gateway/channel-settings.ts';
import { type Checkout, findCheckout, hasExpired } from '../gateway/checkouts.ts';
import { noSuchCheckout, Refusal } from '../gateway/refusal.ts';
import { realNow } from '../store/clock.ts';
import type { CheckoutPath } from './checkout-payment.ts';
import type { Context } from './context.ts';
import { installmentPlans, storedCards } from './form-blocks.ts';
import { allowAnyOrigin } from './public-resource.ts';
import { single } from './request-values.ts';

interface FormRoute extends CheckoutPath {
  Querystring: FormDataQuery;
}

export function formRoutes(app: FastifyInstance, context: Context): void {
  const { gateway, languages, brands, envelope } = context;

  /** @throws Refusal when the checkout is over, or the page's origin may not show it */
  const openCheckout = async (id: string, origin: string | undefined): Promise<Checkout> => {
    const checkout = await findCheckout(gateway.db, id);
    if (!checkout) throw noSuchCheckout();
    if (origin !== undefined && !allowsOrigin(checkout.channel.settings, origin)) {
      const why = `the origin ${origin} is not one of those that this channel lists`;
      throw new Refusal(403, '200.300.404', why);
    }
    if (checkout.paid_id === null && hasExpired(checkout)) throw noSuchCheckout();
    return checkout;
  };

  const dataOf = async (
    checkout: Checkout,
    query: FormDataQuery,
  ): Promise<Omit<FormData, 'locale' | 'language' | 'direction' | 'texts'>> => {
    const { id, channel, parameters, paid_id, expires_at } = checkout;
    const registrations = await storedCards(gateway, checkout);
    const installments = installmentPlans(checkout);
    const blocks = single(query.blocks)?.split(',') ?? [];
    const { settings, clockOffsetMs } = channel;
    const { amount, currency, paymentType, shopperResultUrl } = parameters;
    const minorUnits = amount && currency ? toMinorUnits(amount, currency) : undefined;
    return {
      checkoutId: id,
      now: realNow(),
      expiresAt: expires_at - clockOffsetMs,
      ...(currency && minorUnits && { amount: toAmount(minorUnits, currency), currency }),
      ...(paymentType && { paymentType }),
      mode: settings.mode,
      paid: paid_id !== null,
      ...(shopperResultUrl && { shopperResultUrl }),
      brands: brands.describe(
        single(query.brands)?.split(','),
        (brand) => offersBrand(settings, brand) || offersOtherBrand(settings, brand),
      ),
      ...(registrations.length > 0 && { registrations }),
      ...(installments.length > 0 && { installments }),
      ...(blocks.includes('billing') && { billing: BILLING_FORM }),
    };
  };

  app.get<FormRoute>(
    '/v1/checkouts/:id/form',
    { onRequest: allowAnyOrigin },
    async (request, reply): Promise<FormData | FormDataRefusal> => {
      reply.header('cache-control', 'no-store');
      const language = languages.resolve(single(request.query.locale));
      try {
        const checkout = await openCheckout(request.params.id, request.headers.origin);
        return { ...(await dataOf(checkout, request.query)), ...language };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        reply.code(error.status);
        return { ...envelope(error.result), ...language };
      }
    },
  );
}
