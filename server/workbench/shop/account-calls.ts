/** What the shop asks the gateway for an account's page: its cards, and what became of its orders. */
import type { CardExpiry } from '../../../contract/card-expiry.ts';
import { call, type GatewayAccess, type Order, type Payment, refused } from '../shop-server.ts';
import type { KeptCard } from './shoppers.ts';

export interface StoredCard extends KeptCard {
  readonly brand: string;
  readonly last4Digits?: string;
  readonly expiry?: CardExpiry;
}

/** `GET /v1/registrations/{id}`; `undefined` for a card that the gateway does not have any more. */
export async function readStoredCard(
  gateway: GatewayAccess,
  kept: KeptCard,
): Promise<StoredCard | undefined> {
  const path = registrationPath(gateway, kept.registrationId);
  const { status, answer } = await call(gateway, path, { method: 'GET' });
  if (status === 404) return undefined;
  if (status !== 200) throw refused(status, answer);
  const { last4Digits, expiryMonth, expiryYear } = answer.card ?? {};
  return {
    ...kept,
    brand: answer.paymentBrand ?? '',
    ...(last4Digits && { last4Digits }),
    ...(expiryMonth &&
      expiryYear && {
        expiry: { month: expiryMonth, year: expiryYear },
      }),
  };
}

/** `DELETE /v1/registrations/{id}`. One that is gone already is as well. */
export async function deleteStoredCard(gateway: GatewayAccess, id: string): Promise<void> {
  const path = registrationPath(gateway, id);
  const { status, answer } = await call(gateway, path, { method: 'DELETE' });
  if (status !== 200 && status !== 404) throw refused(status, answer);
}

const registrationPath = ({ entityId }: GatewayAccess, id: string) =>
  `/v1/registrations/${encodeURIComponent(id)}?${new URLSearchParams({ entityId })}`;

export type OrderState = Payment['state'] | 'refunded' | 'partlyRefunded';

export interface OrderOutcome {
  readonly state: OrderState;
  /** What went back, in hundredths of the order's currency. */
  readonly refunded: number;
}

/** What became of an order: how it was paid, and how much of the money went back. */
export async function outcomeOf(
  gateway: GatewayAccess,
  { amount }: Order,
  { state, id }: Payment,
): Promise<OrderOutcome> {
  if (state !== 'paid' || id === undefined) return { state, refunded: 0 };
  const refunded = await refundedAmount(gateway, id);
  if (refunded === 0) return { state, refunded };
  return { state: refunded < cents(amount) ? 'partlyRefunded' : 'refunded', refunded };
}

/** Hundredths, which can be added without a rest. */
const cents = (amount = ''): number => Math.round(Number(amount) * 100);

/** Reversals and refunds of a payment that went through, in hundredths. */
async function refundedAmount(gateway: GatewayAccess, paymentId: string): Promise<number> {
  const query = new URLSearchParams({
    entityId: gateway.entityId,
    includeLinkedTransactions: 'true',
  });
  const path = `/v3/query/${paymentId}?${query}`;
  const { status, answer } = await call(gateway, path, { method: 'GET' });
  if (status !== 200) throw refused(status, answer);
  return (answer.records ?? [])
    .filter(({ paymentType, result }) => isGivenBack(paymentType) && isDone(result?.code))
    .reduce((sum, { amount }) => sum + cents(amount), 0);
}

const isGivenBack = (paymentType = '') => paymentType === 'RF' || paymentType === 'RV';
const isDone = (code = '') => code.startsWith('000.') && !code.startsWith('000.200');
