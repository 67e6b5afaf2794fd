/** What makes the frames of card number, CVV and IBAN different, seen from the page. */
import type { FrameQuery } from '../../../../contract/frame-query.ts';
import type { SealedField } from '../../../../contract/sealed-value.ts';
import { option, rawOption } from '../../interface/options.ts';
import { wantedLocale } from '../form-session.ts';
import type { FormState } from '../form-state.ts';
import type { Environment } from '../gateway-client.ts';

export interface FrameKind {
  readonly key: 'cardNumber' | 'cvv' | 'accountIban';
  readonly field: SealedField;
  /** Begins the keys of `iframeStyles`. */
  readonly styles: 'card-number' | 'cvv' | 'account-iban';
  /** Called beside those that every frame has. */
  readonly onBlur?: 'onBlurCardNumber' | 'onBlurSecurityCode';
}

export const NUMBER_FRAME: FrameKind = {
  key: 'cardNumber',
  field: 'card.number',
  styles: 'card-number',
  onBlur: 'onBlurCardNumber',
};

export const CVV_FRAME: FrameKind = {
  key: 'cvv',
  field: 'card.cvv',
  styles: 'cvv',
  onBlur: 'onBlurSecurityCode',
};

export const IBAN_FRAME: FrameKind = {
  key: 'accountIban',
  field: 'bankAccount.iban',
  styles: 'account-iban',
};

/** Where a browser has none, it may be whatever a page has set on `Object.prototype`. */
interface PolicedDocument extends Document {
  readonly featurePolicy?: { features?(): Partial<readonly string[]> };
}

/**
 * The address of the frame's document, which the gateway writes for the checkout: with the rules of
 * these brands, or of all that the channel has where none are named.
 */
export function frameAddress(
  { key, field }: FrameKind,
  { base, release, checkoutId }: Environment,
  { asked, isList }: FormState,
  place: HTMLElement,
): string {
  const address = `${base}/v1/frames/${release}/${encodeURIComponent(checkoutId)}/${field.split('.')[1]}.html`;
  if (key !== 'cardNumber') return address;
  const query: FrameQuery = {
    locale: wantedLocale(place),
    ...(asked.length > 0 && { brands: asked.join() }),
    ...(option('brandDetectionType') === 'binlist' && { ranges: 'all' }),
    ...((isList || rawOption('onDetectBrand') !== undefined) && { others: 'all' }),
  };
  return `${address}?${new URLSearchParams({ ...query })}`;
}

/** The frame element, with the name and classes that pages rely on. */
export function createFrame({ key, field }: FrameKind, address: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.name = field;
  frame.className = `wpwl-control wpwl-control-iframe wpwl-control-${key}`;
  frame.src = address;
  frame.referrerPolicy = 'origin';
  // Filled together with the page, where a browser has that feature; elsewhere it would warn of it.
  const { featurePolicy } = document as PolicedDocument;
  if (featurePolicy?.features?.().includes?.('autofill')) frame.allow = 'autofill';
  return frame;
}
