/** The cardholder's name, an input in the page. */

import { cardField, emptyVariant, type PageField } from '../form/form-field.ts';
import type { FormState } from '../form/form-state.ts';
import { isShown } from '../form/is-shown.ts';
import { validateOnBlur } from '../form/page-field.ts';
import { option } from '../interface/options.ts';
import type { CardNodes } from './card-fields.tsx';

/** Letters and marks of any script, with the punctuation that names have. */
const NAME = /^[\p{L}\p{M} '’.,-]{3,128}$/u;

export const isHolderName = (text: string): boolean => NAME.test(text.trim());

export interface HolderFieldOptions {
  readonly state: FormState;
  readonly nodes: Pick<CardNodes, 'holder' | 'holderHidden'>;
  readonly onEdit: () => void;
}

export function createHolderField({ state, nodes, onEdit }: HolderFieldOptions): PageField {
  const { holder: input } = nodes;
  const field: PageField = {
    ...cardField(state, 'cardHolder'),
    control: input,
    focus: () => input.focus(),
    check() {
      // A page that hides or removes the group does not want it asked for.
      const isEmpty = !input.value.trim();
      const isLeftOut =
        isEmpty &&
        (option('allowEmptyCardHolderName') || !option('requireCardHolder') || !isShown(input));
      nodes.holderHidden.value = isLeftOut ? 'true' : '';
      return isLeftOut || isHolderName(input.value)
        ? undefined
        : { key: 'cardHolderError', variant: emptyVariant(state, 'cardHolder', isEmpty) };
    },
  };
  validateOnBlur(field, { onBlur: 'onBlurCardHolder', onEdit });
  return field;
}
