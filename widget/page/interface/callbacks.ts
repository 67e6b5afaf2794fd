/** The merchant's callbacks, looked up in `wpwlOptions` when they are due. */
import type { BinAnswer } from '../../../contract/bin-answer.ts';
import { record } from './inspector-log.ts';
import { rawOption } from './options.ts';

/** What a payment came to, for {@link CallbackArguments.onResult}. */
export interface PaymentResult {
  readonly checkoutId: string;
  readonly result: { readonly code: string; readonly description: string };
  /** Whether it certainly failed: everything else the merchant's server has to ask for. */
  readonly declined: boolean;
  /** Of the merchant's result page, with `id` and `resourcePath`. */
  readonly url: string;
}

/** What was entered, as far as the page may know, for {@link CallbackArguments.onSaveTransactionData}. */
export interface TransactionData {
  readonly checkoutId: string;
  readonly paymentBrand: string;
  readonly card: Readonly<Record<'holder' | 'expiryMonth' | 'expiryYear', string>>;
}

export interface CallbackArguments {
  onReady: [containers: readonly { containerKey: string; ccMethods: readonly string[] }[]];
  onReadyIframeCommunication: [];
  onFocusIframeCommunication: [];
  onBlurIframeCommunication: [];
  onBlurCardNumber: [isValid: boolean];
  onBlurSecurityCode: [isValid: boolean];
  onBlurCardHolder: [isValid: boolean];
  onBlurExpiryDate: [isValid: boolean];
  onChangeBrand: [brand: string];
  onDetectBrand: [brands: readonly string[], active: string];
  onDetectBin: [found: BinAnswer];
  validateCard: [event: Event];
  onBeforeSubmitCard: [event: Event];
  onBeforeSubmitDirectDebit: [event: Event];
  onBeforeSubmitCardPromise: [event: Event];
  onBeforeSubmitOneClickCard: [event: Event];
  onBeforeSubmitVirtualAccount: [event: Event];
  onBeforeSubmitInlineVirtualAccount: [event: Event];
  onBeforeSubmitOnlineTransfer: [event: Event];
  onBeforeSubmitPrepayment: [event: Event];
  onDeleteRegistration: [registrationId: string];
  onSaveTransactionData: [data: TransactionData];
  onAfterSubmit: [event: Event];
  onLoadThreeDIframe: [];
  onResult: [result: PaymentResult];
  onExpire: [checkoutId: string];
  getCheckoutId: [goneId: string];
  onError: [error: { name: string; message: string }];
}

/** Every name that a page may define. Of those that no form here calls, pages in use have some. */
export const CALLBACK_NAMES = [
  'getCheckoutId',
  'onAfterSubmit',
  'onBeforeSubmitCard',
  'onBeforeSubmitCardPromise',
  'onBeforeSubmitDirectDebit',
  'onBeforeSubmitInlineVirtualAccount',
  'onBeforeSubmitOneClickCard',
  'onBeforeSubmitOnlineTransfer',
  'onBeforeSubmitPrepayment',
  'onBeforeSubmitVirtualAccount',
  'onBlurCardHolder',
  'onBlurCardNumber',
  'onBlurExpiryDate',
  'onBlurIframeCommunication',
  'onBlurSecurityCode',
  'onChangeBrand',
  'onDeleteRegistration',
  'onDetectBin',
  'onDetectBrand',
  'onError',
  'onExpire',
  'onFocusIframeCommunication',
  'onLightboxCancel',
  'onLoadThreeDIframe',
  'onReady',
  'onReadyIframeCommunication',
  'onResult',
  'onSaveTransactionData',
  'validateCard',
] as const;

/** Data of ours inherit nothing, and a page may write them as a text. */
const asPagesKnowIt = (value: unknown): unknown =>
  value instanceof Event ? value : structuredClone(value);

const call = (name: string, self: unknown, args: readonly unknown[]): unknown => {
  const callback = rawOption(name);
  if (typeof callback !== 'function') return undefined;
  record('callback', name);
  return Reflect.apply(callback, self, args.map(asPagesKnowIt));
};

/**
 * Calls the page's function, if there is one. What it throws is the page's own: it is reported like
 * any error of the page, and the form goes on.
 */
export function callBack<K extends keyof CallbackArguments>(
  name: K,
  self: unknown,
  ...args: CallbackArguments[K]
): unknown {
  try {
    return call(name, self, args);
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/**
 * Asks the page whether to go on. Only a clear no stops: `false`, a response that is not `ok`, a promise of
 * these, a rejected promise, a prevented event, and a check that throws, since its answer will never come. `undefined`
 * goes on, as pages in use expect.
 */
export async function mayGoOn(
  name: 'validateCard' | 'onDeleteRegistration' | `onBefore${string}`,
  self: unknown,
  subject: Event | string,
): Promise<boolean> {
  try {
    const said: unknown = await call(name, self, [subject]);
    const isRefused = said === false || (said as Partial<Response>)?.ok === false;
    return !isRefused && !(subject as Event).defaultPrevented;
  } catch (error) {
    // A promise that is rejected without a reason is a plain no.
    if (error) reportError(error);
    return false;
  }
}

/** Every way in which a page says no to a card's payment, in the order in which they are asked. */
export const maySubmitCard = async (form: HTMLFormElement, event: Event): Promise<boolean> =>
  (await mayGoOn('validateCard', form, event)) &&
  (await mayGoOn('onBeforeSubmitCard', form, event)) &&
  mayGoOn('onBeforeSubmitCardPromise', form, event);
