/** The fields of a form among what the gateway described: validated by the browser's own rules. */
import { signal } from '@preact/signals';
import { readDigits, westernDigits } from '../../../contract/digit-groups.ts';
import { own } from '../interface/own-properties.ts';
import { followError } from './field-hint.ts';
import { emptyVariant, type PageField } from './form-field.ts';
import type { FormState } from './form-state.ts';
import { isShown } from './is-shown.ts';
import { validateOnBlur } from './page-field.ts';
import type { Scope } from './scope.ts';

export interface RenderedInputOptions {
  readonly scope: Scope;
  readonly state: FormState;
  /** Begins the ids of the form. */
  readonly id: string;
  readonly onEdit: () => void;
}

type Control = HTMLInputElement | HTMLSelectElement;

/**
 * What is wrong only for how it was typed: a blank that a keyboard has put behind it, digits of another
 * script, a code in groups. Whatever else is wrong stays as the shopper typed it.
 */
function setRight(control: Control): void {
  const { value, inputMode } = control;
  if (control.checkValidity()) return;
  control.value = inputMode === 'numeric' ? readDigits(value) : westernDigits(value.trim());
  if (!control.checkValidity()) control.value = value;
}

export const renderedInputs = (root: HTMLElement, options: RenderedInputOptions): PageField[] =>
  [...root.querySelectorAll<Control>('[data-error]')].map((control) => {
    const { scope, state, id, onEdit } = options;
    const { error: key = '', label = '', brand = '' } = own(control.dataset);
    const field: PageField = {
      key: control.name,
      label,
      hint: key,
      error: signal(undefined),
      control,
      focus: () => control.focus(),
      // A control that the page hides is not asked for.
      check() {
        setRight(control);
        if (control.checkValidity() || !isShown(control)) return undefined;
        const variant = emptyVariant(state, key.replace('Error', ''), !control.value);
        // What the line is called in its country goes before.
        const isCloser = variant && !state.closerWords.peek()[key];
        return { key, values: { brand }, ...(isCloser && { variant }) };
      },
    };
    validateOnBlur(field, { onEdit });
    followError(scope, state, field, id);
    return field;
  });
