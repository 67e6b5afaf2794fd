/** Captures, refunds and reversals, by the gateway's own operations, once for each key. */
import type { Operated } from '../../../contract/admin-api.ts';
import { toAmount, toMinorUnits } from '../../../contract/currency.ts';
import { AMOUNT, accepts } from '../../../contract/format.ts';
import { appendAudit } from '../../gateway/access/index.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import { operateOn } from '../../gateway/operations/index.ts';
import type { Transaction } from '../../store/database.ts';
import type { Payment } from '../../store/records/payment.ts';
import { AdminFailure, invalid } from '../admin-failure.ts';
import { actorOf, type ConsoleContext } from '../console-context.ts';
import { once } from '../keyed.ts';
import type { SignedIn } from '../sign-in/sessions.ts';
import { leftOf } from './actions.ts';
import { askForApproval } from './approvals.ts';
import { asFirstPayment } from './as-first-payment.ts';
import { AboveLimit, refuseAboveLimit } from './given-back.ts';
import { presentItem } from './present.ts';

export const OPERATIONS = {
  capture: { type: 'CP', permission: 'payments.capture' },
  refund: { type: 'RF', permission: 'payments.refund' },
  reverse: { type: 'RV', permission: 'payments.reverse' },
} as const;
export type OperationName = keyof typeof OPERATIONS;

export interface Wanted {
  readonly channel: Channel;
  readonly payment: Payment;
  readonly name: OperationName;
  /** Decimal; all that is left where undefined. */
  readonly amount?: string | undefined;
  /** Of the header `idempotency-key`. */
  readonly key: string;
}

/** @throws AdminFailure where the gateway refuses, or the processor has declined */
export async function operate(
  context: ConsoleContext,
  session: SignedIn,
  wanted: Wanted,
): Promise<Operated> {
  const { payment, name, key, amount } = wanted;
  const units = unitsOf(wanted);
  const request = JSON.stringify([payment.id, name, amount ?? null]);
  return once(context, session, key, request, async (id) => {
    try {
      return { payment: await carryOut(context, session, wanted, units, id) };
    } catch (error) {
      if (!(error instanceof AboveLimit) || name !== 'refund') throw error;
      return { approval: await askForApproval(context, session, payment, units, id) };
    }
  });
}

function unitsOf({ payment, name, amount }: Wanted): number {
  const { currency } = payment;
  if (name === 'reverse') {
    if (amount !== undefined) throw invalid('amount', 'is not for a reversal: it is of the whole');
    return payment.amount;
  }
  const units = amount === undefined ? leftOf(payment) : inUnits(amount, currency);
  if (units === undefined) throw invalid('amount', `must be an amount in ${currency}`);
  if (units === 0) throw invalid('amount', 'must be more than nothing');
  return units;
}

/** Of what the API would take: what it cannot write is never counted. */
const inUnits = (amount: string, currency: string): number | undefined =>
  accepts(AMOUNT, amount) ? toMinorUnits(amount, currency) : undefined;

/**
 * @param id of the operation: the same one whenever the request is made
 * @param within what is written in the transaction that begins it
 * @throws AboveLimit where it gives back more than the administrator may alone
 */
export async function carryOut(
  context: ConsoleContext,
  session: SignedIn,
  { channel, payment, name }: Pick<Wanted, 'channel' | 'payment' | 'name'>,
  units: number,
  id: string,
  within?: (trx: Transaction) => Promise<void>,
) {
  const { gateway } = context;
  const { type } = OPERATIONS[name];
  const { currency } = payment;
  const pairs: [string, string][] = [['paymentType', type]];
  if (name !== 'reverse') pairs.push(['amount', toAmount(units, currency)], ['currency', currency]);
  const asker = actorOf(session);
  const answered = await operateOn(gateway, channel, payment.id, pairs, {
    ...{ id, asker },
    async within(trx) {
      if (name !== 'capture') await refuseAboveLimit(context, session, trx, payment, units);
      await within?.(trx);
      // The gateway notes itself what gives money back.
      if (name !== 'capture') return;
      await appendAudit(gateway.vault, trx, {
        actor: asker,
        action: 'capture',
        subject: payment.id,
        detail: { operation: id, amount: toAmount(units, currency), currency },
      });
    },
  });
  const [shown = answered.payment] = await asFirstPayment(gateway.db, [answered.payment]);
  const item = presentItem(shown);
  if (item.state === 'failed') {
    throw new AdminFailure('refused', item.resultDescription, { code: item.resultCode });
  }
  return item;
}
