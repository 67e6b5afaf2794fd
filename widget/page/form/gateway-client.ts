/** The two requests of the form. Both are simple CORS requests: no header of our own, no cookies. */
import type { BinAnswer } from '../../../contract/bin-answer.ts';
import type { CheckoutFormData, FormDataRefusal } from '../../../contract/form-data.ts';
import type { PaymentAnswer } from '../../../contract/payment-answer.ts';
import { record } from '../interface/inspector-log.ts';
import { ownData } from '../interface/own-properties.ts';

export interface CheckoutEndpoint {
  readonly origin: string;
  /** Its paths begin with this: the origin, and a folder where there is one. */
  readonly base: string;
  /** Becomes another one when the page brings a fresh checkout for one that is over. */
  checkoutId: string;
  /** For the next submission; '' once it was posted, until an answer brings another. */
  nonce?: string | undefined;
  /** The purpose of the form: a payment, or a card stored without one. */
  readonly resource: 'payment' | 'registration';
}

/** What every form of one script shares. */
export interface Environment extends CheckoutEndpoint {
  /** Release of this script; the frames of the same release belong to it. */
  readonly release: string;
  /** Under way, or over and of no use yet; see renew-checkout.ts. */
  renewal?: Promise<void> | undefined;
  /** Looks which scripts the page runs by now; only where the gateway asks for it. */
  look?: (() => Promise<void>) | undefined;
  /** Takes over the state of the checkout that the gateway has answered. */
  readonly onData: (data: CheckoutFormData) => void;
}

/** Longer than the gateway itself waits for the processor. */
const PAYMENT_TIMEOUT_MS = 75_000;
const FORM_TIMEOUT_MS = 20_000;

export interface ApiResponse<T> {
  readonly status: number;
  readonly answer: T;
  /** Names of parameters that the gateway did not take. */
  readonly ignored: string;
}

/** 404 for a checkout that is unknown or over, 403 for a page's origin that may not show it. */
export type FormDataResponse = ApiResponse<CheckoutFormData | FormDataRefusal>;
export type PaymentResponse = ApiResponse<PaymentAnswer>;

/** Ids of live checkouts end otherwise. */
export const isTestCheckout = (id: string): boolean => id.includes('.uat');

/** What the gateway has of the checkout. */
export const checkoutUrl = ({ base, checkoutId }: CheckoutEndpoint, resource: string) =>
  `${base}/v1/checkouts/${encodeURIComponent(checkoutId)}/${resource}`;

/** Posts a body, or reads. Undefined when no answer came: the outcome is unknown then. */
async function ask<T>(
  address: string,
  timeoutMs = PAYMENT_TIMEOUT_MS,
  post?: RequestInit,
): Promise<ApiResponse<T> | undefined> {
  let summary = '';
  try {
    const response = await fetch(address, {
      ...post,
      headers: { accept: 'application/json' },
      credentials: 'omit',
      signal: AbortSignal.timeout?.(timeoutMs),
    });
    const { status } = response;
    // As text: of an object a promise would look for `then`.
    const answer = ownData(JSON.parse(await response.text()));
    summary = `${status} ${answer.result?.code ?? ''}`;
    return { status, answer, ignored: response.headers.get('x-ignored-parameters') ?? '' };
  } catch {
    return undefined;
  } finally {
    // The first digits of a number, at the end of an address, are for the gateway alone.
    record('answer', address.replace(/\d+$|\?.*/, ''), summary);
  }
}

/** Undefined, too, for an answer that says nothing of the checkout. */
export async function fetchFormData(
  gateway: CheckoutEndpoint,
  /** Language, brands and blocks; see {@link FormDataQuery}. */
  query: Readonly<Record<string, string>>,
): Promise<FormDataResponse | undefined> {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  const address = `${checkoutUrl(gateway, 'form')}?${search}`;
  const response = await ask<CheckoutFormData | FormDataRefusal>(address, FORM_TIMEOUT_MS);
  return response?.answer.texts ? response : undefined;
}

/** The address that a plain post of the form would go to. */
export const paymentUrl = (gateway: CheckoutEndpoint): string =>
  checkoutUrl(gateway, gateway.resource);

/** Posts fields, or an urlencoded body, to an address of the gateway. */
export const postForm = <T>(
  address: string,
  fields: string | Record<string, string>,
): Promise<ApiResponse<T> | undefined> =>
  ask(address, undefined, { method: 'POST', body: new URLSearchParams(fields) });

/** Reports scripts of the page, each with its integrity; the answer says nothing. Outlives the page. */
export const postScripts = (
  gateway: CheckoutEndpoint,
  scripts: readonly string[],
): Promise<unknown> => {
  const body = new URLSearchParams(scripts.map((script) => ['script', script]));
  return ask(checkoutUrl(gateway, 'scripts'), undefined, { method: 'POST', body, keepalive: true });
};

/** The brands that a number may be of, by its first digits. */
export const lookUpBin = (
  gateway: CheckoutEndpoint,
  bin: string,
): Promise<ApiResponse<BinAnswer> | undefined> =>
  ask(checkoutUrl(gateway, `bins/${bin}`), FORM_TIMEOUT_MS);

/** Reads the outcome of a payment that sent the shopper to the bank: the same answer, as it is now. */
export const readPayment = (address: string): Promise<PaymentResponse | undefined> => ask(address);
