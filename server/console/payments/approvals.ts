/** Four eyes: a refund above a role's limit waits for another administrator. */
import type { Approval, ApprovalObstacle } from '../../../contract/admin-api.ts';
import { toAmount } from '../../../contract/currency.ts';
import { appendAudit } from '../../gateway/access/index.ts';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { type FieldsOf, toFields } from '../../store/records/column-names.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { ConsoleApprovalRow } from '../../store/tables.ts';
import { AdminFailure, notFound } from '../admin-failure.ts';
import { actorOf, type ConsoleContext, channelsInSight } from '../console-context.ts';
import type { SignedIn } from '../sign-in/sessions.ts';
import { leftOf } from './actions.ts';
import { paymentsById } from './payments-by-id.ts';

const MOST_SHOWN = 200;

export type OwnApproval = FieldsOf<ConsoleApprovalRow>;

/** @param payment that is to be refunded; not needed where it was decided */
export function presentApproval(
  { entityId: _, amount, askedAt, ...approval }: OwnApproval,
  payment?: Payment,
): Approval {
  const obstacle =
    approval.state === 'waiting' && payment ? obstacleTo(payment, amount) : undefined;
  return {
    ...approval,
    amount: toAmount(amount, approval.currency),
    askedAt: new Date(askedAt).toISOString(),
    ...(obstacle && { obstacle }),
  };
}

/**
 * What has become of a payment since its refund was asked for. An operation that is under way is no obstacle: it may
 * fail.
 * @param units in smallest units
 */
function obstacleTo(payment: Payment, units: number): ApprovalObstacle | undefined {
  if (payment.state !== 'succeeded') return 'not-paid';
  if (payment.reversed > 0) return 'reversed';
  if (leftOf({ ...payment, reserved: 0 }) >= units) return undefined;
  return payment.chargedBack > 0 ? 'charged-back' : 'too-little-left';
}

/** @param id of the approval, and of the refund that it may become */
export async function askForApproval(
  { gateway }: ConsoleContext,
  session: SignedIn,
  payment: Payment,
  units: number,
  id: string,
): Promise<Approval> {
  const row: ConsoleApprovalRow = {
    ...{ id, payment_id: payment.id, entity_id: payment.entityId, amount: units },
    ...{ currency: payment.currency, state: 'waiting', asked_by: session.name },
    ...{ asked_at: realNow(), decided_by: null },
  };
  await inTransaction(gateway.db, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('console_approvals')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return;
    await appendAudit(gateway.vault, trx, {
      actor: actorOf(session),
      action: 'refund asked for',
      subject: payment.id,
      detail: { approval: id, amount: toAmount(units, payment.currency), currency: row.currency },
    });
  });
  return presentApproval(toFields(row), payment);
}

export async function waitingApprovals(
  context: ConsoleContext,
  session: SignedIn,
): Promise<Approval[]> {
  const channels = await channelsInSight(context, session);
  if (channels.length === 0) return [];
  const rows = await context.gateway.db
    .selectFrom('console_approvals')
    .selectAll()
    .where(
      'entity_id',
      'in',
      channels.map(({ id }) => id),
    )
    .where('state', '=', 'waiting')
    .orderBy('asked_at')
    .limit(MOST_SHOWN)
    .execute();
  const payments = await paymentsById(
    context.gateway.db,
    rows.map(({ payment_id: id }) => id),
  );
  return rows.map((row) => presentApproval(toFields(row), payments.get(row.payment_id)));
}

/** All that were ever asked for, in that order. */
export async function approvalsOf(db: Database, payment: Payment): Promise<Approval[]> {
  const rows = await db
    .selectFrom('console_approvals')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .orderBy('asked_at')
    .execute();
  return rows.map((row) => presentApproval(toFields(row), payment));
}

/** @throws AdminFailure `not-found` for another merchant's */
export async function ownApproval(
  context: ConsoleContext,
  session: SignedIn,
  id: string,
): Promise<OwnApproval> {
  const row = await context.gateway.db
    .selectFrom('console_approvals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const channels = await channelsInSight(context, session);
  if (!row || !channels.some((channel) => channel.id === row.entity_id)) throw notFound('approval');
  return toFields(row);
}

/**
 * Decides, once: of two administrators at the same time one comes too late.
 * @returns false, having changed nothing, where it was decided like this before
 * @throws AdminFailure `conflict` where it was decided otherwise before
 */
export async function decide(
  trx: Transaction,
  { id, state }: OwnApproval,
  session: SignedIn,
  to: 'approved' | 'rejected',
): Promise<boolean> {
  if (state === to) return false;
  const { numUpdatedRows } = await trx
    .updateTable('console_approvals')
    .set({ state: to, decided_by: session.name })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    throw new AdminFailure('conflict', 'another administrator has decided this meanwhile');
  }
  return true;
}
