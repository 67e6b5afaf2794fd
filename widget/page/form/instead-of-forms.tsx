/** What stands in the place of the forms once the gateway says so: a voucher that is to be paid. */
import { drawAnew } from './draw.ts';
import type { FormInstance } from './form-instance.ts';
import { announce, type FormState } from './form-state.ts';
import { RenderedFields } from './rendered-fields.tsx';
import type { Scope } from './scope.ts';

/** @param shown the form that is left of all when they have ended */
export function showInstead(
  { follow }: Scope,
  state: FormState,
  shown: () => FormInstance | undefined,
): void {
  const box = document.createElement('div');
  box.className = 'wpwl-instead';
  box.onclick = async ({ target }) => {
    const button = target as Element;
    const copy = button.getAttribute('data-copy');
    if (!copy) return;
    try {
      await navigator.clipboard.writeText(copy);
      button.textContent = state.text({ key: 'copied' });
      announce(state, button.textContent);
    } catch {
      // Without TLS, or refused: the shopper copies what is selected then.
      getSelection()?.selectAllChildren(button.previousElementSibling ?? box);
    }
  };
  let drawn = '';
  follow(() => {
    const instead = state.terms.value?.instead ?? [];
    // The same again would lose the focus.
    const asked = JSON.stringify(instead);
    if (asked === drawn) return;
    drawn = asked;
    if (instead.length === 0) return box.remove();
    announce(state, '');
    shown()?.message.before(box);
    drawAnew(box, <RenderedFields elements={instead} state={state} id="" />);
    box.querySelector<HTMLElement>('[tabindex]')?.focus();
  });
}
