/** `POST /v1/checkouts`, `POST /v1/checkouts/{id}`, and the status that the merchant's server reads. */
import type { FastifyInstance } from 'fastify';
import { describeResult } from '../../contract/result-codes.ts';
import { PENDING_RESULT } from '../gateway/attempt.ts';
import {
  type Checkout,
  createCheckout,
  findCheckout,
  updateCheckout,
} from '../gateway/checkouts.ts';
import type { Channel } from '../gateway/entities.ts';
import { paymentOf } from '../gateway/read-checkout.ts';
import { noSuchCheckout } from '../gateway/refusal.ts';
import { type Context, pairsOf } from './app.ts';
import { tellIgnored } from './ignored-parameters.ts';
import { presentPayment, statusOf } from './present/payment.ts';

export interface CheckoutPath {
  Params: { id: string };
}

const CREATED = '000.200.100';
const UPDATED = '000.200.101';

export async function checkoutRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { gateway, release, envelope, channelOf } = context;
  const { db } = gateway;
  const result = (code: string) => ({ code, description: describeResult(code) });

  /** A checkout of another channel is none: it does not exist for this token. */
  const ownCheckout = async (channel: Channel, id: string): Promise<Checkout> => {
    const checkout = await findCheckout(db, id);
    if (checkout?.channel.id !== channel.id) throw noSuchCheckout();
    return checkout;
  };

  app.post('/v1/checkouts', async (request, reply) => {
    const channel = await channelOf(request);
    const created = await createCheckout(db, channel, release.id, pairsOf(request));
    const { checkoutId: id, parameters, ignored } = created;
    tellIgnored(reply, ignored);
    const integrity = parameters['integrity'] === 'true' && { integrity: release.integrity };
    return { ...envelope(result(CREATED), id), id, ...integrity };
  });

  app.post<CheckoutPath>('/v1/checkouts/:id', async (request, reply) => {
    const channel = await channelOf(request);
    const checkout = await ownCheckout(channel, request.params.id);
    const { checkoutId: id, ignored } = await updateCheckout(db, checkout, pairsOf(request));
    tellIgnored(reply, ignored);
    return { ...envelope(result(UPDATED), id), id };
  });

  app.get<CheckoutPath>('/v1/checkouts/:id/payment', async (request, reply) => {
    const channel = await channelOf(request);
    const checkout = await ownCheckout(channel, request.params.id);
    const payment = await paymentOf(db, checkout);
    reply.header('cache-control', 'no-store');
    if (!payment) return envelope(result(PENDING_RESULT), checkout.id);
    const { result: outcome, ...subject } = presentPayment(payment);
    reply.code(statusOf(payment));
    return { ...subject, ...envelope(outcome, payment.ndc) };
  });
}
