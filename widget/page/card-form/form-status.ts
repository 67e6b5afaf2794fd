/** What concerns the form as a whole: its phase, its message, its language, the live region. */
import type { Scope } from '../scope.ts';
import type { ShellNodes } from './form-shell.ts';
import { FIELD_KEYS, type FormState } from './form-state.ts';

/** As an attribute: Firefox 114 to 118 have no properties for it. */
const setAria = (element: Element, name: 'busy' | 'disabled', value: boolean) =>
  element.setAttribute(`aria-${name}`, String(value));

/** Keeps the form's nodes in step with its state. */
export function followStatus(
  { follow }: Scope,
  state: FormState,
  nodes: ShellNodes,
  controls: readonly HTMLElement[],
): void {
  const { form, button, message, messageText, retry, live } = nodes;
  retry.addEventListener('click', () => {
    const value = state.message.peek();
    // The button goes with its message; the focus must not.
    button.focus();
    value?.retry?.();
  });

  follow(() => {
    const { value: phase } = state.phase;
    const isBusy = phase === 'busy';
    form.setAttribute('data-phase', phase);
    setAria(form, 'busy', isBusy || phase === 'loading');
    // Pages switch `disabled` themselves; and a disabled button would lose the focus.
    setAria(button, 'disabled', phase !== 'ready');
    setAria(button, 'busy', isBusy);
    for (const control of controls) {
      if (control instanceof HTMLInputElement) control.readOnly = isBusy;
      else setAria(control, 'disabled', isBusy);
    }
  });

  follow(() => {
    const { value: language } = state.language;
    if (!language) return;
    form.lang = language.language;
    form.dir = language.direction;
  });

  follow(() => {
    const { value } = state.message;
    messageText.textContent = value ? state.text(value) : '';
    message.hidden = !value;
    message.toggleAttribute('data-info', value?.isInfo === true);
    retry.hidden = !value?.retry;
  });

  follow(() => {
    const isWrong = FIELD_KEYS.some((key) => state.errors[key].value);
    button.classList.toggle('wpwl-button-error', isWrong);
  });

  follow(() => {
    live.textContent = state.announcement.value;
  });
}
