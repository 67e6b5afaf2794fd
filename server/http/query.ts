/** `/v3/query`: a payment with what is linked to it, and the payments of a period. */

import { toAmount } from '../../contract/currency.ts';
import { reportMoment } from '../../contract/parameter-rules.ts';
import { RESULT } from '../../contract/result-by-name.ts';
import { describeResult } from '../../contract/result-codes.ts';
import { presentListed, resultOf, timestamp } from '../gateway/events/index.ts';
import { ownPayment } from '../gateway/records/index.ts';
import { readServerParameters } from '../gateway/requests/index.ts';
import { freshnessOf } from '../reporting/daily-sums.ts';
import { findPayments } from '../reporting/find-payments.ts';
import { linkedPayments } from '../reporting/linked-payments.ts';
import type { Payment } from '../store/records/payment.ts';
import type { Context } from './context.ts';
import { refuseUnknownFilters } from './help/unknown-filters.ts';
import { type MerchantApi, READING } from './merchant-api.ts';
import { answerPayment } from './payments.ts';
import { queryPairs } from './request-values.ts';
import { type CsvRow, csvBody } from './streamed-body.ts';

export function queryRoutes(api: MerchantApi, context: Context): void {
  const { gateway, reader, envelope } = context;
  const { db } = gateway;

  api.get('/v3/query/:id', READING, async ({ id, query, channel }) => {
    const own = await channel();
    const read = readServerParameters(own, queryPairs(query), 'query.payment');
    const payment = await ownPayment(db, own, id);
    const answer = answerPayment(context, payment, own, read.ignored);
    if (read.parameters['includeLinkedTransactions'] !== 'true') return answer;
    const linked = await linkedPayments(db, payment);
    return {
      ...answer,
      body: { ...answer.body, records: linked.map((each) => presentListed(each, own)) },
    };
  });

  api.get('/v3/query', READING, async ({ query, channel, wantsCsv }) => {
    const own = await channel();
    const pairs = queryPairs(query);
    refuseUnknownFilters(own, pairs);
    const { parameters, ignored } = readServerParameters(own, pairs, 'query');
    const { 'date.to': to, merchantTransactionId } = parameters;
    // By a reference a merchant finds out, after an error, whether a payment was made.
    const isPeriod = to !== undefined && merchantTransactionId === undefined;
    const { payments, pages } = isPeriod
      ? await reader.read(freshnessOf(own, reportMoment(to)), (copy) =>
          findPayments(copy, own, parameters),
        )
      : await findPayments(db, own, parameters);
    if (wantsCsv()) return { body: csvBody(COLUMNS, payments.map(asRow), OWN_COLUMNS), ignored };
    const done = envelope(resultOf(RESULT.requestSucceeded));
    return {
      body: { ...done, pages, records: payments.map((payment) => presentListed(payment, own)) },
      ignored,
    };
  });
}

const OWN_COLUMNS = ['id', 'referencedId', 'timestamp', 'amount', 'result.code'];
const COLUMNS = [
  'id',
  'referencedId',
  'timestamp',
  'paymentType',
  'paymentBrand',
  'amount',
  'currency',
  'result.code',
  'result.description',
  'merchantTransactionId',
  'merchantInvoiceId',
  'registrationId',
  'card.bin',
  'card.last4Digits',
  'card.holder',
  'descriptor',
];

function asRow(payment: Payment): CsvRow {
  const { parameters, card } = payment;
  return {
    id: payment.id,
    referencedId: payment.referencedId ?? '',
    timestamp: timestamp(payment.createdAt),
    paymentType: payment.type,
    paymentBrand: payment.brand,
    amount: toAmount(payment.amount, payment.currency),
    currency: payment.currency,
    'result.code': payment.resultCode,
    'result.description': describeResult(payment.resultCode),
    merchantTransactionId: payment.merchantTransactionId ?? '',
    merchantInvoiceId: parameters['merchantInvoiceId'],
    registrationId: payment.registrationId ?? '',
    'card.bin': card?.bin,
    'card.last4Digits': card?.last4Digits,
    'card.holder': card?.holder,
    descriptor: parameters['descriptor'],
  };
}
