/** A payment with all that a support agent asks of it. */
import type { PaymentDetail } from '../../../contract/admin-api.ts';
import { echoedParameters } from '../../../contract/parameters.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import type { Payment } from '../../store/records/payment.ts';
import { actorOf, type ConsoleContext } from '../console-context.ts';
import type { SignedIn } from '../sign-in/sessions.ts';
import { actionsOf, sumsOf } from './actions.ts';
import { approvalsOf } from './approvals.ts';
import { givenBack } from './given-back.ts';
import { presentItem } from './present.ts';
import { timelineOf } from './timeline.ts';

export async function paymentDetail(
  context: ConsoleContext,
  session: SignedIn,
  { payment, channel }: { readonly payment: Payment; readonly channel: Channel },
): Promise<PaymentDetail> {
  const { db } = context.gateway;
  const [timeline, approvals, given] = await Promise.all([
    timelineOf(db, payment),
    approvalsOf(db, payment),
    givenBack(db, payment, actorOf(session)),
  ]);
  const { card, parameters, settledAt } = payment;
  return {
    ...presentItem(payment),
    channelName: channel.name,
    settledAt: settledAt === null ? null : new Date(settledAt).toISOString(),
    checkoutId: payment.checkoutId,
    registrationId: payment.registrationId,
    bin: card?.bin ?? null,
    issuerCountry: payment.issuerCountry,
    expiry: card ? `${card.expiryMonth}/${card.expiryYear}` : null,
    descriptor: parameters['descriptor'] ?? null,
    parameters: Object.entries(echoedParameters(parameters)),
    resultDetails: Object.entries(payment.resultDetails),
    sums: sumsOf(payment),
    actions: actionsOf(context, session, channel, payment, given),
    approvals,
    timeline,
  };
}
