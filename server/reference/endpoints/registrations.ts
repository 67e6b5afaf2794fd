/** `/v1/registrations`: stored cards. */
import type { Endpoint } from '../endpoint.ts';
import { CARD, MONEY } from './samples.ts';

export const registrations: readonly Endpoint[] = [
  {
    id: 'create-registration',
    method: 'POST',
    path: '/v1/registrations',
    group: 'Registrations',
    title: 'Store a card',
    description:
      'Or a bank account, with paymentBrand=DIRECTDEBIT_SEPA and bankAccount.*; or a wallet or bank that can be stored, with shopperResultUrl: its shopper is sent to its page, and the id is good once the brand says yes. The id is a token for later payments. A CVV is checked and never kept.',
    caller: 'server',
    operation: 'registration',
    answer: 'AnyRegistration',
    sample: CARD,
  },
  {
    id: 'read-registration',
    method: 'GET',
    path: '/v1/registrations/{id}',
    group: 'Registrations',
    title: 'Read a stored card',
    description: 'As it is now: with its latest expiry date, or revoked.',
    caller: 'server',
    named: ['entityId'],
    answer: 'AnyRegistration',
    about: 'registration',
  },
  {
    id: 'delete-registration',
    method: 'DELETE',
    path: '/v1/registrations/{id}',
    group: 'Registrations',
    title: 'Delete a stored card',
    description: 'The card is forgotten; payments that were made with it stay.',
    caller: 'server',
    named: ['entityId', 'testMode'],
    answer: 'RegistrationDeletion',
    about: 'registration',
  },
  {
    id: 'extend-life-of-registration',
    method: 'POST',
    path: '/v1/registrations/{id}/extendlife',
    group: 'Registrations',
    title: 'Keep a stored card longer',
    description:
      'A stored card is forgotten 14 months after its last one; with this, 24 months later than that. Asked for again, it stays at that.',
    caller: 'server',
    named: ['entityId', 'testMode'],
    answer: 'ExtendedRegistration',
    about: 'registration',
    sample: {},
  },
  {
    id: 'pay-with-registration',
    method: 'POST',
    path: '/v1/registrations/{id}/payments',
    group: 'Registrations',
    title: 'Pay with a stored card',
    description:
      'Recurring and card-on-file payments. The shopper is not there, so there is no CVV.',
    caller: 'server',
    operation: 'registration.payment',
    answer: 'Payment',
    failsWithPayment: true,
    about: 'registration',
    sample: { ...MONEY, paymentType: 'DB', recurringType: 'REPEATED' },
  },
];
