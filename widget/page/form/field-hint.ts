/** The error of a field: a hint after its control, wherever the page has moved that. */

import type { FormField } from './form-field.ts';
import type { FormState } from './form-state.ts';
import type { Scope } from './scope.ts';

/** Shows and takes away the hint as the field's error changes. `id` begins the id of the hint. */
export function followError(
  { follow }: Scope,
  state: FormState,
  { key, hint: errorKey, error: problem, control }: FormField,
  id: string,
): void {
  const hint = document.createElement('div');
  hint.className = `wpwl-hint wpwl-hint-${errorKey}`;
  hint.id = `${id}-${key}-error`;
  follow(() => {
    const error = problem.value;
    control.classList.toggle('wpwl-has-error', error !== undefined);
    // A frame tells assistive technology inside: ids do not reach across documents.
    if (!(control instanceof HTMLIFrameElement)) {
      control.setAttribute('aria-invalid', String(error !== undefined));
      if (error) control.setAttribute('aria-describedby', hint.id);
      else control.removeAttribute('aria-describedby');
    }
    if (error) {
      hint.textContent = state.text(error);
      control.after(hint);
    } else {
      hint.remove();
    }
  });
}
