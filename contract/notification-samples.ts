/** A sample of each notification, with what the API would answer. Its ids are zeros. */

import type { NotificationType, PaymentNotification } from './notification.ts';
import { RESULT } from './result-by-name.ts';
import { describeResult } from './result-codes.ts';
import { SAMPLE_ID } from './sample-id.ts';

const AT = '2026-01-31 09:00:00+0000';
const resultOf = (code: string) => ({ code, description: describeResult(code) });
const envelopeOf = (code: string) => ({ result: resultOf(code), timestamp: AT, ndc: SAMPLE_ID });
const done = envelopeOf(RESULT.requestSucceeded);
const approved = envelopeOf(RESULT.approvedInternal);
const card = {
  bin: '420000',
  last4Digits: '0000',
  holder: 'Jane Jones',
  expiryMonth: '05',
  expiryYear: '2034',
};
const money = { amount: '92.00', currency: 'EUR' };
/** As `PAGE_WATCH`, `RISK` and `WEBHOOK` have it. */
const ofEntity = { id: SAMPLE_ID, entityId: SAMPLE_ID };

export const NOTIFICATION_SAMPLES: Readonly<Record<NotificationType, PaymentNotification>> = {
  PAYMENT: {
    type: 'PAYMENT',
    action: 'CREATED',
    payload: {
      id: SAMPLE_ID,
      paymentType: 'DB',
      paymentBrand: 'VISA',
      ...money,
      merchantTransactionId: 'order-4711',
      card,
      ...approved,
    },
    presentationAmount: money.amount,
    presentationCurrency: money.currency,
  },
  REGISTRATION: {
    type: 'REGISTRATION',
    action: 'CREATED',
    payload: { id: SAMPLE_ID, paymentBrand: 'VISA', card, ...approved },
  },
  SCHEDULE: {
    type: 'SCHEDULE',
    action: 'CREATED',
    payload: {
      id: SAMPLE_ID,
      registrationId: SAMPLE_ID,
      paymentType: 'DB',
      ...money,
      job: { expression: '0 0 6 1 * ?' },
      ...done,
    },
  },
  RISK: {
    type: 'RISK',
    action: 'CREATED',
    payload: {
      ...ofEntity,
      risk: {
        rule: 'address/hour',
        action: 'CHALLENGE',
        from: AT,
        until: '2026-01-31 10:00:00+0000',
      },
      ...done,
    },
  },
  PAGE_WATCH: {
    type: 'PAGE_WATCH',
    action: 'CREATED',
    payload: {
      ...ofEntity,
      pageWatch: {
        changes: [{ kind: 'NEW_SCRIPT', subject: 'https://cdn.example/new.js', at: AT }],
        more: 0,
      },
      ...done,
    },
  },
  WEBHOOK: {
    type: 'WEBHOOK',
    action: 'UPDATED',
    payload: {
      ...ofEntity,
      webhook: {
        id: SAMPLE_ID,
        kind: 'events',
        url: 'https://shop.example/events',
        state: 'FAILING',
        failingSince: AT,
        waiting: 243,
      },
      ...done,
    },
  },
};
