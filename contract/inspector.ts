/**
 * What a test checkout's form tells the inspector, a page of the workbench that `wpwl.inspect()` opens.
 * Names, codes and addresses only: no value that a shopper typed, and no value of an option.
 */

/**
 * What happened: an answer of the gateway, a callback of the page, a line in the console, words for the
 * shopper, or what the page's Content-Security-Policy blocked.
 */
export type EntryKind = 'answer' | 'callback' | 'console' | 'shopper' | 'policy';

/** `at`: epoch milliseconds of the shopper's clock. */
export type InspectorEntry = readonly [at: number, kind: EntryKind, what: string, detail: string];

/** Name of an element, its attributes `class`, `action` and `src`, and the class of the form around it. */
export type SeenElement = readonly string[];

export interface PageSnapshot {
  readonly checkoutId: string;
  /** Brands that the gateway has described, once it has. */
  readonly brands: readonly string[];
  /** Those that it offers besides, and the page does not name. */
  readonly moreBrands: readonly string[] | undefined;
  /** Names in `window` that begin as ours do, in any case. */
  readonly globals: readonly string[];
  /** What `wpwlOptions` holds: by name, the kind of its value, or the names in a table. */
  readonly options: readonly (readonly [name: string, value: string | readonly string[]])[];
  /** Forms, scripts and what has "payment" in its class, in the order of the page. */
  readonly elements: readonly SeenElement[];
}

/** From the form to the inspector, anew whenever something happens. */
export interface InspectorReport {
  readonly snapshot: PageSnapshot;
  readonly entries: readonly InspectorEntry[];
}

/** From the inspector to the page that opened it, once it listens. */
export const INSPECTOR_READY = 'paymentWidgets inspector';
