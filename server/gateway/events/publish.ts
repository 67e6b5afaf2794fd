/**
 * Publishes what happens to payments and registrations. Called inside the transaction of each change,
 * after it; a notification carries what the API answers then.
 */
import { LRUCache } from 'lru-cache';
import { REGISTRATION } from '../../../contract/catalogue.ts';
import { isDirectDebit } from '../../../contract/other-brands.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type {
  PaymentDomainEvent,
  PaymentStage,
  RegistrationStage,
} from '../../notifications/domain-event.ts';
import { recordDomainEvent } from '../../notifications/record-event.ts';
import { channelNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { Registration } from '../../store/records/registration.ts';
import type { GatewayContext } from '../context.ts';
import {
  type Channel,
  existingChannel,
  isConnectivityTest,
  merchantAbove,
} from '../entities/index.ts';
import { redirectOf } from '../processors/index.ts';
import {
  existingPayment,
  findRegistration,
  isOutcomeUnknown,
  registrationOfPayment,
} from '../records/index.ts';
import { paymentAnswer } from './present/payment.ts';
import { registrationAnswer } from './present/registration.ts';

/** A payment as it was written, and as it was before. */
export interface PaymentStates {
  /** Undefined for one that is only received. */
  readonly before?: Payment;
  readonly after: Payment;
  /** Where it is known already. */
  readonly channel?: Channel;
  /** `merchantTransactionId` of the request that gives it up. */
  readonly discardReference?: string | null;
}

/** Publishes what happened to a payment, and to the registration that is asked for in it. */
export async function publishPaymentEvent(
  gateway: GatewayContext,
  trx: Transaction,
  stage: PaymentStage,
  { before, after, channel: known, discardReference = null }: PaymentStates,
): Promise<void> {
  const channel = known ?? (await existingChannel(trx, after.entityId));
  await recordDomainEvent(trx, {
    channelId: after.entityId,
    notificationUrl: after.notificationUrl,
    listsEvents: channel.settings.eventList,
    // Nothing was told before: only of charges it is told that they are received.
    isFirst: stage === 'received',
    async describe() {
      const where = await happenedIn(trx, channel);
      const redirect = redirectOf(gateway, after);
      const isAgreement = after.type === REGISTRATION;
      const isAnswered = !isAgreement && stage !== 'received' && stage !== 'discard_failed';
      // What an instance that died has left unanswered was never told of.
      const wasPublished =
        before !== undefined && (before.settledAt !== null || isOutcomeUnknown(before));
      const charge = await chargeOf(trx, after);
      const change: PaymentDomainEvent = {
        ...where,
        subject: 'payment',
        action: wasPublished ? 'UPDATED' : 'CREATED',
        stage,
        answer: isAnswered ? paymentAnswer(gateway, after, channel) : null,
        redirect,
        payment: after,
        before,
        charge,
        refunds: staysAsItWas(stage, after, charge) ? await refundsOf(trx, charge) : 'none',
        ...(isConnectivityTest(channel.settings, after.mode) && { testMode: 'INTERNAL' }),
        discardReference,
      };
      if (stage === 'discard_failed') return [change];
      const asked = await askedRegistration(trx, before ?? after, after);
      // The mandate of a debit holds once its bank has taken it, even if this debit fails.
      const isDebit = isDirectDebit(after.brand);
      const wasTaken = isDebit && before !== undefined && before.settledAt !== null;
      if (!asked || (wasTaken && !before.nextStep)) return isAgreement ? [] : [change];
      const of = isDebit && stage === 'confirmation' ? 'succeeded' : stage;
      const answer =
        of === 'succeeded' || of === 'failed' ? registrationAnswer(gateway, asked) : null;
      const isLost = after.registrationId === null;
      return [
        // Nothing is paid where a shopper only agrees.
        ...(isAgreement ? [] : [change]),
        {
          ...where,
          subject: 'registration',
          action: 'CREATED',
          stage: isLost ? 'refused' : OF_REGISTRATION[of],
          answer,
          redirect,
          registration: asked,
          payment: after,
        },
      ];
    },
  });
}

const OF_REGISTRATION: Readonly<
  Record<Exclude<PaymentStage, 'discard_failed'>, RegistrationStage>
> = {
  received: 'received',
  authentication: 'authentication',
  confirmation: 'confirmation',
  succeeded: 'usable',
  failed: 'refused',
};

/**
 * Publishes what happened to a registration that is no part of a payment.
 * @param answer what its request is answered; the registration itself when absent, null where there
 * is no answer yet
 */
export async function publishRegistrationEvent(
  gateway: GatewayContext,
  trx: Transaction,
  channel: Channel,
  registration: Registration,
  stage: RegistrationStage,
  answer: object | null = registrationAnswer(gateway, registration),
): Promise<void> {
  await recordDomainEvent(trx, {
    channelId: channel.id,
    notificationUrl: registration.notificationUrl,
    listsEvents: channel.settings.eventList,
    async describe() {
      const where = await happenedIn(trx, channel);
      return [
        {
          ...where,
          subject: 'registration',
          action: actionOf(stage),
          stage,
          answer,
          redirect: undefined,
          registration,
          payment: undefined,
        },
      ];
    },
  });
}

function actionOf(stage: RegistrationStage) {
  if (stage === 'deleted_by_merchant' || stage === 'life_ended') return 'DELETED';
  // A revoked one is still there: the merchant deletes it.
  return stage === 'changed' || stage.startsWith('revoked') ? 'UPDATED' : 'CREATED';
}

/** The PA, DB or CD that the chain of references begins with. */
async function chargeOf(trx: Transaction, payment: Payment): Promise<Payment> {
  let charge = payment;
  while (charge.referencedId !== null) charge = await existingPayment(trx, charge.referencedId);
  return charge;
}

/** Elsewhere the status of the charge follows from what happens. */
const staysAsItWas = (stage: PaymentStage, payment: Payment, charge: Payment): boolean =>
  stage === 'discard_failed' || (stage === 'failed' && payment.id !== charge.id);

async function refundsOf(
  trx: Transaction,
  charge: Payment,
): Promise<PaymentDomainEvent['refunds']> {
  const refunds = await trx
    .selectFrom('payments')
    .select('state')
    .where('type', '=', 'RF')
    .where('state', 'in', ['pending', 'succeeded'])
    .where((eb) =>
      eb.or([
        eb('referenced_id', '=', charge.id),
        eb(
          'referenced_id',
          'in',
          eb.selectFrom('payments as capture').select('id').where('referenced_id', '=', charge.id),
        ),
      ]),
    )
    .execute();
  if (refunds.some(({ state }) => state === 'pending')) return 'pending';
  return refunds.length > 0 ? 'done' : 'none';
}

/** The registration that the payment itself asks for, stored or not; undefined where it asks for none. */
async function askedRegistration(
  trx: Transaction,
  before: Payment,
  after: Payment,
): Promise<Registration | undefined> {
  const id = after.registrationId ?? before.registrationId;
  if (id === null) return undefined;
  const stored = await findRegistration(trx, id);
  // One that was there before has come with another request.
  if (stored) return stored.ndc === after.ndc ? stored : undefined;
  const isLost = after.registrationId === null;
  const resultCode = isLost ? RESULT.registrationWithoutAccountData : after.resultCode;
  const { card, cardFingerprint } = after;
  return registrationOfPayment(after, {
    id,
    card,
    cardFingerprint: cardFingerprint ?? '',
    resultCode,
  });
}

/** By channel: none ever moves to another merchant, and each payment asks for it twice. */
const KNOWN_MERCHANTS = new LRUCache<string, string>({ max: 1_000 });

/** Where and when something happens: the channel, its merchant, and the channel's time (epoch milliseconds). */
export async function happenedIn(trx: Transaction, channel: Channel) {
  const merchantId = KNOWN_MERCHANTS.get(channel.id) ?? (await merchantAbove(trx, channel));
  KNOWN_MERCHANTS.set(channel.id, merchantId);
  return {
    channelId: channel.id,
    merchantId,
    at: channelNow(channel.clockOffsetMs),
  };
}
