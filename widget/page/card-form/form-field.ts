/** What the form asks of each of its fields, in the page or in a frame. */
import type { TextRef } from '../texts.ts';
import type { FieldKey } from './form-state.ts';

export interface FormField {
  readonly key: FieldKey;
  /** The input, or the frame; errors stand after it. */
  readonly control: HTMLElement;
  readonly focus: () => void;
}

export interface PageField extends FormField {
  /** What is wrong with the field now; undefined when it can be sent. */
  readonly check: () => TextRef | undefined;
}

/** What is wrong with a field, by its key. */
export const FIELD_ERRORS: Readonly<Record<FieldKey, string>> = {
  cardNumber: 'cardNumberError',
  expiry: 'expiryMonthError',
  cvv: 'cvvError',
  cardHolder: 'cardHolderError',
};

/** The label of a field, by its key. */
export const FIELD_LABELS = {
  cardNumber: 'cardNumber',
  expiry: 'expiryDate',
  cvv: 'cvv',
  cardHolder: 'cardHolder',
} as const satisfies Readonly<Record<FieldKey, string>>;
