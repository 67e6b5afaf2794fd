/** Where the CVV stands on the card, beside the field that asks for it (`showCVVHint`). */
import type { ElementBuilder } from '../element.ts';
import { computed } from '../signals.ts';
import type { FormState } from './form-state.ts';

export const cvvHint = (element: ElementBuilder, { brand, text }: FormState): HTMLElement =>
  element(
    'div',
    { class: 'wpwl-cvv-hint' },
    computed(() => text({ key: brand.value === 'AMEX' ? 'cvvHintAmex' : 'cvvHint' })),
  );
