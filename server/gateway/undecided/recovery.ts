/** What nothing else ends: payments in doubt after their lease, and pending ones whose time is over. */

import { RESULT } from '../../../contract/result-by-name.ts';
import { isPending } from '../../../contract/result-codes.ts';
import type { ConnectorAnswer } from '../../connectors/connector.ts';
import { databaseNow, inTransaction, skipLocked } from '../../store/dialect.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { existingChannel } from '../entities/index.ts';
import { forEach } from '../for-each.ts';
import { newId } from '../ids.ts';
import { holding, leaseEnd, settleOrStepUp } from '../payment/index.ts';
import { connectorOf } from '../processors/index.ts';
import { isOutcomeUnknown } from '../records/index.ts';
import { endPending } from './finish-payment.ts';
import { markOutcomeUnknown, OUTCOME_UNKNOWN_PAUSE_MS } from './unknown-outcome.ts';

/** Payments that one pass takes at most. */
const BATCH = 50;

/**
 * One pass: takes the payments whose lease is over, asks the connector by our reference, and settles
 * each: with its outcome where it is known there, as cancelled where it never arrived.
 * @returns how many payments were cleared
 */
export async function recoverPayments(gateway: GatewayContext): Promise<number> {
  // Together: one processor that does not answer must not hold up the payments of the others.
  // Those that fail keep their lease, and are tried again when it is over.
  return forEach(await takeOverdue(gateway), (payment) => clear(gateway, payment));
}

async function clear(gateway: GatewayContext, payment: Payment): Promise<void> {
  const channel = await existingChannel(gateway.db, payment.entityId);
  try {
    await holding(gateway, payment, async () =>
      settleOrStepUp(gateway, payment, channel, await outcomeAt(gateway, payment)),
    );
  } catch (error) {
    await markOutcomeUnknown(gateway, payment, channel.clockOffsetMs);
    throw error;
  }
}

/** @throws Error where the connector knows nothing, and cannot give it up without harm */
async function outcomeAt(gateway: GatewayContext, payment: Payment): Promise<ConnectorAnswer> {
  const connector = connectorOf(gateway, payment);
  // One that does not answer is asked to cancel: it may know a way that does no harm.
  const known = await connector.ask(payment.reference).catch(() => undefined);
  // What was being ended, or had its shopper back, is not left waiting once more.
  const wasPending = payment.endCode !== null || payment.nextStep !== undefined;
  const isDecided = known && !(wasPending && isPending(known.resultCode));
  return isDecided ? known : connector.cancel(payment.reference, payment.endCode ?? undefined);
}

function takeOverdue(gateway: GatewayContext): Promise<Payment[]> {
  return inTransaction(gateway.db, async (trx) => {
    const due = await skipLocked(
      trx
        .selectFrom('payments')
        .selectAll()
        .where('state', '=', 'in_doubt')
        .where('lease_until', '<=', databaseNow(trx))
        .orderBy('lease_until')
        .limit(BATCH),
    ).execute();
    const taken = due.map((row) => ({ ...paymentFromRow(row), leaseToken: newId() }));
    for (const payment of taken) {
      const lease_until = isOutcomeUnknown(payment)
        ? databaseNow(trx, OUTCOME_UNKNOWN_PAUSE_MS)
        : leaseEnd(gateway, trx, payment);
      await trx
        .updateTable('payments')
        .set({ lease_until, lease_token: payment.leaseToken })
        .where('id', '=', payment.id)
        .execute();
    }
    return taken;
  });
}

/**
 * Ends pending payments whose time is over: shoppers who never came back, banks that never decided.
 * @returns how many were ended
 */
export async function endOverduePayments(gateway: GatewayContext): Promise<number> {
  const due = await gateway.db
    .selectFrom('payments')
    .innerJoin('entities', 'entities.id', 'payments.entity_id')
    .select(['payments.id', 'payments.due_at'])
    .where('payments.state', '=', 'pending')
    .where('due_at', 'is not', null)
    .where((eb) => eb('due_at', '<=', eb('clock_offset_ms', '+', databaseNow(gateway.db))))
    .orderBy('due_at')
    .limit(BATCH)
    .execute();
  // A shopper who comes back meanwhile may have led to a bank that takes days: its time is not over.
  return forEach(due, ({ id, due_at }) =>
    endPending(gateway, id, RESULT.pendingTimedOut, { only: (eb) => eb('due_at', '=', due_at) }),
  );
}
