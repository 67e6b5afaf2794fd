/** Stores what a payment that succeeded was made with. */

import { isDirectDebit } from '../../../contract/other-brands.ts';
import { APPROVED } from '../../../contract/payment-mode.ts';
import type { Transaction } from '../../store/database.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { Vault } from '../../vault/vault.ts';
import { findRegistration, insertRegistration, registrationOfPayment } from '../records/index.ts';

/**
 * Under the id that was drawn when the payment began; once.
 * @param renewed the card's new number, where its processor has told of one
 * @returns the payment, without the id where nothing could be stored
 */
export async function withRegistration(
  vault: Vault,
  trx: Transaction,
  payment: Payment,
  renewed?: string,
): Promise<Payment> {
  const { registrationId: id } = payment;
  if (id === null || (await findRegistration(trx, id))) return payment;
  const record = { recordId: payment.id, entityId: payment.entityId };
  const kept = await vault.readCard(trx, record);
  const { card } = payment;
  if ((card || isDirectDebit(payment.brand)) && !kept) {
    // Settled after the vault's time for the number: paid, but there is nothing to store.
    await trx
      .updateTable('payments')
      .set({ registration_id: null })
      .where('id', '=', payment.id)
      .execute();
    return { ...payment, registrationId: null };
  }
  const number = (card && renewed) ?? kept?.number;
  const fingerprint = () => (number === undefined ? '' : vault.fingerprint(number));
  const registration = registrationOfPayment(payment, {
    id,
    card,
    cardFingerprint: (renewed ? undefined : payment.cardFingerprint) ?? fingerprint(),
    resultCode: APPROVED[payment.mode],
  });
  await insertRegistration(vault, trx, registration, number);
  return payment;
}
