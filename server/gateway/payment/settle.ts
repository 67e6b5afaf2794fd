/** What a connector's answer makes of a payment: its state, its checkout's, its money and its card. */

import { isPending, isSuccess } from '../../../contract/result-codes.ts';
import type { ConnectorAnswer } from '../../connectors/connector.ts';
import { channelNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { Gateway } from '../context.ts';
import { tellOfPayment } from '../events/publish.ts';
import { CHECKOUT_VALIDITY_MS } from '../records/checkouts.ts';
import { bookOrRelease } from './ledger.ts';
import { storeCardOf } from './store-card.ts';

/** A payment that its bank left pending is given up after this long. */
const BANK_DECIDES_WITHIN_MS = 7 * 24 * 60 * 60_000;

/**
 * Writes the connector's answer, unless somebody has settled the payment before, or has taken it over.
 * @param payment as whoever settles it has taken it, its lease too: one that was taken since may be
 * further on than this answer
 */
export async function settle(
  gateway: Gateway,
  payment: Payment,
  clockOffsetMs: number,
  { resultCode, details, checks = {}, nextStep }: ConnectorAnswer,
): Promise<void> {
  const { db, vault } = gateway;
  const state = isSuccess(resultCode) ? 'succeeded' : isPending(resultCode) ? 'pending' : 'failed';
  const record = { recordId: payment.id, entityId: payment.entityId };
  await inTransaction(db, async (trx) => {
    // What an operation is for comes first, always: no two transactions wait for each other.
    if (payment.referencedId !== null) await bookOrRelease(trx, payment, state);
    const settled = await trx
      .updateTable('payments')
      .set({
        state,
        result_code: resultCode,
        result_details: JSON.stringify(details),
        checks: JSON.stringify(checks),
        acquirer_tx_id: details['acquirerTxId9'] ?? null,
        settled_at: channelNow(clockOffsetMs),
        lease_until: null,
        lease_token: null,
        next_step: nextStep ? JSON.stringify(nextStep) : null,
        due_at: await dueAt(trx, payment, { state, waitsForShopper: Boolean(nextStep) }),
        end_code: null,
      })
      .where('id', '=', payment.id)
      .where('state', '=', 'in_doubt')
      .where('lease_token', '=', payment.leaseToken)
      .executeTakeFirst();
    if (settled.numUpdatedRows !== 1n) throw new SettledBefore();
    // A pending payment keeps its checkout and its card: it may still succeed. Its CVV is kept only
    // while the shopper is asked, since the authorisation is still to come.
    if (state === 'pending') {
      if (!nextStep) await vault.forgetCvv(trx, record);
      const stage = nextStep ? 'authentication' : 'confirmation';
      return tellOfPayment(gateway, trx, payment, stage);
    }
    if (payment.checkoutId !== null) {
      await trx
        .updateTable('checkouts')
        .set({ paying_id: null, ...(state === 'succeeded' && { paid_id: payment.id }) })
        .where('id', '=', payment.checkoutId)
        .where('paying_id', '=', payment.id)
        .execute();
    }
    if (payment.registrationId !== null && state === 'succeeded') {
      await storeCardOf(vault, trx, payment);
    }
    await vault.forgetCard(trx, record);
    return tellOfPayment(gateway, trx, payment, state, payment.endReference);
  }).catch((error: unknown) => {
    if (!(error instanceof SettledBefore)) throw error;
  });
}

/**
 * When a pending payment is ended by itself, channel clock: with its checkout while the shopper has to
 * do something, half an hour after its start where there is none, and days later when a bank has not
 * made up its mind. One that its processor would not end is ended by nobody else.
 */
async function dueAt(
  trx: Transaction,
  payment: Payment,
  { state, waitsForShopper }: { state: Payment['state']; waitsForShopper: boolean },
) {
  if (state !== 'pending' || payment.endCode !== null) return null;
  if (!waitsForShopper) return payment.createdAt + BANK_DECIDES_WITHIN_MS;
  const checkout =
    payment.checkoutId === null
      ? undefined
      : await trx
          .selectFrom('checkouts')
          .select('expires_at')
          .where('id', '=', payment.checkoutId)
          .executeTakeFirst();
  return checkout?.expires_at ?? payment.createdAt + CHECKOUT_VALIDITY_MS;
}

/** Undoes the transaction: the one who was first has booked. */
class SettledBefore extends Error {}
