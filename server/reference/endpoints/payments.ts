/** `/v1/payments`: server to server. */
import type { Endpoint } from '../endpoint.ts';
import { CARD, MONEY } from './samples.ts';

export const payments: readonly Endpoint[] = [
  {
    id: 'create-payment',
    method: 'POST',
    path: '/v1/payments',
    group: 'Payments',
    title: 'Pay',
    description:
      'PA reserves an amount, DB charges it, CD pays it out. A payment that failed is HTTP 400 with its result; a request that is wrong is HTTP 400 with parameterErrors.',
    caller: 'server',
    operation: 'payment',
    answer: 'Payment',
    failsWithPayment: true,
    sample: { ...MONEY, paymentType: 'PA', ...CARD, 'card.cvv': '123' },
  },
  {
    id: 'refer-to-payment',
    method: 'POST',
    path: '/v1/payments/{id}',
    group: 'Payments',
    title: 'Capture, reverse, refund',
    description:
      'CP takes a reserved amount, in parts if wanted; RV undoes a PA or DB before the channel’s cut-off; RF gives back, in parts if wanted.',
    caller: 'server',
    operation: 'reference',
    answer: 'Payment',
    failsWithPayment: true,
    about: 'payment',
    sample: { ...MONEY, paymentType: 'CP' },
  },
  {
    id: 'read-payment',
    method: 'GET',
    path: '/v1/payments/{id}',
    group: 'Payments',
    title: 'Read a payment',
    description: 'A payment as it is now.',
    caller: 'server',
    named: ['entityId'],
    answer: 'Payment',
    failsWithPayment: true,
    about: 'payment',
  },
];
