/**
 * Tells whoever wants to know what happens to payments and registrations. Called inside the transaction
 * of each change, after it; what is told is what the API answers then.
 */
import { RESULT } from '../../../contract/result-by-name.ts';
import type {
  PaymentChange,
  PaymentStage,
  RegistrationStage,
} from '../../notifications/domain-event.ts';
import { recordChange } from '../../notifications/record-event.ts';
import { channelNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import type { PaymentRow, RegistrationRow } from '../../store/tables.ts';
import type { Gateway } from '../context.ts';
import { type Channel, findChannel, merchantAbove } from '../entities/entities.ts';
import { redirectOf } from '../processors/next-step.ts';
import { isUncertain, toPayment } from '../records/payments.ts';
import { toRegistration } from '../records/registrations.ts';
import { paymentAnswer, registrationAnswer } from './present/answers.ts';

/**
 * Tells of a payment, and of the registration that is asked for in it.
 * @param payment its row before the change; as it was inserted where it is new
 * @param discardReference `merchantTransactionId` of the request that gives it up
 */
export async function tellOfPayment(
  gateway: Gateway,
  trx: Transaction,
  payment: PaymentRow,
  stage: PaymentStage,
  discardReference: string | null = null,
): Promise<void> {
  await recordChange(trx, {
    channelId: payment.entity_id,
    notificationUrl: payment.notification_url,
    async describe() {
      const after = await paymentRow(trx, payment.id);
      const { channel, ...where } = await whereabouts(trx, payment.entity_id);
      const shown = toPayment(after);
      const redirect = redirectOf(gateway, shown);
      const isAnswered = stage !== 'received' && stage !== 'discard_failed';
      // What an instance that died has left unanswered was never told of.
      const wasTold =
        stage === 'discard_failed' || payment.settled_at !== null || isUncertain(payment);
      const charge = await chargeOf(trx, after);
      const change: PaymentChange = {
        ...where,
        subject: 'payment',
        action: wasTold ? 'UPDATED' : 'CREATED',
        stage,
        answer: isAnswered ? paymentAnswer(gateway, shown, channel) : null,
        redirect,
        payment: after,
        before: stage === 'received' ? undefined : payment,
        charge,
        refunds: staysAsItWas(stage, after, charge) ? await refundsOf(trx, charge) : 'none',
        discardReference,
      };
      if (stage === 'discard_failed') return [change];
      const asked = await askedRegistration(trx, payment, after);
      if (!asked) return [change];
      const answer =
        stage === 'succeeded' || stage === 'failed'
          ? registrationAnswer(gateway, toRegistration(asked))
          : null;
      const isLost = stage === 'succeeded' && after.registration_id === null;
      return [
        change,
        {
          ...where,
          subject: 'registration',
          action: 'CREATED',
          stage: isLost ? 'refused' : OF_REGISTRATION[stage],
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
 * Tells of a registration that is no part of a payment.
 * @param answer what its request is answered; the registration itself when absent, null where there
 * is no answer yet
 */
export async function tellOfRegistration(
  gateway: Gateway,
  trx: Transaction,
  channel: Channel,
  registration: RegistrationRow,
  stage: RegistrationStage,
  answer: object | null = registrationAnswer(gateway, toRegistration(registration)),
): Promise<void> {
  await recordChange(trx, {
    channelId: channel.id,
    notificationUrl: registration.notification_url,
    async describe() {
      const { channel: _, ...where } = await whereabouts(trx, channel.id);
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
  if (stage === 'deleted_by_merchant') return 'DELETED';
  // A revoked one is still there: the merchant deletes it.
  return stage === 'changed' || stage.startsWith('revoked') ? 'UPDATED' : 'CREATED';
}

async function whereabouts(trx: Transaction, channelId: string) {
  const channel = await findChannel(trx, channelId);
  if (!channel) throw new Error(`the channel ${channelId} is gone`);
  return {
    channel,
    channelId,
    merchantId: await merchantAbove(trx, channelId),
    at: channelNow(channel.clockOffsetMs),
  };
}

/** The PA, DB or CD that the chain of references begins with. */
async function chargeOf(trx: Transaction, payment: PaymentRow): Promise<PaymentRow> {
  let charge = payment;
  while (charge.referenced_id !== null) charge = await paymentRow(trx, charge.referenced_id);
  return charge;
}

/** Elsewhere the status of the charge follows from what happens. */
const staysAsItWas = (stage: PaymentStage, payment: PaymentRow, charge: PaymentRow): boolean =>
  stage === 'discard_failed' || (stage === 'failed' && payment.id !== charge.id);

async function refundsOf(trx: Transaction, charge: PaymentRow): Promise<PaymentChange['refunds']> {
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

const paymentRow = (trx: Transaction, id: string): Promise<PaymentRow> =>
  trx.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The registration that the payment itself asks for, stored or not; undefined where it asks for none. */
async function askedRegistration(
  trx: Transaction,
  before: PaymentRow,
  after: PaymentRow,
): Promise<RegistrationRow | undefined> {
  const id = after.registration_id ?? before.registration_id;
  if (id === null) return undefined;
  const stored = await trx
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  // One that was there before has come with another request.
  if (stored) return stored.ndc === after.ndc ? stored : undefined;
  const { entity_id, checkout_id, brand, card, card_fingerprint, parameters, ndc } = after;
  const isLost = after.registration_id === null;
  return {
    id,
    entity_id,
    checkout_id,
    brand,
    card,
    card_fingerprint: card_fingerprint ?? '',
    parameters,
    result_code: isLost ? RESULT.registrationWithoutAccountData : after.result_code,
    ndc,
    notification_url: after.notification_url,
    created_at: after.created_at,
    deleted_at: null,
    revoked_at: null,
    revoked_by: null,
  };
}
