/** A payment with all that a support agent asks of it. */
import type { PaymentDetail } from '../../../contract/admin-api.ts';
import { echoedParameters } from '../../../contract/parameters.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import type { Database } from '../../store/database.ts';
import { toFields } from '../../store/records/column-names.ts';
import type { Payment } from '../../store/records/payment.ts';
import { actorOf, type ConsoleContext } from '../console-context.ts';
import type { SignedIn } from '../sign-in/sessions.ts';
import { actionsOf, type GoneBack, sumsOf } from './actions.ts';
import { approvalsOf } from './approvals.ts';
import { asFirstPayment } from './as-first-payment.ts';
import { givenBack } from './given-back.ts';
import { presentItem } from './present.ts';
import { timelineOf } from './timeline.ts';

export async function paymentDetail(
  context: ConsoleContext,
  session: SignedIn,
  { payment, channel }: { readonly payment: Payment; readonly channel: Channel },
): Promise<PaymentDetail> {
  const { db } = context.gateway;
  const [[shown = payment], timeline, approvals, given, parts] = await Promise.all([
    asFirstPayment(db, [payment]),
    timelineOf(db, payment),
    approvalsOf(db, payment),
    givenBack(db, payment, actorOf(session)),
    partsOf(db, payment),
  ]);
  const { card, issuerCountry } = shown;
  const { parameters, settledAt } = payment;
  return {
    ...presentItem(shown),
    channelName: channel.name,
    settledAt: settledAt === null ? null : new Date(settledAt).toISOString(),
    checkoutId: payment.checkoutId,
    registrationId: payment.registrationId,
    bin: card?.bin ?? null,
    issuerCountry,
    expiry: card ? `${card.expiryMonth}/${card.expiryYear}` : null,
    descriptor: parameters['descriptor'] ?? null,
    parameters: Object.entries(echoedParameters(parameters)),
    resultDetails: Object.entries(payment.resultDetails),
    sums: sumsOf(payment, parts),
    actions: actionsOf(context, session, channel, payment, given),
    approvals,
    timeline,
  };
}

/** Captures and receipts of a preauthorisation; of all else none. */
async function partsOf(db: Database, { id, type }: Payment): Promise<GoneBack[]> {
  if (type !== 'PA') return [];
  const rows = await db
    .selectFrom('payments')
    .select(['refunded', 'charged_back'])
    .where('referenced_id', '=', id)
    .where('type', 'in', ['CP', 'RC'])
    .execute();
  return rows.map(toFields);
}
