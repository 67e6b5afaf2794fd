/**
 * Publishes what concerns a channel and not one payment: card testing, changed payment pages, schedules. Only
 * notifications tell it. Called inside the transaction that writes it down.
 */
import { RESULT } from '../../../contract/result-by-name.ts';
import type { PageWatchDomainEvent, RiskDomainEvent } from '../../notifications/domain-event.ts';
import { recordDomainEvent } from '../../notifications/record-event.ts';
import type { Transaction } from '../../store/database.ts';
import type { Schedule } from '../../store/records/schedule.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import { newId } from '../ids.ts';
import { envelopeOf, resultOf, timestamp } from './present/envelope.ts';
import { scheduleAnswer } from './present/schedule.ts';
import { happenedIn } from './publish.ts';

/** What a notification tells of a rule that tripped: nothing of cards or shoppers. */
export interface RiskTrip {
  readonly rule: string;
  readonly action: 'challenge' | 'refuse';
  /** Of the payments that it refuses. */
  readonly resultCode: string;
  /** Its window, epoch milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** Publishes that a rule against card testing has tripped, once a window. */
export const publishRiskEvent = (
  gateway: GatewayContext,
  trx: Transaction,
  channel: Channel,
  { rule, action, resultCode, from, until }: RiskTrip,
): Promise<void> =>
  publishOf(gateway, trx, channel, 'risk', resultCode, {
    risk: { rule, action: action.toUpperCase(), from: timestamp(from), until: timestamp(until) },
  });

/** What a notification tells of payment pages that have changed. */
export interface PageChanges {
  /** Oldest first. */
  readonly changes: readonly {
    readonly kind: string;
    readonly subject: string;
    /** Epoch milliseconds. */
    readonly at: number;
  }[];
  /** How many there are besides. */
  readonly more: number;
}

/** Publishes what has changed on the payment pages of a channel. */
export const publishPageWatchEvent = (
  gateway: GatewayContext,
  trx: Transaction,
  channel: Channel,
  { changes, more }: PageChanges,
): Promise<void> =>
  publishOf(gateway, trx, channel, 'page_watch', RESULT.requestSucceeded, {
    pageWatch: {
      changes: changes.map(({ at, ...change }) => ({ ...change, at: timestamp(at) })),
      more,
    },
  });

/** Publishes a schedule that is made, or changed by another hand than that of its payments. */
export const publishScheduleEvent = (
  gateway: GatewayContext,
  trx: Transaction,
  channel: Channel,
  schedule: Schedule,
  action: 'CREATED' | 'UPDATED',
): Promise<void> =>
  recordDomainEvent(trx, {
    channelId: channel.id,
    notificationUrl: schedule.notificationUrl,
    async describe() {
      const where = await happenedIn(trx, channel);
      const answer = scheduleAnswer(gateway, schedule);
      const { id, createdAt: begunAt } = schedule;
      const message = { ...where, id, begunAt, answer, redirect: undefined };
      return [{ ...message, subject: 'schedule', action }];
    },
  });

function publishOf(
  { buildNumber }: GatewayContext,
  trx: Transaction,
  channel: Channel,
  subject: (RiskDomainEvent | PageWatchDomainEvent)['subject'],
  code: string,
  details: object,
): Promise<void> {
  return recordDomainEvent(trx, {
    channelId: channel.id,
    notificationUrl: null,
    async describe() {
      const where = await happenedIn(trx, channel);
      const id = newId();
      const answer = {
        id,
        entityId: channel.id,
        ...details,
        ...envelopeOf(buildNumber, resultOf(code), id),
      };
      return [{ ...where, subject, action: 'CREATED', id, answer, redirect: undefined }];
    },
  });
}
