/** The webhook notification object (gateway-api.md, "Webhook notification object"). */
import { toAmount } from '../../contract/currency.ts';
import type { Action, DomainEvent } from './domain-event.ts';

export const NOTIFICATION_TYPES = [
  'PAYMENT',
  'REGISTRATION',
  'SCHEDULE',
  'RISK',
  'PAGE_WATCH',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export interface PaymentNotification {
  readonly type: NotificationType;
  readonly action: Action;
  /** What the API answers at this moment. */
  readonly payload: object;
  /** Decimal, as the request had it. */
  readonly presentationAmount?: string;
  readonly presentationCurrency?: string;
  readonly referencedId?: string;
}

/** @returns undefined for what only events tell */
export function notificationOf(change: DomainEvent): PaymentNotification | undefined {
  const { action, answer: payload } = change;
  if (payload === null) return undefined;
  if (change.subject === 'risk') return { type: 'RISK', action, payload };
  if (change.subject === 'page_watch') return { type: 'PAGE_WATCH', action, payload };
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
