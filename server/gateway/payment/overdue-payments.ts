/** Ends pending payments whose time is over: shoppers who never came back, banks that never decided. */
import { RESULT } from '../../../contract/result-by-name.ts';
import { databaseNow } from '../../store/dialect.ts';
import type { GatewayContext } from '../context.ts';
import { forEach } from '../for-each.ts';
import { endPending } from './finish-payment.ts';

/** Payments that one pass takes at most. */
const BATCH = 50;

/** @returns how many were ended */
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
