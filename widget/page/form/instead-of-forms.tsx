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
    const copy = (target as Element).getAttribute('data-copy');
    if (copy) {
      await navigator.clipboard?.writeText(copy);
      announce(state, state.text({ key: 'copied' }));
    }
  };
  let drawn = '';
  follow(() => {
    const instead = state.terms.value?.instead ?? [];
    // The same again would lose the focus.
    const asked = JSON.stringify(instead);
    if (asked === drawn) return;
    drawn = asked;
    shown()?.message.before(box);
    drawAnew(box, <RenderedFields elements={instead} state={state} id="" />);
    box.querySelector<HTMLElement>('[tabindex]')?.focus();
  });
}
