/** `/v1/query`, `/v3/query` and `/reports`. */

import { RESULT } from '../../../contract/result-by-name.ts';
import type { Endpoint } from '../endpoint.ts';
import { TODAY } from './samples.ts';

const QUERIES = 'Queries and reports';
const AGGREGATIONS = 'reconciliations/aggregations';

export const queries: readonly Endpoint[] = [
  {
    id: 'query-payment',
    method: 'GET',
    path: '/v1/query/{id}',
    group: QUERIES,
    title: 'Look up a payment',
    description: 'The same as reading a payment.',
    caller: 'server',
    named: ['entityId'],
    answer: 'Payment',
    failsWithPayment: true,
    about: 'payment',
  },
  {
    id: 'query-by-reference',
    method: 'GET',
    path: '/v1/query',
    group: QUERIES,
    title: 'Look up the payments of an order',
    description: `Latest first. Without any the answer is HTTP 400 with ${RESULT.transactionNotFound}.`,
    caller: 'server',
    operation: 'query.order',
    answer: 'PaymentList',
    sample: { merchantTransactionId: 'order-4711' },
  },
  {
    id: 'query-linked',
    method: 'GET',
    path: '/v3/query/{id}',
    group: QUERIES,
    title: 'Look up a payment with what is linked to it',
    description:
      'With includeLinkedTransactions=true the answer has records: the whole family of captures, reversals, refunds and chargebacks.',
    caller: 'server',
    operation: 'query.payment',
    answer: 'PaymentWithLinks',
    failsWithPayment: true,
    about: 'payment',
    sample: { includeLinkedTransactions: 'true' },
  },
  {
    id: 'query-period',
    method: 'GET',
    path: '/v3/query',
    group: QUERIES,
    title: 'List the payments of a period',
    description:
      'In the order in which they were made, in pages of up to 500. Both moments are included; at most 366 days.',
    caller: 'server',
    operation: 'query',
    answer: 'PaymentPage',
    csv: true,
    sample: {
      'date.from': `${TODAY} 00:00:00`,
      'date.to': `${TODAY} 23:59:59`,
      paymentTypes: 'PA,DB',
      limit: '10',
    },
  },
  {
    id: 'list-aggregations',
    method: 'GET',
    path: `/reports/v1/${AGGREGATIONS}`,
    group: QUERIES,
    title: 'List settlement batches',
    description:
      'A batch is one channel, one currency and one day, with its sums. Both days are included; at most a year.',
    caller: 'server',
    operation: 'aggregations',
    answer: 'Aggregations',
    csv: true,
    sample: { 'date.from': TODAY, 'date.to': TODAY },
  },
  {
    id: 'read-aggregation',
    method: 'GET',
    path: `/reports/v1/${AGGREGATIONS}/{id}`,
    group: QUERIES,
    title: 'Read the records of a batch',
    description: 'All of them, written while they are read.',
    caller: 'server',
    operation: 'aggregation',
    answer: 'Batch',
    csv: true,
    about: 'batch',
    sample: { sortValue: 'SettlementTxDate', sortOrder: 'DESC' },
  },
  {
    id: 'read-aggregation-page',
    method: 'GET',
    path: `/reports/v2/${AGGREGATIONS}/{id}`,
    group: QUERIES,
    title: 'Read the records of a batch in pages',
    description: 'A hundred records on a page.',
    caller: 'server',
    operation: 'aggregation.page',
    answer: 'BatchPage',
    csv: true,
    about: 'batch',
    sample: { pageNo: '1' },
  },
];
