/** The merchant's callbacks, looked up in `wpwlOptions` when they are due. */
import { merchantOptions } from './options.ts';

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
  onBeforeSubmitCard: [event: Event];
  onAfterSubmit: [event: Event];
  onError: [error: { name: string; message: string }];
}

/**
 * Calls the page's function, if there is one. What it throws is the page's own: it is reported like
 * any error of the page, and the form goes on.
 */
export function callBack<K extends keyof CallbackArguments>(
  name: K,
  self: unknown,
  ...args: CallbackArguments[K]
): unknown {
  const callback = merchantOptions()[name];
  if (typeof callback !== 'function') return undefined;
  try {
    return Reflect.apply(callback, self, args);
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/**
 * Asks the page whether to go on. Only a clear no stops: `false`, a promise of `false`, a rejected
 * promise or a prevented event. `undefined` goes on, as pages in use expect.
 */
export async function mayGoOn(
  name: 'onBeforeSubmitCard',
  self: unknown,
  event: Event,
): Promise<boolean> {
  try {
    const answer: unknown = await callBack(name, self, event);
    return answer !== false && !event.defaultPrevented;
  } catch {
    return false;
  }
}
