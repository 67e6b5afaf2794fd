/** `/admin/v1/payments`: the list, the file, one payment, and what is done with it. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Operated, Page, PaymentItem } from '../../../contract/admin-api.ts';
import { audit } from '../../gateway/access/index.ts';
import { actorOf, type ConsoleContext, wantedChannels } from '../console-context.ts';
import { keyOf } from '../keyed.ts';
import { asFirstPayment } from '../payments/as-first-payment.ts';
import { exported } from '../payments/export.ts';
import { type Filter, PAYMENT_FILTER } from '../payments/filter.ts';
import { channelsOfPayments, findPayments } from '../payments/find-payments.ts';
import { OPERATIONS, type OperationName, operate } from '../payments/operate.ts';
import { ownPayment } from '../payments/own-payment.ts';
import { paymentDetail } from '../payments/payment-detail.ts';
import { presentItem } from '../payments/present.ts';
import { endpoint } from '../reference/endpoint.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

const QUERY = PAYMENT_FILTER.extend({ cursor: z.string().max(64).optional() });
const OPERATE = z.object({ amount: z.string().max(20).optional() });

const ABOUT: Readonly<Record<OperationName, { title: string; description: string }>> = {
  capture: { title: 'Captures a preauthorisation', description: 'Or a part of it.' },
  refund: {
    title: 'Refunds a payment',
    description:
      'Or a part of it. Above what the role may give back alone, another administrator has to approve it.',
  },
  reverse: {
    title: 'Reverses a payment',
    description: 'The whole of it. Taken money above what the role may give back alone is refused.',
  },
};

interface OfPayment {
  Params: { id: string };
}

export function paymentRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db, vault } = context.gateway;

  const channelsOf = async (session: SignedIn, { channel, id }: Filter) => {
    const having = id === undefined ? undefined : await channelsOfPayments(db, id);
    return wantedChannels(context, session, channel, having);
  };

  app.get(
    '/admin/v1/payments',
    endpoint({
      id: 'list-payments',
      group: 'Payments',
      title: 'Payments, latest first, 50 a page',
      needs: 'payments.read',
      query: { schema: QUERY, type: 'PaymentQuery' },
      answer: 'Page<PaymentItem>',
    }),
    async (request): Promise<Page<PaymentItem>> => {
      const session = context.signedIn(request);
      const { cursor, ...filter } = QUERY.parse(request.query);
      const channels = await channelsOf(session, filter);
      const { payments, next } = await findPayments(db, channels, filter, cursor);
      const shown = await asFirstPayment(db, payments);
      return { items: shown.map(presentItem), next };
    },
  );

  app.get(
    '/admin/v1/payments.csv',
    endpoint({
      id: 'export-payments',
      group: 'Payments',
      title: 'The payments of a filter as a file',
      needs: 'payments.export',
      query: { schema: PAYMENT_FILTER, type: 'PaymentFilter' },
      answer: 'csv',
    }),
    async (request, reply) => {
      const session = context.signedIn(request);
      const filter = PAYMENT_FILTER.parse(request.query);
      const channels = await channelsOf(session, filter);
      await audit(vault, db, {
        actor: actorOf(session),
        action: 'payments exported',
        subject: filter.channel ?? '',
        // Names and addresses of shoppers are not for the log.
        detail: { filters: Object.keys(filter) },
      });
      return (
        reply
          .type('text/csv; charset=utf-8')
          // The page names the file after the reader's days: a name here would win over its.
          .header('content-disposition', 'attachment')
          .send(exported(context.reader, channels, filter))
      );
    },
  );

  app.get<OfPayment>(
    '/admin/v1/payments/:id',
    endpoint({
      id: 'get-payment',
      group: 'Payments',
      title: 'One payment with its timeline',
      needs: 'payments.read',
      answer: 'PaymentDetail',
    }),
    async (request) => {
      const session = context.signedIn(request);
      const own = await ownPayment(context, session, request.params.id);
      return paymentDetail(context, session, own);
    },
  );

  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    app.post<OfPayment>(
      `/admin/v1/payments/:id/${name}`,
      endpoint({
        id: `${name}-payment`,
        group: 'Payments',
        ...ABOUT[name],
        needs: OPERATIONS[name].permission,
        body: { schema: OPERATE, type: 'Operate' },
        isKeyed: true,
        answer: 'Operated',
      }),
      async (request): Promise<Operated> => {
        const session = context.signedIn(request);
        const { amount } = OPERATE.parse(request.body ?? {});
        const own = await ownPayment(context, session, request.params.id);
        return operate(context, session, { ...own, name, amount, key: keyOf(request) });
      },
    );
  }
}
