/** What makes the frame of the card number and that of the CVV different, seen from the page. */
import type { SealedField } from '../../../contract/sealed-value.ts';
import type { Environment } from '../widget-environment.ts';

export interface FrameKind {
  readonly key: 'cardNumber' | 'cvv';
  readonly field: SealedField;
  /** Begins the keys of `iframeStyles`. */
  readonly styles: 'card-number' | 'cvv';
  readonly onBlur: 'onBlurCardNumber' | 'onBlurSecurityCode';
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

interface PolicedDocument extends Document {
  readonly featurePolicy?: { features(): readonly string[] };
}

/** The frame element, with the name and classes that pages rely on. */
export function createFrame(
  { key, field }: FrameKind,
  { base, release }: Environment,
): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.name = field;
  frame.className = `wpwl-control wpwl-control-iframe wpwl-control-${key}`;
  frame.src = `${base}/v1/frames/${release}/${field.slice(5)}.html`;
  frame.referrerPolicy = 'origin';
  // Filled together with the page, where a browser has that feature; elsewhere it would warn of it.
  const { featurePolicy } = document as PolicedDocument;
  if (featurePolicy?.features().includes('autofill')) frame.allow = 'autofill';
  return frame;
}
