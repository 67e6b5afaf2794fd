/**
 * The published types say what the script does, and nothing else. Compiled by `npm run check`; it
 * never runs.
 */
/// <reference path="../public/paymentWidgets.d.ts" />
import type { CALLBACK_NAMES, CallbackArguments } from './page/interface/callbacks.ts';
import type { PageQuery } from './page/interface/jquery-stand-in.ts';
import type { OptionName, Options } from './page/interface/options.ts';
import type { Runtime } from './page/interface/runtime.ts';

type Same<A, B> = [A, B] extends [B, A] ? true : { readonly differs: Exclude<A | B, A & B> };
type Truthy<T extends true> = T;
type CallbackName = (typeof CALLBACK_NAMES)[number];

/** No option is published that the script does not know, and none is left out. */
export type NamesMatch = Truthy<Same<keyof WpwlOptions, OptionName | CallbackName>>;

export type CallsMatch = Truthy<
  Same<keyof CallbackArguments & CallbackName, keyof CallbackArguments>
>;

/** Callbacks take the arguments that they are called with. */
type Published<K extends keyof WpwlOptions> =
  NonNullable<WpwlOptions[K]> extends (...args: infer A) => unknown ? A : never;
export type ArgumentsMatch = Truthy<
  Same<
    { [K in keyof CallbackArguments]: readonly [...CallbackArguments[K]] },
    { [K in keyof CallbackArguments]: readonly [...Published<K>] }
  >
>;

/** What the script takes as the value of an option can be written; tables may hold anything there. */
type PlainOptions = {
  [K in keyof Options as Options[K] extends object ? never : K]: Options[K];
};
export type ValuesMatch = Truthy<
  Required<PlainOptions> extends Pick<Required<WpwlOptions>, keyof PlainOptions> ? true : false
>;

export type RuntimeMatches = Truthy<Runtime extends Wpwl ? true : false>;
export type QueryMatches = Truthy<PageQuery extends WpwlQuery ? true : false>;

/** As merchants write it. */
export const page: WpwlOptions = {
  style: 'plain',
  locale: 'de',
  maskCvv: 'true',
  registrations: { hideInitialPaymentForms: 'true', requireCvv: true },
  billingAddress: {},
  iframeStyles: { 'card-number-placeholder': { color: '#fff', 'font-size': '14px' } },
  onReady(containers) {
    const keys: string[] = containers.map(({ containerKey }) => containerKey);
    console.log(keys);
  },
  onReadyIframeCommunication() {
    const frame: Element | undefined = this.$iframe[0];
    this.$iframe.css({ height: '40px' });
    console.log(frame);
  },
  onBeforeSubmitCard(event) {
    event.preventDefault();
    return this.$form.find('.wpwl-control-cardHolder').val() !== '';
  },
  async onResult({ declined, url }) {
    console.log(declined, url);
    return false;
  },
};

export const mistakes: WpwlOptions[] = [
  // @ts-expect-error there is no such look
  { style: 'fancy' },
  // @ts-expect-error a name that no page can mean
  { requireCVV: true },
  // @ts-expect-error a list, not a text
  { brandDetectionPriority: 'VISA' },
];

export async function mounted(element: HTMLElement): Promise<void> {
  const form = wpwl.mount(element, { brands: ['VISA'], showAmount: true });
  await form.ready;
  wpwl.executePayment('wpwl-container-card');
  await wpwl.refresh();
  form.unmount();
  // @ts-expect-error what the page may read it cannot set
  wpwl.checkout.id = '';
}
