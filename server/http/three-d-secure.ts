/**
 * Where shoppers go whose payment is pending, and come back to: `/v1/threeDSecure` in a frame of the
 * merchant's page or in the whole tab, `/v1/redirects` for wallets and banks, `/v1/inline` for their way
 * back into a frame. A visitor without a right
 * token sees that the page is out of date, and nothing happens.
 */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { isCardless, OTHER_BRANDS } from '../../contract/other-brands.ts';
import type { BrowserRequest } from '../connectors/connector.ts';
import { newSealNonce } from '../gateway/checkout/index.ts';
import { paymentResult, statusOf } from '../gateway/events/index.ts';
import { outcomeOf } from '../gateway/payment/index.ts';
import {
  isToken,
  noteMethodCall,
  redirectOf,
  type TokenUse,
  withMethodCallNoted,
} from '../gateway/processors/index.ts';
import { findCheckout, findPayment, isRegistrationGone } from '../gateway/records/index.ts';
import { endByShopper, finishReturned } from '../gateway/undecided/index.ts';
import { realNow } from '../store/clock.ts';
import type { Payment } from '../store/records/payment.ts';
import { allowAnyOrigin } from './answer-headers.ts';
import {
  confirmationPages,
  lookOf,
  resultUrlOf,
  type StepRequest,
  type StepRoute,
} from './confirmation-pages.ts';
import type { Context } from './context.ts';
import { reasonOf } from './present/confirmation.ts';
import { pairsOf, single } from './request-values.ts';
import { sendShopperPage } from './shopper-page/shopper-page.ts';

const BASES = ['/v1/threeDSecure', '/v1/redirects'];

export function threeDSecureRoutes(app: FastifyInstance, context: Context): void {
  const { gateway, envelope } = context;
  const { pageFor, show, refuse } = confirmationPages(context);

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

  /** Another tab may have paid meanwhile: only of the latest attempt it can be said what it means. */
  const isLatest = async ({ id, checkoutId }: Payment) =>
    checkoutId === null || (await findCheckout(gateway.db, checkoutId))?.latestId === id;

  /** The form asks what became of it: as its post was answered, now. */
  const tell = async (reply: FastifyReply, payment: Payment) => {
    await allowAnyOrigin(undefined, reply);
    const url = resultUrlOf(payment);
    const back = url === undefined ? undefined : { url, parameters: [] };
    // Where a stored card is gone the shopper stays in the form, and pays in another way.
    const isAgain = await isRegistrationGone(gateway, payment);
    const redirect = isAgain ? undefined : (redirectOf(gateway, payment) ?? back);
    const { checkoutId } = payment;
    const isFailed = payment.state === 'failed' && (await isLatest(payment));
    const decline = isFailed && reasonOf(payment);
    return reply
      .code(statusOf(payment))
      .header('cache-control', 'no-store')
      .send({
        ...envelope(paymentResult(payment), payment.ndc),
        ...(decline && { decline }),
        ...(decline && checkoutId && { nonce: newSealNonce(gateway, checkoutId), now: realNow() }),
        ...(redirect && { redirect }),
      });
  };

  const start = forToken('start', async (request, reply, found) => {
    const known = found.state === 'in_doubt' ? await outcomeOf(gateway, found.id) : found;
    if (request.headers.accept === 'application/json') return tell(reply, known);
    const payment = await withMethodCallNoted(gateway, known);
    const { nextStep: step } = payment;
    const isInTab = request.url.startsWith('/v1/redirects/');
    if (payment.state !== 'pending' || !step) {
      const url = resultUrlOf(payment);
      return isInTab && url !== undefined
        ? leadTo(reply, url)
        : show(reply, request, payment, 'done');
    }
    if (step.kind === 'redirect' && step.page && !step.isInline) {
      const parameters = step.page.parameters.map(({ name, value }) => [name, value] as const);
      const query = { ...Object.fromEntries(parameters), ...lookOf(request) };
      return leadTo(reply, withQuery(step.page.url, query));
    }
    // Not as it was requested: a proxy may have taken a folder away.
    const here = redirectOf(gateway, payment)?.url ?? '';
    const look = lookOf(request);
    const query = (more: Record<string, string>) => new URLSearchParams({ ...more, ...look });
    const leave = (label: string) => ({
      url: `${here.replace('/start/', '/cancel/')}?${query({})}`,
      label,
    });
    const { page, word } = await pageFor(request, payment);
    const elsewhere = {
      url: `${here}?${query({})}`,
      label: word(step.isInline ? 'confirmationContinue' : 'authenticationContinue'),
    };
    if (step.methodCall && request.query['method'] === undefined) {
      return sendShopperPage(reply, {
        ...page,
        result: undefined,
        step: 'method',
        text: word('authenticationWaiting'),
        request: step.methodCall,
        ...(step.isRelayed && step.page && { relayedTo: new URL(step.page.url).origin }),
        next: `${here}?${query({ method: 'done' })}`,
        elsewhere,
        leave: leave(word('authenticationLeave')),
      });
    }
    if (step.methodCall) await noteMethodCall(gateway, payment);
    if (!step.page) {
      await finishReturned(gateway, payment.id, {});
      const ended = await outcomeOf(gateway, payment.id);
      // The issuer wants to ask the shopper after all.
      if (ended.nextStep?.page && ended.state === 'pending') return leadTo(reply, elsewhere.url);
      return show(reply, request, ended, 'done');
    }
    return sendShopperPage(reply, {
      ...page,
      step: 'hold',
      ...(step.isInline && { title: OTHER_BRANDS.get(payment.brand)?.name ?? payment.brand }),
      text: step.isInline ? page.title : word('authenticationPrompt'),
      trouble: {
        text: word(step.isInline ? 'loadFailed' : 'authenticationFailed'),
        offline: word('offline'),
        label: word('tryAgain'),
      },
      request: asking(step.page, { locale: page.language, ...look }),
      elsewhere,
      leave: leave(word(step.isInline ? 'cancel' : 'authenticationLeave')),
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
    const isInTab = isCardless(payment) && !request.url.startsWith('/v1/inline/');
    return isInTab && url !== undefined
      ? leadTo(reply, url)
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
  route('/v1/inline/:id/return/:token', comeBack);
  route('/v1/threeDSecure/:id/method/:token', methodCalled);
  for (const base of BASES) {
    app.post<StepRoute>(`${base}/:id/cancel/:token`, { helmet: false }, cancel);
  }
}

/** A merchant may write an address in any letters; a header takes only those of a serialised one. */
const leadTo = (reply: FastifyReply, address: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(new URL(address).href, 303);

/** A bank's address may have a query of its own. */
function withQuery(address: string, more: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.href;
}

/** A form by GET is sent without the query of its address; one by POST may have a query of its own. */
function asking(request: BrowserRequest, more: Readonly<Record<string, string>>): BrowserRequest {
  if (request.method === 'POST') return { ...request, url: withQuery(request.url, more) };
  const kept = request.parameters.filter(({ name }) => !Object.hasOwn(more, name));
  const added = Object.entries(more).map(([name, value]) => ({ name, value }));
  return { ...request, parameters: [...kept, ...added] };
}
