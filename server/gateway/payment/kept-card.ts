/** The card of a payment that is not decided yet. */
import type { WalletCard } from '../../connectors/connector.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';

/** As it waits in the vault; undefined for other brands, and when its time is over. */
export async function keptCardOf(
  { db, vault }: GatewayContext,
  { id, entityId, brand, card }: Payment,
) {
  const kept = await vault.readCard(db, { recordId: id, entityId });
  if (!kept || !card) return undefined;
  const { holder, expiryMonth, expiryYear, brand: cardBrand } = card;
  return {
    ...kept,
    expiryMonth,
    expiryYear,
    ...(holder !== undefined && { holder }),
    ...(cardBrand && { wallet: { brand: brand as WalletCard['brand'], cardBrand } }),
  };
}
