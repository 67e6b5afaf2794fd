/**
 * `POST /v1/checkouts/{id}/payment` and `…/registration`: what the form in the shopper's browser
 * posts (D11).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NoticedEvidence } from '../../contract/field-evidence.ts';
import type { PaymentAnswer, Redirect } from '../../contract/payment-answer.ts';
import { RESULT } from '../../contract/result-by-name.ts';
import { SEALED_REFUSED } from '../../contract/sealed-value.ts';
import { newSealNonce, payCheckout, resultPageOf } from '../gateway/checkout/index.ts';
import { paymentResult, presentRegistration, statusOf } from '../gateway/events/index.ts';
import {
  type Checkout,
  CheckoutPaid,
  existingCheckout,
  isRegistrationGone,
} from '../gateway/records/index.ts';
import { registerInCheckout } from '../gateway/registrations/index.ts';
import { ApiError } from '../gateway/requests/index.ts';
import { throttleSubmits } from '../gateway/risk/index.ts';
import { realNow } from '../store/clock.ts';
import { addIgnoredParameters, addPossibleCardNumbers, allowAnyOrigin } from './answer-headers.ts';
import type { Context } from './context.ts';
import { declineKey, presentDecline } from './present/decline.ts';
import { pairsOf } from './request-values.ts';

export interface CheckoutPath {
  Params: { id: string };
}

const SEAL_REFUSALS: readonly string[] = Object.values(SEALED_REFUSED);

/** After these the shopper goes on by sealing anew. */
const isSealedAnew = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (SEAL_REFUSALS.includes(error.result.code) || declineKey(error.result.code) !== undefined);

/** A form without our script: the browser itself has to be sent on. */
const isPlainForm = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') ?? false;
const sendOn = (reply: FastifyReply, { url }: Redirect): FastifyReply =>
  reply.redirect(new URL(url).href, 303);

export function checkoutPaymentRoutes(app: FastifyInstance, context: Context): void {
  const { gateway, envelope, help, logged } = context;
  const checkoutOf = async (request: FastifyRequest<CheckoutPath>): Promise<Checkout> => {
    const checkout = await existingCheckout(gateway.db, request.params.id);
    logged.begin(request, { entityId: checkout.channel.id, tokenId: null });
    await throttleSubmits(gateway, checkout, request.ip);
    return checkout;
  };

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: {
      status: number;
      body: object;
      redirect: Redirect;
      ignored: readonly string[];
      /** The shopper stays in the form, and pays in another way. */
      isAgain?: boolean;
    },
  ) => {
    addIgnoredParameters(reply, outcome.ignored);
    addPossibleCardNumbers(reply, pairsOf(request));
    reply.header('cache-control', 'no-store');
    const { redirect } = outcome;
    if (isPlainForm(request)) return sendOn(reply, redirect);
    return reply.code(outcome.status).send({
      ...outcome.body,
      ...(!outcome.isAgain && { redirect }),
      ...(await help.ofIgnored(request, outcome.ignored)),
    });
  };

  /** What the form seals with next, without asking for it. */
  const next = ({ params }: FastifyRequest<CheckoutPath>) =>
    ({ nonce: newSealNonce(gateway, params.id), now: realNow() }) satisfies Partial<PaymentAnswer>;

  /** A refusal of a card carries what it is sealed anew with. */
  const orSealAnew =
    (
      handle: (request: FastifyRequest<CheckoutPath>, reply: FastifyReply) => Promise<FastifyReply>,
    ) =>
    async (request: FastifyRequest<CheckoutPath>, reply: FastifyReply) => {
      try {
        return await handle(request, reply);
      } catch (error) {
        // Pressed twice: the answer to the second press is what the shopper sees. What was erased leads
        // nowhere any more.
        const paid = error instanceof CheckoutPaid ? error.checkout : undefined;
        if (paid?.resultUrl && isPlainForm(request)) {
          reply.header('cache-control', 'no-store');
          return sendOn(reply, resultPageOf(paid));
        }
        if (!isSealedAnew(error)) throw error;
        reply.header('cache-control', 'no-store').code(error.status);
        const isGone = error.result.code === RESULT.registrationRevoked;
        const { result, ...more } = await help.ofRefusal(request, error);
        return reply.send({
          ...envelope(result),
          ...more,
          ...(isGone && presentDecline({ resultCode: error.result.code })),
          ...next(request),
        });
      }
    };

  for (const base of ['/v1/checkouts/:id', '/checkouts/:id']) {
    const options = { onRequest: allowAnyOrigin };
    app.post<CheckoutPath>(
      `${base}/payment`,
      options,
      orSealAnew(async (request, reply) => {
        const { origin } = request.headers;
        const checkout = await checkoutOf(request);
        const { payment, ...paid } = await payCheckout(
          gateway,
          checkout,
          pairsOf(request),
          request.ip,
          origin,
        );
        const body = {
          ...envelope(paymentResult(payment), request.params.id),
          ...presentDecline(payment),
          ...noteOfEvidence(checkout, payment),
          ...(payment.state === 'failed' && next(request)),
        };
        const isAgain = await isRegistrationGone(gateway, payment);
        return answer(request, reply, { ...paid, isAgain, status: statusOf(payment), body });
      }),
    );

    app.post<CheckoutPath>(
      `${base}/registration`,
      options,
      orSealAnew(async (request, reply) => {
        const checkout = await checkoutOf(request);
        const registered = await registerInCheckout(
          gateway,
          checkout,
          pairsOf(request),
          request.ip,
          request.headers.origin,
        );
        const { registration, agreement } = registered;
        const { result } = presentRegistration(registration);
        const isRefused = agreement?.state === 'failed';
        const body = {
          ...envelope(result, request.params.id),
          ...noteOfEvidence(checkout, registration),
          ...(isRefused && { ...presentDecline(agreement), ...next(request) }),
        };
        const status = agreement ? statusOf(agreement) : 200;
        return answer(request, reply, { ...registered, status, body });
      }),
    );
  }
}

/**
 * What the frames saw a page do to the fields, said to its developer: `card.number covered 12; card.cvv
 * focusTaken 1`, on a test channel only, since a live page learns nothing.
 */
function noteOfEvidence(
  { channel }: Checkout,
  { fieldEvidence: evidence }: { readonly fieldEvidence: NoticedEvidence | undefined },
): Pick<PaymentAnswer, 'fieldEvidence'> {
  if (!evidence || channel.settings.mode !== 'test') return {};
  const fields = Object.entries(evidence).map(
    ([field, facts]) =>
      `${field} ${Object.entries(facts)
        .map((fact) => fact.join(' '))
        .join(', ')}`,
  );
  return { fieldEvidence: fields.join('; ') };
}
