/**
 * The merchant's `wpwlOptions`. They are looked up whenever they are needed: pages set them before
 * or after the script, and go on assigning to them later.
 */
import type { FrameStyleRule } from '../../contract/frame-style.ts';

export interface PlainOptions {
  style: 'card' | 'plain' | 'logos' | 'none';
  showLabels: boolean;
  showPlaceholders: boolean;
  requireCvv: boolean;
  allowEmptyCvv: boolean;
  allowEmptyCardHolderName: boolean;
  maskCvv: boolean;
  brandDetection: boolean;
  numberFormatting: boolean;
  disableSubmitOnEnter: boolean;
  disableCardExpiryDateValidation: boolean;
  stayOnDecline: boolean;
  locale: string;
  autofocus: string;
  paymentTarget: string;
}

const DEFAULTS: Readonly<PlainOptions> = {
  style: 'card',
  showLabels: true,
  showPlaceholders: true,
  requireCvv: true,
  allowEmptyCvv: false,
  allowEmptyCardHolderName: false,
  maskCvv: false,
  brandDetection: false,
  numberFormatting: true,
  disableSubmitOnEnter: false,
  disableCardExpiryDateValidation: false,
  stayOnDecline: false,
  locale: '',
  autofocus: '',
  paymentTarget: '',
};

/** The tables of texts and styles; any of them may be missing or of a wrong type in the page. */
interface OptionTables {
  labels: Record<string, unknown>;
  errorMessages: Record<string, unknown>;
  iframeStyles: Record<string, FrameStyleRule>;
}

/** The merchant's object itself; created when the page has none, so that pages can assign to it. */
export function merchantOptions(): Record<string, unknown> {
  const holder = window as { wpwlOptions?: unknown };
  if (typeof holder.wpwlOptions !== 'object' || !holder.wpwlOptions) holder.wpwlOptions = {};
  return holder.wpwlOptions as Record<string, unknown>;
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

export function optionTable<K extends keyof OptionTables>(name: K): Partial<OptionTables[K]> {
  const value = merchantOptions()[name];
  return typeof value === 'object' && value ? (value as Partial<OptionTables[K]>) : {};
}
