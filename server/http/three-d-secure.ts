/**
 * Where shoppers go whose payment is pending, and come back to: `/v1/threeDSecure` in a frame of the
 * merchant's page or in the whole tab, `/v1/redirects` for wallets and banks. Whoever has no right
 * token sees that the page is out of date, and nothing happens.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OTHER_BRANDS } from '../../contract/other-brands.ts';
import type { BrowserRequest } from '../connectors/connector.ts';
import { outcomeOf } from '../gateway/attempt.ts';
import { findChannel } from '../gateway/entities.ts';
import { endByShopper, finishReturned } from '../gateway/finish-payment.ts';
import { isToken, noteMethodCall, redirectOf, type TokenUse } from '../gateway/next-step.ts';
import { findPayment, type Payment } from '../gateway/payments.ts';
import { presentDecline } from '../gateway/present/decline.ts';
import { paymentResult, statusOf } from '../gateway/present/payment.ts';
import { backToMerchant, ofPayment } from '../gateway/shopper-result-url.ts';
import { channelNow } from '../store/clock.ts';
import type { Context } from './context.ts';
import { allowAnyOrigin } from './public-resource.ts';
import { pairsOf, single } from './request-values.ts';
import { type ShopperPage, sendShopperPage } from './shopper-page.ts';

interface StepRoute {
  Params: { id: string; token: string };
  Querystring: Record<string, string | string[] | undefined>;
}
type StepRequest = FastifyRequest<StepRoute>;

const BASES = ['/v1/threeDSecure', '/v1/redirects'];

export function threeDSecureRoutes(app: FastifyInstance, context: Context): void {
  const { gateway, languages, envelope } = context;

  /** The page's common part, in the shopper's language. */
  const pageFor = async (request: StepRequest, payment?: Payment) => {
    const wanted = single(request.query['locale']) ?? request.headers['accept-language'];
    const { language, direction, texts } = languages.resolve(wanted?.split(/[,;]/)[0], [
      'threeDSecure',
      'result',
      'declines',
    ]);
    const word = (key: string) => texts[key] ?? '';
    const channel = payment && (await findChannel(gateway.db, payment.entity_id));
    const url = payment && resultUrlOf(payment);
    const result = url === undefined ? undefined : { url, label: word('backToShop') };
    const title = word('authenticationTitle');
    const page = {
      language,
      direction,
      title,
      result,
      embedder: payment?.embedder ?? null,
      ancestors: channel?.settings.origins ?? [],
      endsIn:
        channel && payment.due_at !== null
          ? Math.max(1, payment.due_at - channelNow(channel.clockOffsetMs))
          : undefined,
    };
    return { page, word };
  };

  const show = async (
    reply: FastifyReply,
    request: StepRequest,
    payment: Payment,
    step: 'done' | 'inner',
    more: Partial<ShopperPage> = {},
  ) => {
    const { page, word } = await pageFor(request, payment);
    const text = word(page.result ? 'returning' : outcomeText(payment));
    // Whoever comes back an hour later would not know why the shop says no.
    const isOver = step === 'done' && UNNOTICED.has(payment.result_code);
    return sendShopperPage(reply, {
      ...page,
      step: isOver ? 'over' : step,
      text: isOver ? word(outcomeText(payment)) : text,
      ...more,
    });
  };

  /** Nothing happens, and the log says why. */
  const refuse = async (
    reply: FastifyReply,
    request: StepRequest,
    reason: 'unknown' | 'forged',
  ): Promise<FastifyReply> => {
    request.log.warn({ payment: request.params.id, reason }, 'a return was refused');
    const { page, word } = await pageFor(request);
    const status = reason === 'unknown' ? 404 : 400;
    return sendShopperPage(reply, { ...page, step: 'stop', text: word('pageOutdated'), status });
  };

  const forToken =
    (
      use: TokenUse,
      handler: (
        request: StepRequest,
        reply: FastifyReply,
        payment: Payment,
      ) => Promise<FastifyReply>,
    ) =>
    async (request: StepRequest, reply: FastifyReply) => {
      const { id, token } = request.params;
      const isRight = isToken(gateway, id, use, token);
      const payment = isRight ? await findPayment(gateway.db, id) : undefined;
      if (!payment) return refuse(reply, request, 'unknown');
      return handler(request, reply, payment);
    };

  /** The form asks what became of it: as its post was answered, now. */
  const tell = async (reply: FastifyReply, payment: Payment) => {
    await allowAnyOrigin(undefined, reply);
    const url = resultUrlOf(payment);
    const back = url === undefined ? undefined : { url, parameters: [] };
    const redirect = redirectOf(gateway, payment) ?? back;
    return reply
      .code(statusOf(payment))
      .header('cache-control', 'no-store')
      .send({
        ...envelope(paymentResult(payment), payment.ndc),
        ...presentDecline(payment),
        ...(redirect && { redirect }),
      });
  };

  const start = forToken('start', async (request, reply, found) => {
    const payment = found.state === 'in_doubt' ? await outcomeOf(gateway, found.id) : found;
    if (request.headers.accept === 'application/json') return tell(reply, payment);
    const { nextStep: step } = payment;
    const isWallet = OTHER_BRANDS.has(payment.brand);
    if (payment.state !== 'pending' || !step) {
      const url = resultUrlOf(payment);
      return isWallet && url !== undefined
        ? reply.redirect(url, 303)
        : show(reply, request, payment, 'done');
    }
    if (step.kind === 'redirect' && step.page) {
      const url = new URL(step.page.url);
      for (const { name, value } of step.page.parameters) url.searchParams.set(name, value);
      const locale = single(request.query['locale']);
      if (locale) url.searchParams.set('locale', locale);
      return reply.redirect(url.href, 303);
    }
    // Not as it was requested: a proxy may have taken a folder away.
    const here = redirectOf(gateway, payment)?.url ?? '';
    const locale = single(request.query['locale']);
    const query = (more: Record<string, string>) =>
      new URLSearchParams({ ...more, ...(locale && { locale }) });
    const leave = (label: string) => ({
      url: `${here.replace('/start/', '/cancel/')}?${query({})}`,
      label,
    });
    const { page, word } = await pageFor(request, payment);
    const withLocale = (address: string) => {
      const url = new URL(address);
      url.searchParams.set('locale', locale ?? page.language);
      return url.href;
    };
    if (step.methodCall && request.query['method'] === undefined) {
      return sendShopperPage(reply, {
        ...page,
        result: undefined,
        step: 'method',
        text: word('authenticationWaiting'),
        request: step.methodCall,
        next: `${here}?${query({ method: 'done' })}`,
        leave: leave(word('authenticationLeave')),
      });
    }
    if (step.methodCall) await noteMethodCall(gateway, payment);
    if (!step.page) {
      await finishReturned(gateway, payment.id, {});
      return show(reply, request, await outcomeOf(gateway, payment.id), 'done');
    }
    return sendShopperPage(reply, {
      ...page,
      step: 'hold',
      text: word('authenticationPrompt'),
      trouble: { text: word('authenticationFailed'), label: word('tryAgain') },
      request:
        step.page.method === 'POST'
          ? { ...step.page, url: withLocale(step.page.url) }
          : inLanguage(step.page, locale ?? page.language),
      leave: leave(word('authenticationLeave')),
    });
  });

  const cancel = forToken('start', async (request, reply, payment) => {
    const ended = await endByShopper(gateway, payment.id);
    return show(reply, request, ended ?? payment, 'done');
  });

  const comeBack = forToken('return', async (request, reply, { id }) => {
    const sent = [...Object.entries(request.query), ...pairsOf(request)];
    const returned = Object.fromEntries(
      sent.map(([name, value]) => [name, single(value) ?? ''] as const),
    );
    const refusal = await finishReturned(gateway, id, returned);
    if (refusal === 'forged') return refuse(reply, request, refusal);
    if (refusal) request.log.warn({ payment: id, reason: refusal }, 'a return was refused');
    const payment = await outcomeOf(gateway, id);
    const url = resultUrlOf(payment);
    return OTHER_BRANDS.has(payment.brand) && url !== undefined
      ? reply.redirect(url, 303)
      : show(reply, request, payment, 'inner');
  });

  const methodCalled = forToken('method', async (request, reply, payment) => {
    await noteMethodCall(gateway, payment);
    return show(reply, request, payment, 'inner', { result: undefined });
  });

  const route = (path: string, handler: typeof start) =>
    app.route<StepRoute>({
      url: path,
      method: ['GET', 'POST'],
      // A HEAD request must not do what a GET does here.
      exposeHeadRoute: false,
      helmet: false,
      handler,
    });
  for (const base of BASES) route(`${base}/:id/start/:token`, start);
  route('/v1/threeDSecure/:id/return/:token', comeBack);
  route('/v1/threeDSecure/:id/method/:token', methodCalled);
  for (const base of BASES) {
    app.post<StepRoute>(`${base}/:id/cancel/:token`, { helmet: false }, cancel);
  }
}

/** Ended without the shopper. */
const UNNOTICED = new Set(['100.396.103', '100.396.201']);

const TEXTS: Readonly<Record<string, string>> = {
  '100.396.101': 'authenticationCancelled',
  '100.396.103': 'authenticationExpired',
  '100.396.201': 'resultCancelled',
};

/** What became of it, in the shopper's words. */
function outcomeText({ state, result_code }: Payment): string {
  if (state === 'succeeded') return 'resultPaid';
  if (state === 'in_doubt') return 'checkingPayment';
  if (state === 'pending') return 'resultPending';
  if (/^9/.test(result_code)) return 'declinedUnavailable';
  const isAuthentication = /^(000\.400|100\.3[89]0)/.test(result_code);
  return TEXTS[result_code] ?? (isAuthentication ? 'declinedAuthentication' : 'declined');
}

/** A form by GET is sent without the query of its address. */
const inLanguage = (request: BrowserRequest, locale: string): BrowserRequest => ({
  ...request,
  parameters: [
    ...request.parameters.filter(({ name }) => name !== 'locale'),
    { name: 'locale', value: locale },
  ],
});

const resultUrlOf = (payment: Payment): string | undefined =>
  payment.result_url ? backToMerchant(payment.result_url, ofPayment(payment)).url : undefined;
