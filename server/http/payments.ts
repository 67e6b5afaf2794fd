/** `/v1/payments` and `/v1/query`: payments of the merchant's server, and the operations on them. */

import { REGISTRATION } from '../../contract/catalogue.ts';
import { RESULT } from '../../contract/result-by-name.ts';
import type { Channel } from '../gateway/entities/index.ts';
import {
  agreementAnswer,
  paymentAnswer,
  presentListed,
  resultOf,
  statusOf,
} from '../gateway/events/index.ts';
import { operateOn } from '../gateway/operations/index.ts';
import { ownAuthentication } from '../gateway/order/index.ts';
import { authenticate, createPayment } from '../gateway/payment/index.ts';
import { ownPayment, paymentsByMerchantTransaction } from '../gateway/records/index.ts';
import { readServerParameters } from '../gateway/requests/index.ts';
import type { Payment } from '../store/records/payment.ts';
import type { Context } from './context.ts';
import {
  BY_PAYMENT_TYPE,
  type MerchantAnswer,
  type MerchantApi,
  PAYMENTS,
  READING,
} from './merchant-api.ts';
import { queryPairs } from './request-values.ts';

/** A payment, or an agreement without one, as a whole answer. */
export function answerPayment(
  { gateway }: Context,
  payment: Payment,
  channel: Channel,
  ignored: readonly string[] = [],
): MerchantAnswer {
  const body =
    payment.type === REGISTRATION
      ? agreementAnswer(gateway, payment)
      : paymentAnswer(gateway, payment, channel);
  return { status: statusOf(payment), body, ignored };
}

export function paymentRoutes(api: MerchantApi, context: Context): void {
  const { gateway, envelope } = context;
  const { db } = gateway;

  api.post('/v1/payments', BY_PAYMENT_TYPE, async ({ pairs, subjectId, channel }) => {
    const own = await channel();
    const { payment, ignored } = await createPayment(gateway, own, pairs, subjectId);
    return answerPayment(context, payment, own, ignored);
  });

  api.post(
    '/v1/payments/:id',
    BY_PAYMENT_TYPE,
    async ({ id, pairs, subjectId, asker, channel }) => {
      const own = await channel();
      const operation = { id: subjectId, asker };
      const { payment, ignored } = await operateOn(gateway, own, id, pairs, operation);
      return answerPayment(context, payment, own, ignored);
    },
  );

  api.post('/v1/threeDSecure', PAYMENTS, async ({ pairs, subjectId, channel }) => {
    const own = await channel();
    const { payment, ignored } = await authenticate(gateway, own, pairs, subjectId);
    return answerPayment(context, payment, own, ignored);
  });

  api.get('/v1/threeDSecure/:id', READING, async ({ id, channel }) => {
    const own = await channel();
    return answerPayment(context, await ownAuthentication(db, own, id), own);
  });

  for (const url of ['/v1/payments/:id', '/v1/query/:id']) {
    api.get(url, READING, async ({ id, channel }) => {
      const own = await channel();
      return answerPayment(context, await ownPayment(db, own, id), own);
    });
  }

  api.get('/v1/query', READING, async ({ query, channel }) => {
    const own = await channel();
    const { parameters, ignored } = readServerParameters(own, queryPairs(query), 'query.order');
    const { merchantTransactionId = '' } = parameters;
    const payments = await paymentsByMerchantTransaction(db, own, merchantTransactionId);
    return {
      body: {
        ...envelope(resultOf(RESULT.requestSucceeded)),
        payments: payments.map((payment) => presentListed(payment, own)),
      },
      ignored,
    };
  });
}
