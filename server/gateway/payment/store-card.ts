/** Stores the card of a payment that succeeded. */
import { APPROVED } from '../../../contract/payment-mode.ts';
import type { Transaction } from '../../store/database.ts';
import type { PaymentRow, RegistrationRow } from '../../store/tables.ts';
import type { Vault } from '../../vault/vault.ts';
import { newId } from '../ids.ts';
import { insertRegistration } from '../records/registrations.ts';

/** Under the id that was drawn when the payment began; once. */
export async function storeCardOf(
  vault: Vault,
  trx: Transaction,
  payment: PaymentRow,
): Promise<void> {
  const id = payment.registration_id ?? newId();
  const known = await trx
    .selectFrom('registrations')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (known) return;
  const record = { recordId: payment.id, entityId: payment.entity_id };
  const kept = await vault.readCard(trx, record);
  if (!kept) {
    // Settled after the vault's time for the number: paid, but there is nothing to store.
    await trx
      .updateTable('payments')
      .set({ registration_id: null })
      .where('id', '=', payment.id)
      .execute();
    return;
  }
  const row: RegistrationRow = {
    id,
    entity_id: payment.entity_id,
    checkout_id: payment.checkout_id,
    brand: payment.brand,
    card: payment.card,
    card_fingerprint: payment.card_fingerprint ?? vault.fingerprint(kept.number),
    parameters: payment.parameters,
    result_code: APPROVED[payment.mode],
    ndc: payment.ndc,
    notification_url: payment.notification_url,
    created_at: payment.created_at,
    deleted_at: null,
    revoked_at: null,
    revoked_by: null,
  };
  await insertRegistration(vault, trx, row, kept.number);
}
