/**
 * What happened to a payment or a registration. Recorded in the transaction in which it happened
 * (`record-event.ts`); notifications and events are both made from it.
 */

import type { Action } from '../../contract/notification.ts';
import type { Redirect } from '../../contract/payment-answer.ts';
import type { Payment } from '../store/records/payment.ts';
import type { Registration } from '../store/records/registration.ts';

/**
 * Where a payment has got to.
 * - `received`: accepted, no connector was called yet. Its request has no answer, so only events tell it
 * - `authentication`: pending, the shopper has to go somewhere
 * - `confirmation`: pending, a provider decides
 * - `succeeded`, `failed`: decided
 * - `discard_failed`: the merchant gave it up too late; the payment is as before, only events tell it
 */
export type PaymentStage =
  | 'received'
  | 'authentication'
  | 'confirmation'
  | 'succeeded'
  | 'failed'
  | 'discard_failed';

/**
 * Where a registration has got to: with the payment that it is asked for in, or by itself.
 * `received`, `authentication` and `confirmation` are told by events only.
 */
export type RegistrationStage =
  | 'received'
  | 'authentication'
  | 'confirmation'
  | 'usable'
  | 'refused'
  | 'changed'
  | 'deleted_by_merchant'
  | 'revoked_by_consumer'
  | 'revoked_by_provider'
  | 'life_ended';

interface Happened {
  readonly action: Action;
  /** The channel in which it happened; of a webhook whichever entity has it. */
  readonly channelId: string;
  /** The merchant that the channel belongs to. */
  readonly merchantId: string;
  /** Epoch milliseconds, channel clock. */
  readonly at: number;
  /** What the API answers at this moment; null where there is no answer that tells it. */
  readonly answer: object | null;
  /** Where the shopper is sent, while the payment is pending. */
  readonly redirect: Redirect | undefined;
}

/** All types of payment, chargebacks (CB) among them. */
export interface PaymentDomainEvent extends Happened {
  readonly subject: 'payment';
  readonly stage: PaymentStage;
  /** The payment's row after the change. */
  readonly payment: Payment;
  /** The row before: tells by `next_step` and `end_code` what it waited for and why it was ended. */
  readonly before: Payment | undefined;
  /** What the chain of references began with: the PA or DB of a CP, RV, RF or CB, or the payment. */
  readonly charge: Payment;
  /** Of the charge and its captures: whether one waits for its provider, or else has succeeded. */
  readonly refunds: 'none' | 'pending' | 'done';
  /** Where it tries out a live channel without money. */
  readonly testMode?: 'INTERNAL';
  /** `merchantTransactionId` of the request that gives it up; null where there is none. */
  readonly discardReference: string | null;
}

export interface RegistrationDomainEvent extends Happened {
  readonly subject: 'registration';
  readonly stage: RegistrationStage;
  /** The row after the change. Of a registration that is not stored (yet): as it would be stored. */
  readonly registration: Registration;
  /** The payment that it is asked for in. */
  readonly payment: Payment | undefined;
}

/** A rule against card testing has tripped. Only notifications tell it. */
export interface RiskDomainEvent extends Happened {
  readonly subject: 'risk';
  /** Of this event alone. */
  readonly id: string;
}

/** Payment pages have changed. Only notifications tell it. */
export interface PageWatchDomainEvent extends Happened {
  readonly subject: 'page_watch';
  /** Of this event alone. */
  readonly id: string;
}

/** A receiver of messages fails, or has answered 410. Only notifications to other receivers tell it. */
export interface WebhookDomainEvent extends Happened {
  readonly subject: 'webhook';
  /** Of the subscription. */
  readonly id: string;
  /** When it was made, epoch milliseconds. */
  readonly begunAt: number;
}

/** A schedule was made, changed or has come to its end. Only notifications tell it. */
export interface ScheduleDomainEvent extends Happened {
  readonly subject: 'schedule';
  /** Of the schedule. */
  readonly id: string;
  /** When it was made, epoch milliseconds, channel clock. */
  readonly begunAt: number;
}

export type DomainEvent =
  | PaymentDomainEvent
  | RegistrationDomainEvent
  | ScheduleDomainEvent
  | RiskDomainEvent
  | PageWatchDomainEvent
  | WebhookDomainEvent;
