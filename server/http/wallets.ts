/**
 * What the form asks for beside the payment where it offers Apple Pay or Google Pay: Apple's session of
 * the merchant, and on test channels the sandbox's page in the place of the vendor's.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { knownScheme } from '../../contract/color-scheme.ts';
import { moneyFormat } from '../../contract/money-format.ts';
import { TEST_CARDS } from '../../contract/test-cards.ts';
import { THREE_D_SECURE_CARDS } from '../../contract/three-d-secure-cards.ts';
import { WALLETS } from '../../contract/wallets.ts';
import { translationFor } from '../../locales/translations.ts';
import { refuseForeignOrigin } from '../gateway/checkout/index.ts';
import { hasSandboxWallet, listedOrigins, offersOtherBrand } from '../gateway/entities/index.ts';
import { minorUnitsOf } from '../gateway/order/index.ts';
import { type Checkout, existingCheckout, refuseUnlessOpen } from '../gateway/records/index.ts';
import { invalidParameter } from '../gateway/requests/index.ts';
import { throttleSubmits } from '../gateway/risk/index.ts';
import { appleSession, cardBrandsInWallets, issueSandboxToken } from '../gateway/wallets/index.ts';
import { realNow } from '../store/clock.ts';
import { allowAnyOrigin } from './answer-headers.ts';
import type { CheckoutPath } from './checkout-payment.ts';
import type { Context } from './context.ts';
import { pairsOf, single } from './request-values.ts';
import { sendShopperPage } from './shopper-page/shopper-page.ts';

interface WalletPath {
  Params: { id: string; brand: string };
  Querystring: Record<string, string | string[] | undefined>;
}

const EXPIRY = { expiryMonth: '12', expiryYear: '2034' } as const;

/** A card itself is Google Pay's alone: its issuer may challenge. */
const CARDS = [
  ...TEST_CARDS.filter(({ slow }) => !slow).map((card) => ({ ...card, isPlain: false })),
  ...THREE_D_SECURE_CARDS.filter(
    ({ brand, outcome, methodCall }) => brand === 'VISA' && outcome === 'C' && !methodCall,
  )
    .slice(0, 1)
    .map(({ brand, number }) => ({ brand, number, meaning: '3-D Secure', isPlain: true })),
];

const cardsOf = ({ channel }: Checkout, brand: string) => {
  const offered = cardBrandsInWallets(channel.settings);
  return CARDS.filter(
    (card) => offered.includes(card.brand) && !(card.isPlain && brand === 'APPLEPAY'),
  );
};

export function walletRoutes(app: FastifyInstance, { gateway }: Context): void {
  app.post<CheckoutPath>(
    '/v1/checkouts/:id/applePay/session',
    { onRequest: allowAnyOrigin },
    async (request, reply) => {
      const checkout = await existingCheckout(gateway.db, request.params.id);
      refuseUnlessOpen(checkout);
      const { channel } = checkout;
      const { origin } = request.headers;
      refuseForeignOrigin(checkout, origin);
      await throttleSubmits(gateway, checkout, request.ip);
      if (!offersOtherBrand(channel.settings, 'APPLEPAY')) throw notOffered('APPLEPAY');
      if (origin === undefined || !URL.canParse(origin)) {
        throw invalidParameter(
          'origin',
          origin ?? null,
          'must be that of the page, as browsers send it',
        );
      }
      const sent = new Map(pairsOf(request)).get('validationURL');
      if (!sent) throw invalidParameter('validationURL', null, 'is required');
      reply.header('cache-control', 'no-store');
      return appleSession(gateway, channel, {
        validationUrl: sent,
        domain: new URL(origin).hostname,
      });
    },
  );

  /**
   * Of a checkout that is over, too: a vendor's own sheet knows nothing of it, and the form says why
   * its token is refused.
   * @throws ApiError where the channel has not this wallet of the sandbox, or not this page
   */
  const sandboxPage = async (request: FastifyRequest<WalletPath>) => {
    const checkout = await existingCheckout(gateway.db, request.params.id);
    const { brand } = request.params;
    const { settings } = checkout.channel;
    const wallet = WALLETS.get(brand);
    const isOffered =
      wallet &&
      checkout.parameters['amount'] !== undefined &&
      hasSandboxWallet(settings, wallet) &&
      offersOtherBrand(settings, brand);
    if (!isOffered) throw notOffered(brand);
    const referrer = request.headers.referer ?? '';
    const around = URL.canParse(referrer) ? new URL(referrer).origin : 'null';
    // The page posts to itself, and remembers who is around it.
    const origin = single(request.query['embedder']) ?? around;
    refuseForeignOrigin(checkout, origin);
    const { locale, scheme } = request.query;
    const { language, direction, word } = translationFor(
      single(locale),
      checkout.channel.settings.languages,
    );
    const shown = knownScheme(single(scheme));
    const page = {
      language,
      direction,
      ...(shown && { scheme: shown }),
      title: wallet.name,
      embedder: origin === 'null' ? '*' : origin,
      ancestors: listedOrigins(settings),
    };
    const query = new URLSearchParams({
      locale: language,
      ...(shown && { scheme: shown }),
      embedder: origin,
    });
    return { checkout, page, word, url: `?${query}` };
  };

  app.get<WalletPath>(
    '/v1/checkouts/:id/wallets/:brand',
    { helmet: false },
    async (request, reply): Promise<FastifyReply> => {
      const { checkout, page, word, url } = await sandboxPage(request);
      const { amount = '', currency = '' } = checkout.parameters;
      return sendShopperPage(reply, {
        ...page,
        step: 'choose',
        text: word('bankPrompt', {
          amount: moneyFormat(amount, currency, page.language).format(Number(amount)),
          merchant: checkout.parameters['merchant.name'] ?? checkout.channel.name,
        }),
        choice: {
          url,
          note: word('bankSimulation'),
          label: word('cardNumber'),
          options: cardsOf(checkout, request.params.brand).map(({ number, brand, meaning }) => ({
            value: number,
            label: `${brand} ${number.slice(-4)}: ${meaning}`,
          })),
          confirm: word('bankConfirm'),
        },
        leave: { url, label: word('cancel') },
      });
    },
  );

  app.post<WalletPath>(
    '/v1/checkouts/:id/wallets/:brand',
    { helmet: false },
    async (request, reply): Promise<FastifyReply> => {
      const { checkout, page, word } = await sandboxPage(request);
      const sent = new Map(pairsOf(request));
      const { amount = '', currency = '' } = checkout.parameters;
      const { brand } = request.params;
      const card = cardsOf(checkout, brand).find(({ number }) => number === sent.get('card'));
      const token =
        sent.get('choice') === 'confirm' && card
          ? await issueSandboxToken(
              gateway.vault,
              brand,
              { ...EXPIRY, number: card.number, isPlain: card.isPlain },
              { channelId: checkout.channel.id, amount: minorUnitsOf(amount, currency), currency },
              realNow(),
            )
          : undefined;
      return sendShopperPage(reply, { ...page, step: 'done', text: word('returning'), token });
    },
  );
}

const notOffered = (brand: string) =>
  invalidParameter('paymentBrand', brand, 'is not a wallet of this checkout');
