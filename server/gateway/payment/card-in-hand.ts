/**
 * The card of a payment that is not decided. With a CVV it is in the memory of the instance that asks the
 * processor, and comes into the vault where the shopper is asked, or the answer is not final (D13).
 */
import type { CardDetails, WalletCard } from '../../connectors/connector.ts';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { Vault } from '../../vault/vault.ts';
import type { PaymentOrder } from '../order/index.ts';
import { CHECKOUT_VALIDITY_MS } from '../records/index.ts';

/** What the instance that asks the processor has of a card that came with its CVV. */
export interface CardInHand {
  /** Digits only. */
  readonly number: string;
  readonly cvv: string;
}

export const cardInHand = ({ card }: Pick<PaymentOrder, 'card'>): CardInHand | undefined =>
  card?.cvv === undefined ? undefined : { number: card.number, cvv: card.cvv };

type Recorded = Pick<Payment, 'id' | 'entityId' | 'checks'>;

const recordOf = ({ id, entityId }: Recorded) => ({ recordId: id, entityId });

const kept = (payment: Recorded) => ({
  ...recordOf(payment),
  purgeAt: realNow() + CHECKOUT_VALIDITY_MS,
});

/**
 * Keeps what a payment begins with until it is decided, unless memory is to have it.
 * @param number of its card or bank account
 */
export async function keepNumber(
  vault: Vault,
  trx: Transaction,
  payment: Recorded,
  number: string,
): Promise<void> {
  if (payment.checks.inMemory === 'card') return;
  await vault.keepCard(trx, { ...kept(payment), number });
}

/**
 * Keeps what memory alone has of a payment that is not decided.
 * @param withCvv the shopper is asked, or may be
 */
export async function keepInHand(
  vault: Vault,
  trx: Transaction,
  payment: Recorded,
  { number, cvv }: CardInHand,
  { withCvv }: { readonly withCvv: boolean },
): Promise<void> {
  if (payment.checks.inMemory === 'card') {
    await vault.keepCard(trx, { ...kept(payment), number });
  }
  if (withCvv) await vault.keepCvv(trx, { ...kept(payment), cvv });
}

/** What of a card is lost with an answer that is not final: no more than its CVV where this instance has it. */
export const lostWith = (
  { checks }: Recorded,
  inHand: CardInHand | undefined,
  { isAsked }: { readonly isAsked: boolean },
): Recorded['checks']['inMemory'] => {
  if (!inHand) return checks.inMemory;
  return isAsked ? undefined : 'cvv';
};

/** Forgets the CVV of a payment that waits for its bank, and writes down that there was one. */
export async function withoutCvv(
  vault: Vault,
  trx: Transaction,
  payment: Payment,
): Promise<Payment> {
  const { checks } = payment;
  if (checks.inMemory || !(await vault.forgetCvv(trx, recordOf(payment)))) return payment;
  const after = { ...payment, checks: { ...checks, inMemory: 'cvv' as const } };
  const changes = { checks: JSON.stringify(after.checks) };
  await trx.updateTable('payments').set(changes).where('id', '=', payment.id).execute();
  return after;
}

/** Deletes what the vault has of the card of a payment, now that this is decided. */
export async function forgetCardOf(
  vault: Vault,
  trx: Transaction,
  payment: Recorded,
): Promise<void> {
  const { inMemory } = payment.checks;
  if (inMemory === 'card') return;
  const forget = inMemory === 'cvv' ? vault.forgetNumber : vault.forgetCard;
  await forget(trx, recordOf(payment));
}

/**
 * The card of a payment that is not decided.
 * @param inHand where this instance has it
 * @returns 'lost' for one that came with a CVV that cannot be had any more: nothing is asked without it;
 * undefined for other brands, and when its time is over
 */
export async function keptCardOf(
  { db, vault }: { readonly db: Database; readonly vault: Vault },
  payment: Pick<Payment, 'id' | 'entityId' | 'brand' | 'card' | 'checks'>,
  inHand?: CardInHand,
): Promise<CardDetails | 'lost' | undefined> {
  const { brand, card, checks } = payment;
  if (!card) return undefined;
  if (!inHand && checks.inMemory) return 'lost';
  const found = inHand ?? (await vault.readCard(db, recordOf(payment)));
  if (!found) return undefined;
  if ('isCvvLost' in found) return 'lost';
  const { holder, expiryMonth, expiryYear, brand: cardBrand } = card;
  return {
    ...found,
    expiryMonth,
    expiryYear,
    ...(holder !== undefined && { holder }),
    ...(cardBrand && { wallet: { brand: brand as WalletCard['brand'], cardBrand } }),
  };
}
