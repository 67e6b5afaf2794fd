/** Chargebacks: what a cardholder's bank takes back. Only the sandbox makes them. */

import { toAmount } from '../../../contract/currency.ts';
import { AMOUNT, accepts, rule } from '../../../contract/format.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { RESULT_CODES } from '../../../contract/result-codes.ts';
import { channelNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, chargebackDeadline } from '../entities/index.ts';
import { publishPaymentEvent } from '../events/index.ts';
import { newNdc } from '../ids.ts';
import { minorUnitsOf } from '../order/index.ts';
import { postChargeback, unsettledPayment } from '../payment/index.ts';
import { findPayment, insertPayment, ownPayment } from '../records/index.ts';
import { ApiError, invalidParameter } from '../requests/index.ts';

/**
 * Charges a DB, a CP or a captured PA back, as a payment of type CB that refers to it. Of a PA it is
 * taken from its captures, the earliest first.
 * @param input `amount` as the API writes it, or in smallest `units`; all that is left when both are absent. `code`
 *   says why
 * @throws ApiError
 */
export async function chargeBack(
  gateway: GatewayContext,
  channel: Channel,
  paymentId: string,
  input: {
    readonly amount?: string | undefined;
    readonly units?: number | undefined;
    readonly code?: string | undefined;
  },
  chargebackId: string,
): Promise<Payment> {
  const { code = RESULT.chargebackNoReason } = input;
  if (!isChargebackReason(code)) {
    throw invalidParameter('code', code, 'must be the result code of a chargeback');
  }
  if (input.amount !== undefined && !accepts(AMOUNT, input.amount)) {
    throw invalidParameter('amount', input.amount, rule(AMOUNT));
  }
  // Made under this id before, by a request that got no answer.
  const earlier = await findPayment(gateway.db, chargebackId);
  if (earlier) return earlier;
  const original = await ownPayment(gateway.db, channel, paymentId);
  const { currency, id, brand } = original;
  const { descriptor } = original.parameters;
  const sent = input.amount === undefined ? undefined : minorUnitsOf(input.amount, currency);
  const wanted = input.units ?? sent;
  return inTransaction(gateway.db, async (trx) => {
    const amount = await takeBack(trx, original, wanted);
    const now = channelNow(channel.clockOffsetMs);
    const begun: Payment = {
      ...unsettledPayment(chargebackId, {
        channel,
        ndc: newNdc(channel.id),
        paymentType: 'CB',
        brand,
        amount,
        currency,
        parameters: { ...(descriptor && { descriptor }) },
        mode: original.mode,
        connector: original.connector,
        ...(original.notificationUrl && { notificationUrl: original.notificationUrl }),
      }),
      referencedId: id,
    };
    const chargeback: Payment = {
      ...begun,
      state: 'succeeded',
      resultCode: code,
      settledAt: now,
      leaseUntil: null,
      leaseToken: null,
      respondBy: chargebackDeadline(channel.settings, brand, now),
    };
    await insertPayment(trx, chargeback);
    await publishPaymentEvent(gateway, trx, 'succeeded', { before: begun, after: chargeback });
    return chargeback;
  });
}

/** Two codes of the group say that another amount was captured than authorised. */
const isChargebackReason = (code: string): boolean =>
  RESULT_CODES.get(code)?.startsWith('chargeback (') || code === RESULT.chargebackNoReason;

/** Posts it, and answers how much it is. */
async function takeBack(
  trx: Transaction,
  { id, type, state, currency }: Payment,
  wanted: number | undefined,
): Promise<number> {
  if (state !== 'succeeded') throw new ApiError(400, RESULT.chargebackNeedsPayment);
  // Its own row comes first, always: no two transactions wait for each other.
  const own = await lockedRows(trx, [id]);
  const booked = type === 'PA' ? await capturesOf(trx, id) : own;
  const taken = booked.filter(({ type }) => type === 'DB' || type === 'CP');
  if (taken.length === 0) throw new ApiError(400, RESULT.chargebackNeedsPayment);
  const total = taken.reduce((sum, row) => sum + leftOf(row), 0);
  const amount = wanted ?? total;
  if (total === 0) throw new ApiError(400, RESULT.amountExceedsChargeable, 'nothing is left of it');
  if (amount > total) {
    throw new ApiError(400, RESULT.amountExceedsChargeable, `${toAmount(total, currency)} is left`);
  }
  let rest = amount;
  for (const row of taken) {
    const part = Math.min(rest, leftOf(row));
    if (part > 0 && !(await postChargeback(trx, row.id, part))) {
      throw new Error(`the ledger of ${row.id} changed while they were locked`);
    }
    rest -= part;
  }
  return amount;
}

const leftOf = ({ amount, refunded, reserved, reversed, chargedBack }: Payment): number =>
  reversed > 0 ? 0 : amount - refunded - reserved - chargedBack;

async function capturesOf(trx: Transaction, authorisationId: string): Promise<Payment[]> {
  const captures = await trx
    .selectFrom('payments')
    .select('id')
    .where('referenced_id', '=', authorisationId)
    .where('type', '=', 'CP')
    .where('state', '=', 'succeeded')
    .execute();
  return lockedRows(
    trx,
    captures.map(({ id }) => id),
  );
}

/** Locked first, so that no refund takes what is being charged back; earliest first. */
async function lockedRows(trx: Transaction, ids: readonly string[]): Promise<Payment[]> {
  if (ids.length === 0) return [];
  await trx
    .updateTable('payments')
    .set((eb) => ({ charged_back: eb.ref('charged_back') }))
    .where('id', 'in', ids)
    .execute();
  const rows = await trx
    .selectFrom('payments')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(paymentFromRow);
}
