/**
 * Notes that a chargeback was answered. It is answered at the processor, with what proves the sale; here is
 * kept when, by whom and under which reference, so that no agent answers it twice.
 */
import type { ChargebackItem } from '../../../contract/admin-api.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import { monthsBefore } from '../../gateway/retention/index.ts';
import { channelNow, realNow } from '../../store/clock.ts';
import { inTransaction } from '../../store/dialect.ts';
import { type ChargebackAnswer, type Payment, paymentToRow } from '../../store/records/payment.ts';
import { AdminFailure, invalid, notFound } from '../admin-failure.ts';
import { type ConsoleContext, noteInAudit } from '../console-context.ts';
import { ownPayment } from '../payments/own-payment.ts';
import type { SignedIn } from '../sign-in/sessions.ts';
import { presentChargeback } from './find-chargebacks.ts';

interface OwnChargeback {
  readonly payment: Payment;
  readonly channel: Channel;
}

/** @throws AdminFailure `not-found` for another merchant's, and for a payment of another type */
async function ownChargeback(
  context: ConsoleContext,
  session: SignedIn,
  id: string,
): Promise<OwnChargeback> {
  const own = await ownPayment(context, session, id);
  if (own.payment.type !== 'CB') throw notFound('chargeback');
  return own;
}

/**
 * The same note again changes nothing.
 * @throws AdminFailure `conflict` where it was answered before, under another note or by another administrator
 */
export async function answerChargeback(
  context: ConsoleContext,
  session: SignedIn,
  id: string,
  text: string | undefined,
): Promise<ChargebackItem> {
  const note = text || null;
  const own = await ownChargeback(context, session, id);
  const { personalDataMonths } = own.channel.settings.retention;
  // Nothing would erase it: what is older has been gone through.
  if (note && own.payment.createdAt < monthsBefore(realNow(), personalDataMonths)) {
    throw invalid('note', 'is not kept: the time for personal data of this payment is over');
  }
  const { chargebackAnswer: before } = own.payment;
  if (before && (before.by !== session.name || before.note !== note)) throw changedMeanwhile();
  if (before) return presentChargeback(context.gateway.db, own.channel, own.payment);
  const at = channelNow(own.channel.clockOffsetMs);
  return replaceAnswer(context, session, own, { at, by: session.name, note });
}

/**
 * One that was taken back already stays so.
 * @param at of the answer that the administrator has seen, epoch milliseconds
 * @throws AdminFailure `conflict` where another answer is noted by now
 */
export async function takeAnswerBack(
  context: ConsoleContext,
  session: SignedIn,
  id: string,
  at: number,
): Promise<ChargebackItem> {
  const own = await ownChargeback(context, session, id);
  const { chargebackAnswer: before } = own.payment;
  if (!before) return presentChargeback(context.gateway.db, own.channel, own.payment);
  if (before.at !== at) throw changedMeanwhile();
  return replaceAnswer(context, session, own, undefined);
}

const changedMeanwhile = () =>
  new AdminFailure('conflict', 'another administrator has changed its answer meanwhile');

/**
 * In place of the answer that was read, and of no other. The note itself is not in the audit log, which keeps
 * what it is told for ever.
 */
async function replaceAnswer(
  context: ConsoleContext,
  session: SignedIn,
  { payment, channel }: OwnChargeback,
  chargebackAnswer: ChargebackAnswer | undefined,
): Promise<ChargebackItem> {
  const { db } = context.gateway;
  const { chargeback_answer: before = null } = paymentToRow({
    chargebackAnswer: payment.chargebackAnswer,
  });
  await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('payments')
      .set(paymentToRow({ chargebackAnswer }))
      .where('id', '=', payment.id)
      .where('chargeback_answer', before === null ? 'is' : '=', before)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw changedMeanwhile();
    await noteInAudit(context, trx, session, {
      action: chargebackAnswer ? 'chargeback answered' : 'answer of a chargeback taken back',
      subject: payment.id,
      detail: { payment: payment.referencedId },
    });
  });
  return presentChargeback(db, channel, { ...payment, chargebackAnswer });
}
