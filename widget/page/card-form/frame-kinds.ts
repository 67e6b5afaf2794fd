/** What makes the frame of the card number and that of the CVV different, seen from the page. */
import type { SealedField } from '../../../contract/sealed-value.ts';
import type { Environment } from '../widget-environment.ts';

export interface FrameKind {
  readonly key: 'cardNumber' | 'cvv';
  readonly field: SealedField;
  /** Of the document, in the folder of the release. */
  readonly file: string;
  /** Begins the keys of `iframeStyles`. */
  readonly styles: 'card-number' | 'cvv';
  readonly onBlur: 'onBlurCardNumber' | 'onBlurSecurityCode';
}

export const NUMBER_FRAME: FrameKind = {
  key: 'cardNumber',
  field: 'card.number',
  file: 'number.html',
  styles: 'card-number',
  onBlur: 'onBlurCardNumber',
};

export const CVV_FRAME: FrameKind = {
  key: 'cvv',
  field: 'card.cvv',
  file: 'cvv.html',
  styles: 'cvv',
  onBlur: 'onBlurSecurityCode',
};

interface PolicedDocument extends Document {
  readonly featurePolicy?: { features(): readonly string[] };
}

/** The frame element, with the name and classes that pages rely on. */
export function createFrame(kind: FrameKind, { base, release }: Environment): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.name = kind.field;
  frame.className = `wpwl-control wpwl-control-iframe wpwl-control-${kind.key}`;
  frame.src = `${base}/v1/frames/${release}/${kind.file}`;
  frame.referrerPolicy = 'origin';
  // Filled together with the page, where a browser has that feature; elsewhere it would warn of it.
  const { featurePolicy } = document as PolicedDocument;
  if (featurePolicy?.features().includes('autofill')) frame.allow = 'autofill';
  return frame;
}
