/** The two requests of the form. Both are simple CORS requests: no header of our own, no cookies. */
import type { FormData, FormDataRefusal } from '../../contract/form-data.ts';
import type { PaymentAnswer } from '../../contract/payment-answer.ts';

export interface Gateway {
  readonly origin: string;
  /** What its paths stand after: the origin, and a folder where there is one. */
  readonly base: string;
  /** Becomes another one when the page brings a fresh checkout for one that is over. */
  checkoutId: string;
  /** What the form is for: a payment, or a card stored without one. */
  readonly resource: 'payment' | 'registration';
}

/** Longer than the gateway itself waits for whoever moves the money. */
const PAYMENT_TIMEOUT_MS = 75_000;
const FORM_TIMEOUT_MS = 20_000;

export type FormDataAnswer =
  | { readonly kind: 'data'; readonly data: FormData }
  /** The gateway says no: 404 for a checkout that is unknown or over, 403 for this page's origin. */
  | { readonly kind: 'refused'; readonly status: number; readonly refusal: FormDataRefusal }
  | { readonly kind: 'unreachable' };

export interface PaymentResponse {
  readonly status: number;
  readonly answer: PaymentAnswer;
  /** Names of parameters that the gateway did not take. */
  readonly ignored: string;
}

const checkoutUrl = ({ base, checkoutId }: Gateway, resource: string) =>
  `${base}/v1/checkouts/${encodeURIComponent(checkoutId)}/${resource}`;

export async function fetchFormData(
  gateway: Gateway,
  query: {
    readonly locale: string;
    readonly brands: readonly string[];
    /** Blocks besides, separated by commas. */
    readonly blocks: string;
  },
): Promise<FormDataAnswer> {
  const search = new URLSearchParams();
  if (query.locale) search.set('locale', query.locale);
  if (query.brands.length > 0) search.set('brands', query.brands.join());
  if (query.blocks) search.set('blocks', query.blocks);
  try {
    const response = await fetch(`${checkoutUrl(gateway, 'form')}?${search}`, {
      credentials: 'omit',
      signal: AbortSignal.timeout(FORM_TIMEOUT_MS),
    });
    const { status } = response;
    if (response.ok) return { kind: 'data', data: (await response.json()) as FormData };
    if (status >= 500 || status === 429) return { kind: 'unreachable' };
    return { kind: 'refused', status, refusal: (await response.json()) as FormDataRefusal };
  } catch {
    return { kind: 'unreachable' };
  }
}

/** The address that a plain post of the form would go to. */
export const paymentUrl = (gateway: Gateway): string => checkoutUrl(gateway, gateway.resource);

/** Posts an urlencoded body. Undefined when no answer came, so that nobody knows what happened. */
export async function postPayment(
  gateway: Gateway,
  body: string,
): Promise<PaymentResponse | undefined> {
  return ask(paymentUrl(gateway), {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body,
  });
}

/** What became of a payment that sent the shopper to the bank: the same answer again, as it is now. */
export const readPayment = (address: string): Promise<PaymentResponse | undefined> =>
  ask(address, { headers: { accept: 'application/json' } });

async function ask(address: string, request: RequestInit): Promise<PaymentResponse | undefined> {
  try {
    const response = await fetch(address, {
      ...request,
      credentials: 'omit',
      signal: AbortSignal.timeout(PAYMENT_TIMEOUT_MS),
    });
    return {
      status: response.status,
      answer: (await response.json()) as PaymentAnswer,
      ignored: response.headers.get('x-ignored-parameters') ?? '',
    };
  } catch {
    return undefined;
  }
}
