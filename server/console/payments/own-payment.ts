/** A payment of a channel in sight. */
import { REGISTRATION } from '../../../contract/catalogue.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import { findPayment } from '../../gateway/records/index.ts';
import type { Payment } from '../../store/records/payment.ts';
import { notFound } from '../admin-failure.ts';
import { type ConsoleContext, channelsInSight } from '../console-context.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

/** @throws AdminFailure `not-found` for another merchant's, as for one that there is not */
export async function ownPayment(
  context: ConsoleContext,
  session: SignedIn,
  id: string,
): Promise<{ readonly payment: Payment; readonly channel: Channel }> {
  const payment = await findPayment(context.gateway.db, id);
  const channels = await channelsInSight(context, session);
  const channel = channels.find((own) => own.id === payment?.entityId);
  if (!payment || !channel || payment.type === REGISTRATION) throw notFound('payment');
  return { payment, channel };
}
