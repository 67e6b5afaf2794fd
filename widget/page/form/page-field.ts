/** What the inputs in the page share: validated when they are left, not while they are edited. */
import { callBack } from '../interface/callbacks.ts';
import { afterClick, type PageField } from './form-field.ts';

export interface PageFieldEvents {
  readonly onBlur?: 'onBlurCardHolder' | 'onBlurExpiryDate';
  readonly onEdit: () => void;
}

/** An empty field that was left is not marked invalid: the shopper may come back to it. */
export function validateOnBlur(field: PageField, { onBlur, onEdit }: PageFieldEvents): void {
  const input = field.control as HTMLInputElement;
  const { error } = field;
  input.addEventListener('input', () => {
    error.value = undefined;
    onEdit();
  });
  input.addEventListener('blur', () => {
    afterClick(() => {
      // One who has come back is typing in it.
      const isLeft = document.hasFocus() && !input.matches(':focus');
      if (input.value && isLeft) error.value = field.check();
    });
    if (onBlur) callBack(onBlur, input.form, !field.check());
  });
}
