/** What the form asks of each of its fields, in the page or in a frame. */
import type { Signal } from '@preact/signals';
import type { FieldKey, FormState } from './form-state.ts';
import type { TextRef } from './texts.ts';

export interface FormField {
  /** Of the card form's own fields a {@link FieldKey}, of others the parameter they are sent as. */
  readonly key: string;
  /** Key of its label's text. */
  readonly label: string;
  /** Key of the text that says what is wrong; ends the class of its hint. */
  readonly hint: string;
  readonly error: Signal<TextRef | undefined>;
  /** The input, or the frame; errors stand after it. */
  readonly control: HTMLElement;
  readonly focus: () => void;
}

export interface PageField extends FormField {
  /** What is wrong with the field now; undefined when it can be sent. */
  readonly check: () => TextRef | undefined;
}

const AFTER_CLICK_MS = 200;

/**
 * A field that was left is validated after the click that left it, however long the button is held
 * down: an error takes a line, and a button that moves away from under the pointer is not clicked.
 */
export function afterClick(run: () => void): void {
  setTimeout(() => (document.querySelector(':active') ? afterClick(run) : run()), AFTER_CLICK_MS);
}

/** The text that labels a field, by its key. */
export const FIELD_LABELS = {
  cardNumber: 'cardNumber',
  expiry: 'expiryDate',
  cvv: 'cvv',
  cardHolder: 'cardHolder',
  accountIban: 'accountIban',
} as const satisfies Readonly<Record<FieldKey, string>>;

/** The closer wording of a field's error: in the list of ways to pay, what is empty is not called wrong. */
export const emptyVariant = (
  { isList }: FormState,
  key: string,
  isEmpty: boolean,
): string | undefined => (isEmpty && isList ? `${key}Missing` : undefined);

/** What the card form's own fields have in common. */
export const cardField = (state: FormState, key: FieldKey) => ({
  key,
  label: FIELD_LABELS[key],
  hint: key === 'expiry' ? 'expiryMonthError' : `${key}Error`,
  error: state.errors[key],
});
