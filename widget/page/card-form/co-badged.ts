/**
 * A card of two brands: the shopper decides (Regulation (EU) 2015/751, article 8), between radio
 * buttons that show both alike. They stand after the number, wherever the page has moved that.
 */
import { elementBuilder } from '../element.ts';
import type { Scope } from '../scope.ts';
import type { ReadonlySignal } from '../signals.ts';
import { drawLogos } from './brand-logo.ts';
import type { FormNodes } from './build-form.ts';
import { announce, type FormState } from './form-state.ts';

interface Choice {
  /** Brands that the number may be of, the one that goes first first. */
  readonly detected: ReadonlySignal<readonly string[]>;
  /** '' lets the number decide again. */
  readonly choose: (code: string) => void;
}

export function offerChoice(
  scope: Scope,
  state: FormState,
  { select, numberWrapper }: Pick<FormNodes, 'select' | 'numberWrapper'>,
  { detected, choose }: Choice,
): void {
  const element = elementBuilder(scope);
  const label = state.label('chooseBrand');
  const group = element('div', { class: 'wpwl-choices', role: 'radiogroup', 'aria-label': label });
  let offered = '';

  const draw = (code: string) => {
    const data = state.data.peek();
    // The select is what is sent: these belong to no form.
    const radio = element('input', { type: 'radio', name: `${select.id}s`, form: '', value: code });
    radio.checked = code === state.brand.peek();
    radio.addEventListener('change', () => choose(code));
    const name = data?.brands[code]?.name ?? code;
    return element('label', { class: 'wpwl-choice' }, radio, ...drawLogos([code], data), name);
  };

  scope.follow(() => {
    const { value: codes } = detected;
    const open = state.bin.value && codes.length > 1 ? codes : [];
    if (String(open) === offered) return;
    // What was chosen for another card says nothing of this one.
    if (offered && state.chosen.peek()) choose('');
    offered = String(open);
    group.replaceChildren(...open.map(draw));
    if (!offered) return group.remove();
    numberWrapper.parentElement?.after(group);
    announce(state, label.peek());
  });

  scope.follow(() => {
    const { value } = state.brand;
    for (const radio of group.querySelectorAll('input')) radio.checked = radio.value === value;
  });
}
