/** From what happens to its notification (gateway-api.md, "Webhook notification object"). */
import { describe, expect, it } from 'vitest';
import { paymentChange, registrationChange } from '../tests/support/sample-events.ts';
import { notificationOf } from './notification.ts';

const answer = { id: 'it1' };

describe('a notification', () => {
  it('of a payment has its amount as a decimal string, in its currency', () => {
    expect(notificationOf(paymentChange('succeeded', {}, { answer }))).toEqual({
      type: 'PAYMENT',
      action: 'CREATED',
      payload: answer,
      presentationAmount: '92.00',
      presentationCurrency: 'EUR',
    });
  });

  it('of an operation names the payment that it is for', () => {
    const refund = paymentChange('succeeded', { type: 'RF', referenced_id: 'pa1' }, { answer });
    expect(notificationOf(refund)).toMatchObject({ type: 'PAYMENT', referencedId: 'pa1' });
  });

  it('of a registration is its answer', () => {
    const change = registrationChange('changed', {}, { answer, action: 'UPDATED' });
    expect(notificationOf(change)).toEqual({
      type: 'REGISTRATION',
      action: 'UPDATED',
      payload: answer,
    });
  });

  it.each([
    ['risk', 'RISK'],
    ['page_watch', 'PAGE_WATCH'],
    ['webhook', 'WEBHOOK'],
    ['schedule', 'SCHEDULE'],
  ] as const)('of %s is of the type %s', (subject, type) => {
    const shared = { channelId: 'channel1', merchantId: 'm1', at: 0, redirect: undefined };
    const made = { action: 'CREATED' as const, id: 'it1', begunAt: 0, answer };
    const change = { subject, ...made, ...shared };
    expect(notificationOf(change)).toEqual({ type, action: 'CREATED', payload: answer });
  });

  it('is none of what the API has no answer for: only events tell that', () => {
    expect(notificationOf(paymentChange('received'))).toBeUndefined();
  });
});
