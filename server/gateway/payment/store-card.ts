/** Stores the card of a payment that succeeded. */

import { APPROVED } from '../../../contract/payment-mode.ts';
import type { Transaction } from '../../store/database.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { Vault } from '../../vault/vault.ts';
import { findRegistration, insertRegistration, registrationOfPayment } from '../records/index.ts';

/**
 * Under the id that was drawn when the payment began; once.
 * @returns the id; null where nothing could be stored, or is to be
 */
export async function storeCardOf(
  vault: Vault,
  trx: Transaction,
  payment: Payment,
): Promise<string | null> {
  const { registrationId: id } = payment;
  if (id === null || (await findRegistration(trx, id))) return id;
  const record = { recordId: payment.id, entityId: payment.entityId };
  const kept = await vault.readCard(trx, record);
  const { card } = payment;
  if (!kept || !card) {
    // Settled after the vault's time for the number: paid, but there is nothing to store.
    await trx
      .updateTable('payments')
      .set({ registration_id: null })
      .where('id', '=', payment.id)
      .execute();
    return null;
  }
  const registration = registrationOfPayment(payment, {
    id,
    card,
    cardFingerprint: payment.cardFingerprint ?? vault.fingerprint(kept.number),
    resultCode: APPROVED[payment.mode],
  });
  await insertRegistration(vault, trx, registration, kept.number);
  return id;
}
