/** The webhook notification object (gateway-api.md, "Webhook notification object"). */
import { toAmount } from '../../contract/currency.ts';
import type { PaymentNotification } from '../../contract/notification.ts';
import type { DomainEvent } from './domain-event.ts';

/** @returns undefined for what only events tell */
export function notificationOf(change: DomainEvent): PaymentNotification | undefined {
  const { action, answer: payload } = change;
  if (payload === null) return undefined;
  if (change.subject === 'risk') return { type: 'RISK', action, payload };
  if (change.subject === 'page_watch') return { type: 'PAGE_WATCH', action, payload };
  if (change.subject === 'webhook') return { type: 'WEBHOOK', action, payload };
  if (change.subject === 'schedule') return { type: 'SCHEDULE', action, payload };
  if (change.subject === 'registration') return { type: 'REGISTRATION', action, payload };
  const { amount, currency, referencedId } = change.payment;
  return {
    type: 'PAYMENT',
    action,
    payload,
    presentationAmount: toAmount(amount, currency),
    presentationCurrency: currency,
    ...(referencedId && { referencedId }),
  };
}
