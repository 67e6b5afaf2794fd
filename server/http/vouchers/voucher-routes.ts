/**
 * `/v1/vouchers`: a page of its own for each open voucher, and where the simulated bank leads its payer
 * back to. A visitor without a right token sees that the page is out of date, and nothing happens.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { findChannel } from '../../gateway/entities/index.ts';
import { leftOf, receive } from '../../gateway/operations/index.ts';
import {
  connectorOf,
  isToken,
  redirectOf,
  type TokenUse,
  voucherReturnUrl,
} from '../../gateway/processors/index.ts';
import { findPayment } from '../../gateway/records/index.ts';
import type { Payment } from '../../store/records/payment.ts';
import {
  confirmationPages,
  resultUrlOf,
  type StepRequest,
  type StepRoute,
} from '../confirmation-pages.ts';
import type { Context } from '../context.ts';
import { outcomeText } from '../present/confirmation.ts';
import { pairsOf, single } from '../request-values.ts';
import { sendShopperPage } from '../shopper-page/shopper-page.ts';
import { sendVoucherPage } from './voucher-page.ts';
import { voucherView } from './voucher-view.ts';

/** Where the simulated bank takes money for a voucher; undefined where there is none. */
export async function bankAddress(
  { gateway }: Pick<Context, 'gateway'>,
  payment: Payment,
): Promise<string | undefined> {
  const { reference, currency, entityId, id } = payment;
  const channel = await findChannel(gateway.db, entityId);
  const request = connectorOf(gateway, payment).sandbox?.voucherPage({
    reference,
    brand: payment.brand,
    amount: leftOf(payment),
    currency,
    merchant: payment.parameters['merchant.name'] ?? channel?.name ?? '',
    returnUrl: voucherReturnUrl(gateway, id),
  });
  if (!request) return undefined;
  const query = request.parameters.map(({ name, value }) => [name, value]);
  return `${request.url}?${new URLSearchParams(query)}`;
}

export function voucherRoutes(app: FastifyInstance, context: Context): void {
  const { gateway } = context;
  const { pageFor, refuse } = confirmationPages(context);

  const paymentOf = async ({ params: { id, token } }: StepRequest, use: TokenUse) =>
    isToken(gateway, id, use, token) ? findPayment(gateway.db, id) : undefined;

  /** What became of it, and the way to the shop. */
  const say = async (reply: FastifyReply, request: StepRequest, payment: Payment, key: string) => {
    const { page, word } = await pageFor(request, payment);
    const { nameKey, name = payment.brand } = OTHER_BRANDS.get(payment.brand) ?? {};
    const title = nameKey ? word(nameKey) : name;
    return sendShopperPage(reply, { ...page, title, step: 'over', text: word(key) });
  };

  app.get<StepRoute>(
    '/v1/vouchers/:id/start/:token',
    { helmet: false, exposeHeadRoute: false },
    async (request, reply) => {
      const payment = await paymentOf(request, 'start');
      if (!payment) return refuse(reply, request, 'unknown');
      if (!redirectOf(gateway, payment)) return say(reply, request, payment, outcomeText(payment));
      const { page, word } = await pageFor(request, payment);
      const channel = await findChannel(gateway.db, payment.entityId);
      const bank = await bankAddress(context, payment);
      const result = resultUrlOf(payment);
      return sendVoucherPage(reply, {
        ...page,
        word,
        view: voucherView(payment, { language: page.language, word }),
        merchant: payment.parameters['merchant.name'] ?? channel?.name ?? '',
        links: [
          ...(bank ? [{ url: bank, label: word('voucherPayTest') }] : []),
          ...(result ? [{ url: result, label: word('backToShop') }] : []),
        ],
      });
    },
  );

  // The bank signs what it says: the address proves nothing.
  app.get<StepRoute>(
    '/v1/vouchers/:id/return/:token',
    { helmet: false, exposeHeadRoute: false },
    async (request, reply) => {
      const payment = await paymentOf(request, 'return');
      if (!payment) return refuse(reply, request, 'unknown');
      const sent = [...Object.entries(request.query), ...pairsOf(request)];
      const returned = Object.fromEntries(
        sent.map(([name, value]) => [name, single(value) ?? ''] as const),
      );
      const { sandbox } = connectorOf(gateway, payment);
      const receipt = sandbox?.readReceipt(payment, returned);
      if (!receipt) return refuse(reply, request, 'forged');
      const isTaken = await receive(gateway, payment, receipt);
      const after = (await findPayment(gateway.db, payment.id)) ?? payment;
      return say(reply, request, after, isTaken ? outcomeText(after) : 'voucherReturned');
    },
  );
}
