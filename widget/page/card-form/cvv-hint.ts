/** Where the CVV stands on the card, beside the field that asks for it (`showCVVHint`). */
import type { ElementBuilder } from '../element.ts';
import { computed } from '../signals.ts';
import type { FormState } from './form-state.ts';

/** The text for an error says what is wrong and then where the digits are: that is wanted here. */
export const secondSentence = (text: string): string => text.replace(/^[^.。]*[.。]\s*/, '');

export function cvvHint(element: ElementBuilder, { brand, text }: FormState): HTMLElement {
  const words = computed(() => {
    const end = brand.value === 'AMEX' ? 'Amex' : '';
    return (
      text({ key: `cvvHint${end}` }) ||
      secondSentence(text({ key: 'cvvError', ...(end && { variant: `cvvError${end}` }) }))
    );
  });
  return element('div', { class: 'wpwl-cvv-hint' }, words);
}
