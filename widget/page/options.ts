/**
 * The merchant's `wpwlOptions`. They are looked up whenever they are needed: pages set them before
 * or after the script, and go on assigning to them later.
 */
import type { FrameStyleRule } from '../../contract/frame-style.ts';

export interface PlainOptions {
  style: 'card' | 'plain' | 'logos' | 'none';
  showLabels: boolean;
  showPlaceholders: boolean;
  showCVVHint: boolean;
  showAmount: boolean;
  requireCvv: boolean;
  requireCardHolder: boolean;
  allowEmptyCvv: boolean;
  allowEmptyCardHolderName: boolean;
  forceCardHolderEqualsBillingName: boolean;
  maskCvv: boolean;
  brandDetection: boolean;
  numberFormatting: boolean;
  validation: boolean;
  disableSubmitOnEnter: boolean;
  disableCardExpiryDateValidation: boolean;
  useSummaryPage: boolean;
  stayOnDecline: boolean;
  locale: string;
  autofocus: string;
  paymentTarget: string;
  shopperResultTarget: string;
  baseUrl: string;
}

/** Every plain option that the form reads, with what holds when the page says nothing. */
export const DEFAULTS: Readonly<PlainOptions> = {
  style: 'card',
  showLabels: true,
  showPlaceholders: true,
  showCVVHint: false,
  showAmount: false,
  requireCvv: true,
  requireCardHolder: true,
  allowEmptyCvv: false,
  allowEmptyCardHolderName: false,
  forceCardHolderEqualsBillingName: false,
  maskCvv: false,
  brandDetection: false,
  numberFormatting: true,
  validation: true,
  disableSubmitOnEnter: false,
  disableCardExpiryDateValidation: false,
  useSummaryPage: false,
  stayOnDecline: false,
  locale: '',
  autofocus: '',
  paymentTarget: '',
  shopperResultTarget: '_top',
  baseUrl: '',
};

/** The tables of texts and styles; any of them may be of a wrong type in the page. */
interface OptionTables {
  labels: Record<string, unknown>;
  errorMessages: Record<string, unknown>;
  placeholders: Record<string, unknown>;
  iframeStyles: Record<string, FrameStyleRule>;
}

/** What pages assign to without creating it: `wpwlOptions.paypal.onApprove = …` in `onReady`. */
export const TABLES = [
  'labels',
  'errorMessages',
  'placeholders',
  'iframeStyles',
  'registrations',
  'paypal',
  'googlePay',
  'applePay',
] as const;

let filled: object | undefined;

/**
 * The merchant's object itself, created when the page has none. What the page left out is filled in,
 * so that the page can read it and assign to it; again when the page has put another object there.
 */
export function merchantOptions(): Record<string, unknown> {
  const holder = window as { wpwlOptions?: unknown };
  if (typeof holder.wpwlOptions !== 'object' || !holder.wpwlOptions) holder.wpwlOptions = {};
  const options = holder.wpwlOptions as Record<string, unknown>;
  if (filled !== options) {
    filled = options;
    const missing = { ...DEFAULTS, ...Object.fromEntries(TABLES.map((name) => [name, {}])) };
    // A page may have frozen its object: then it keeps what it has.
    for (const [name, value] of Object.entries(missing)) {
      if (options[name] === undefined) Reflect.set(options, name, value);
    }
  }
  return options;
}

export const hasMerchantOptions = (): boolean =>
  typeof (window as { wpwlOptions?: unknown }).wpwlOptions === 'object';

/** Pages write booleans as strings, too. */
export function coerce<T>(value: unknown, fallback: T): T {
  if (value === undefined || value === null) return fallback;
  if (typeof fallback === 'boolean') return (value !== 'false' && Boolean(value)) as T;
  return typeof value === typeof fallback ? (value as T) : fallback;
}

export const option = <K extends keyof PlainOptions>(name: K): PlainOptions[K] =>
  coerce(merchantOptions()[name], DEFAULTS[name]);

/** A table of texts, styles or switches; one that is missing, or something else, is empty. */
export const optionTable = <K extends string>(
  name: K,
): Readonly<Partial<K extends keyof OptionTables ? OptionTables[K] : Record<string, unknown>>> =>
  Object(merchantOptions()[name]);

/** A switch in a table, such as `registrations.requireCvv`. */
export const isOn = (table: string, name: string): boolean =>
  coerce(optionTable(table)[name], false);
