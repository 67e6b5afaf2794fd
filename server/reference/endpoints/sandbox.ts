/** `/sandbox`: what test channels have beside the API. */

import { AMOUNT, digits, oneOf, pattern, text } from '../../../contract/format.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { Endpoint } from '../endpoint.ts';
import { formatOf } from '../endpoint-parameters.ts';

const CHARGEBACK_REASON = pattern(
  '000\\.100\\.2[0-9]{2}',
  `the result code of a chargeback, ${RESULT.chargebackNoReason} to ${RESULT.chargebackUnspecified}`,
);

export const sandbox: readonly Endpoint[] = [
  {
    id: 'move-clock',
    method: 'POST',
    path: '/sandbox/clock',
    group: 'Sandbox',
    title: 'Move the clock of a test channel',
    description: 'Forward only. What that makes due is done within two seconds.',
    caller: 'server',
    named: ['entityId'],
    own: [{ name: 'advance', format: digits(1, 12), required: true }],
    answer: 'ChannelTime',
    sample: { advance: '60' },
  },
  {
    id: 'settle-payment',
    method: 'POST',
    path: '/sandbox/payments/{id}/settle',
    group: 'Sandbox',
    title: 'Decide a pending payment',
    description: 'Plays the bank that makes up its mind.',
    caller: 'server',
    named: ['entityId'],
    own: [{ name: 'result', format: oneOf('accept', 'decline'), required: true }],
    answer: 'Payment',
    failsWithPayment: true,
    about: 'payment',
    sample: { result: 'accept' },
  },
  {
    id: 'pay-voucher',
    method: 'POST',
    path: '/sandbox/payments/{id}/receipt',
    group: 'Sandbox',
    title: 'Pay a voucher',
    description:
      'Plays the bank or the shop where a voucher (Boleto, Pix, a bank transfer) is paid. The answer is a payment of type RC. Without an amount all that is left is paid. The same reference is the same payment, and is received once.',
    caller: 'server',
    named: ['entityId'],
    own: [
      { name: 'amount', format: AMOUNT },
      { name: 'reference', format: text(1, 255) },
    ],
    answer: 'Payment',
    failsWithPayment: true,
    about: 'payment',
    sample: { amount: '10.00' },
  },
  {
    id: 'charge-back',
    method: 'POST',
    path: '/sandbox/payments/{id}/chargeback',
    group: 'Sandbox',
    title: 'Charge a payment back',
    description:
      'Plays the cardholder’s bank that takes a DB, a CP or a captured PA back. The answer is a payment of type CB. Without an amount all that is left is taken.',
    caller: 'server',
    named: ['entityId'],
    own: [
      { name: 'amount', format: AMOUNT },
      { name: 'code', format: CHARGEBACK_REASON },
    ],
    answer: 'Payment',
    failsWithPayment: true,
    about: 'payment',
    sample: { amount: '10.00', code: RESULT.chargebackNotDelivered },
  },
  {
    id: 'revoke-registration',
    method: 'POST',
    path: '/sandbox/registrations/{id}/revoke',
    group: 'Sandbox',
    title: 'Revoke a stored card',
    description: `Plays its consumer or its provider. The registration reads ${RESULT.registrationRevoked} and pays nothing any more; it stays until it is deleted.`,
    caller: 'server',
    named: ['entityId'],
    own: [{ name: 'by', format: oneOf('consumer', 'provider'), required: true }],
    answer: 'AnyRegistration',
    about: 'registration',
    sample: { by: 'consumer' },
  },
  {
    id: 'update-registration',
    method: 'POST',
    path: '/sandbox/registrations/{id}/update',
    group: 'Sandbox',
    title: 'Update a stored card',
    description: 'Plays the scheme’s account updater: the card has got a new expiry.',
    caller: 'server',
    named: ['entityId'],
    own: [
      { name: 'card.expiryMonth', format: formatOf('card.expiryMonth'), required: true },
      { name: 'card.expiryYear', format: formatOf('card.expiryYear'), required: true },
    ],
    answer: 'Registration',
    about: 'registration',
    sample: { 'card.expiryMonth': '11', 'card.expiryYear': '2038' },
  },
  {
    id: 'disturb-connector',
    method: 'POST',
    path: '/sandbox/connector',
    group: 'Sandbox',
    title: 'Disturb the connector',
    description: 'Makes the simulator slow, silent or faulty for a test channel.',
    caller: 'server',
    named: ['entityId'],
    own: [
      {
        name: 'behaviour',
        format: oneOf('normal', 'slow', 'hang', 'fail', 'lose-answer'),
        required: true,
      },
    ],
    answer: 'Behaviour',
    sample: { behaviour: 'normal' },
  },
];
