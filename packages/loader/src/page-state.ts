/** What all copies of this package in a page share: a page may have two, of two bundles. */
import { loadError } from './load-error.ts';
import type { Wpwl } from './widget-types.ts';

/** Of what stands below, and of `wpwl`: a major version of its own. */
const STATE_VERSION = 1;
const KEY = Symbol.for('payment-widgets');

export interface PageState {
  readonly version: number;
  /** Of the script, while it is on its way. */
  loading?: Promise<void> | undefined;
  /** The Trusted Types policy: a page may allow one of each name. */
  trust?: { createScriptURL(url: string): string } | undefined;
  /** Options of the forms in the page, in the order in which they came. */
  layers?: object[];
  /** What the page itself has said of an option that a layer has. */
  replaced?: Map<string, unknown>;
}

type PaymentWindow = Window & { [KEY]?: PageState; wpwl?: Wpwl };

export const paymentWindow = (): PaymentWindow => window as unknown as PaymentWindow;

/** @throws LoadError `other-version` */
export function pageState(): PageState {
  const page = paymentWindow();
  page[KEY] ??= { version: STATE_VERSION };
  const state = page[KEY];
  if (state.version !== STATE_VERSION) {
    throw loadError('other-version', 'Two major versions of @payment-widgets/loader');
  }
  return state;
}
