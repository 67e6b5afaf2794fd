/**
 * The merchant's `wpwlOptions`: the one table of what they may hold, and how it is read. They are
 * looked up whenever they are needed: pages set them before or after the script, and go on assigning
 * to them later. The published types and the guide are checked against this file.
 */
import type { FrameStyleRule } from '../../../contract/frame-style.ts';
import { forPage, own, ownProperty, setOwnProperties } from './own-properties.ts';

/** The classic form; the one list of ways to pay, as rows, as tabs where it is wide enough, as the card alone. */
export const LAYOUTS = ['classic', 'list', 'tabs', 'card'] as const;
export type Layout = (typeof LAYOUTS)[number];

type Table<T = unknown> = Record<string, T>;

/**
 * What holds when the page says nothing. The default is the option's kind, too: a value of another
 * kind counts as missing. A table may hold values of any kind, whatever its type here says.
 */
export const DEFAULTS = {
  allowEmptyCardHolderName: false,
  allowEmptyCvv: false,
  autofocus: '',
  baseUrl: '',
  brandDetectionType: 'regex' as 'regex' | 'binlist',
  cancelUrl: '',
  density: 'spaced' as 'spaced' | 'condensed',
  disableCardExpiryDateValidation: false,
  disableSubmitOnEnter: false,
  displayBic: false,
  forceCardHolderEqualsBillingName: false,
  hideOtherPaymentButton: false,
  icons: 'inside' as 'inside' | 'above' | 'below' | 'hidden',
  labelPosition: 'above' as 'above' | 'floating' | 'hidden',
  /** Where it says nothing, `wpwl.mount()` draws the list and `form.paymentWidgets` the classic form. */
  layout: '' as '' | Layout,
  locale: '',
  maskCvv: false,
  numberFormatting: true,
  paymentTarget: '',
  requireCardHolder: true,
  requireCvv: true,
  shopperResultTarget: '_top',
  showAmount: false,
  showCVVHint: false,
  showLabels: true,
  showOneClickWidget: true,
  showPlaceholders: true,
  style: 'card' as 'card' | 'plain' | 'logos' | 'none',
  useSummaryPage: false,
  validation: true,
  // Tables, which pages assign to without creating them: `wpwlOptions.paypal.onApprove = …`.
  applePay: {} as Table,
  errorMessages: {} as Table,
  googlePay: {} as Table,
  iframeStyles: {} as Table<FrameStyleRule>,
  labels: {} as Table,
  languages: {} as Table<Table>,
  paypal: {} as Table,
  placeholders: {} as Table,
  registrations: {} as Table,
  tokens: {} as Table,
};

/** Read as the page wrote them: that one is missing says something, or its kind does. */
export const WITHOUT_DEFAULT = [
  'billingAddress',
  'brandDetectionPriority',
  'browser',
  'fields',
  'inlineFlow',
  'mandatoryBillingFields',
  'stayOnDecline',
  'threeDIframeSize',
] as const;

/** What existing pages set and this form has no use for: accepted, and nothing happens. */
export const WITHOUT_EFFECT = [
  'brandDetection',
  'clickToPay',
  'enableSAQACompliance',
  'imageStyle',
  'showBirthDate',
  'showTaxNumberField',
  'spinner',
] as const;

export type Options = typeof DEFAULTS;
export type OptionName =
  | keyof Options
  | (typeof WITHOUT_DEFAULT)[number]
  | (typeof WITHOUT_EFFECT)[number];

let filled: object | undefined;

/**
 * The merchant's object itself, created when the page has none. What the page left out is filled in,
 * so that the page can read it and assign to it; again when the page has put another object there.
 */
export function merchantOptions(): Record<string, unknown> {
  let options = ownProperty(window, 'wpwlOptions') as Record<string, unknown>;
  if (typeof options !== 'object' || !options) {
    options = forPage({});
    setOwnProperties(window, { wpwlOptions: options });
  }
  if (filled !== options) {
    filled = options;
    // A page may have frozen its object: then it keeps what it has.
    for (const [name, fallback] of Object.entries(DEFAULTS)) {
      const value = typeof fallback === 'object' ? forPage({}) : fallback;
      if (ownProperty(options, name) === undefined) setOwnProperties(options, { [name]: value });
    }
  }
  return options;
}

export const hasMerchantOptions = (): boolean =>
  typeof ownProperty(window, 'wpwlOptions') === 'object';

/** Pages write booleans as strings, too. */
export function coerce<T>(value: unknown, fallback: T): T {
  if (value === undefined || value === null) return fallback;
  if (typeof fallback === 'boolean') return (value !== 'false' && Boolean(value)) as T;
  return typeof value === typeof fallback ? (value as T) : fallback;
}

/** As the page wrote it. */
export const rawOption = (name: string): unknown => ownProperty(merchantOptions(), name);

export const option = <K extends keyof Options>(name: K): Options[K] =>
  coerce(rawOption(name), DEFAULTS[name]) as Options[K];

/** A table of texts, styles or switches; one that is missing, or something else, is empty. */
export const optionTable = <K extends OptionName>(
  name: K,
): Readonly<Partial<K extends keyof Options ? Options[K] & Table : Table>> =>
  own(rawOption(name) as never);

/** The names of all that the page's object holds, and of what stands in it: `labels.submit`. */
export const optionNames = (): string =>
  Object.entries(merchantOptions())
    .flatMap(([name, value]) =>
      value && typeof value === 'object' ? Object.keys(value).map((key) => `${name}.${key}`) : name,
    )
    .join();

/** A switch in a table, such as `registrations.requireCvv`. */
export const isOn = (table: OptionName, name: string): boolean =>
  coerce(optionTable(table)[name], false);
