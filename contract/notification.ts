/** The webhook notification object (gateway-api.md, "Webhook notification object"). */

/** PAYMENT, REGISTRATION and SCHEDULE as the family has them; the others are ours (docs/webhooks.md). */
export const NOTIFICATION_TYPES = [
  'PAYMENT',
  'REGISTRATION',
  'SCHEDULE',
  'RISK',
  'PAGE_WATCH',
  'WEBHOOK',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
export const isNotificationType = (name: string): name is NotificationType =>
  NOTIFICATION_TYPES.some((type) => type === name);

export type Action = 'CREATED' | 'UPDATED' | 'DELETED';

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
