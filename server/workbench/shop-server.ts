/**
 * A merchant's server side, whole. Copy this file; it needs nothing but `fetch`.
 *
 * 1. `createCheckout` before the checkout page is shown. The page gets its id and integrity.
 * 2. `readPayment` on the result page. Ship only what it calls "paid".
 */

export interface GatewayAccess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly entityId: string;
  /** Stays on the server: it is enough to move money. */
  readonly accessToken: string;
  /** Makes the calls; the platform's own `fetch` when absent. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface Order {
  /** The shop's own number for the order, 8 to 255 characters. */
  readonly reference: string;
  /** Decimal string with two decimals, "92.00". From the shop's prices, never from the browser. */
  readonly amount: string;
  readonly currency: string;
  readonly items: readonly {
    readonly id: string;
    readonly name: string;
    readonly quantity: number;
    /** For one piece. */
    readonly price: string;
  }[];
  /** More of the checkout: `customer.*`, `billing.*`, `shipping.*`. */
  readonly parameters?: Readonly<Record<string, string>>;
}

export interface Checkout {
  readonly id: string;
  /** For the script tag's `integrity`. */
  readonly integrity: string;
}

export type PaymentState =
  | 'paid' // ship it
  | 'pending' // not decided yet: ask again later, do not let the shopper pay again
  | 'unpaid' // the shopper has not tried to pay
  | 'declined' // by the bank; the same checkout can be paid with another card
  | 'cancelled' // by the shopper, at a wallet or a bank; the same checkout can be paid
  | 'failed' // for another reason; the same checkout can be paid
  | 'expired' // the checkout is gone: make a new one
  | 'mismatch'; // paid, but not for this order: a person has to look

export interface Payment {
  readonly state: PaymentState;
  /** Of the payment, for what is asked about it later; absent before there is one. */
  readonly id?: string;
  readonly brand?: string;
  readonly last4Digits?: string;
  /** The stored card, where the shopper wanted it stored or used one. */
  readonly registrationId?: string;
}

/** The gateway could not be asked, or does not accept how it was asked. Says nothing of the payment. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
}

const PAID = /^(000\.000\.|000\.100\.1|000\.[36]|000\.400\.1[12]0)/;
const PENDING = /^(000\.200|000\.400\.0[^3]|000\.400\.100|800\.400\.5|100\.400\.500)/;
const CANCELLED = /^100\.39[67]\.101$/;
const BANK_DECLINED = /^(800\.[17]00|800\.800\.[123])/;

/**
 * `POST /v1/checkouts`. Throws {@link GatewayError}.
 *
 * @param storedCards registration ids of cards that this shopper has stored before; the form offers
 *   them. Only for a shopper whom the shop knows for certain.
 */
export async function createCheckout(
  gateway: GatewayAccess,
  order: Order,
  storedCards: readonly string[] = [],
): Promise<Checkout> {
  const body = new URLSearchParams({
    entityId: gateway.entityId,
    amount: order.amount,
    currency: order.currency,
    paymentType: 'DB',
    merchantTransactionId: order.reference,
    integrity: 'true',
    ...order.parameters,
  });
  order.items.forEach((item, n) => {
    body.set(`cart.items[${n}].merchantItemId`, item.id);
    body.set(`cart.items[${n}].name`, item.name);
    body.set(`cart.items[${n}].quantity`, String(item.quantity));
    body.set(`cart.items[${n}].price`, item.price);
    body.set(`cart.items[${n}].currency`, order.currency);
  });

  storedCards.forEach((id, n) => {
    body.set(`registrations[${n}].id`, id);
  });

  const { status, answer } = await call(gateway, '/v1/checkouts', { method: 'POST', body });
  if (status !== 200 || !answer.id || !answer.integrity) throw refused(status, answer);
  return { id: answer.id, integrity: answer.integrity };
}

/**
 * The checkout's id if `resourcePath` is the path of a checkout's payment, `undefined` otherwise.
 * The value comes from the address bar: used unchecked, it would send the access token wherever a
 * visitor likes.
 */
export function checkoutIdOf(resourcePath: unknown): string | undefined {
  if (typeof resourcePath !== 'string') return undefined;
  return /^\/v1\/checkouts\/([A-Za-z0-9][A-Za-z0-9.-]{31,47})\/payment$/.exec(resourcePath)?.[1];
}

/** `GET /v1/checkouts/{id}/payment`, held against the order. Throws {@link GatewayError}. */
export async function readPayment(
  gateway: GatewayAccess,
  order: Order,
  resourcePath: string,
): Promise<Payment> {
  if (!checkoutIdOf(resourcePath)) throw new RangeError('not the path of a payment');
  const query = new URLSearchParams({ entityId: gateway.entityId });
  const { status, answer } = await call(gateway, `${resourcePath}?${query}`, { method: 'GET' });
  if (status === 404) return { state: 'expired' };

  const code = answer.result?.code ?? '';
  if (status === 200 && !answer.id && PENDING.test(code)) return { state: 'unpaid' };
  // A failed payment is a 400 with the payment's id; a 400 without one is about the request.
  if ((status !== 200 && status !== 400) || !answer.id) throw refused(status, answer);

  return {
    state: stateOf(code, answer, order),
    id: answer.id,
    ...(answer.paymentBrand && { brand: answer.paymentBrand }),
    ...(answer.card?.last4Digits && { last4Digits: answer.card.last4Digits }),
    ...(answer.registrationId && { registrationId: answer.registrationId }),
  };
}

function stateOf(code: string, answer: Answer, order: Order): PaymentState {
  if (PENDING.test(code)) return 'pending';
  if (BANK_DECLINED.test(code)) return 'declined';
  if (CANCELLED.test(code)) return 'cancelled';
  if (!PAID.test(code)) return 'failed';
  const ofThisOrder =
    answer.amount === order.amount &&
    answer.currency === order.currency &&
    answer.merchantTransactionId === order.reference &&
    answer.paymentType === 'DB';
  return ofThisOrder ? 'paid' : 'mismatch';
}

interface Answer {
  readonly id?: string;
  readonly integrity?: string;
  readonly result?: { readonly code: string; readonly description?: string };
  readonly amount?: string;
  readonly currency?: string;
  readonly merchantTransactionId?: string;
  readonly paymentType?: string;
  readonly paymentBrand?: string;
  readonly card?: {
    readonly last4Digits?: string;
    readonly expiryMonth?: string;
    readonly expiryYear?: string;
  };
  readonly registrationId?: string;
  /** What is linked to a payment: captures, reversals, refunds. */
  readonly records?: readonly Answer[];
}

/** One call with the shop's token. Throws {@link GatewayError} where there is no answer. */
export async function call(gateway: GatewayAccess, path: string, init: RequestInit) {
  const send = gateway.fetch ?? fetch;
  try {
    const response = await send(`${gateway.url}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${gateway.accessToken}` },
      redirect: 'error',
      signal: AbortSignal.timeout(20_000),
    });
    const answer: unknown = await response.json();
    if (typeof answer !== 'object' || answer === null) throw new TypeError('not an object');
    return { status: response.status, answer: answer as Answer };
  } catch (cause) {
    throw new GatewayError(`The gateway at ${gateway.url} does not answer as expected.`, { cause });
  }
}

export function refused(status: number, { result }: Answer) {
  const why = result ? `${result.code} ${result.description ?? ''}`.trim() : 'without a result';
  return new GatewayError(`The gateway refused the call with HTTP ${status}: ${why}.`);
}
