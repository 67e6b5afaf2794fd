/** The form of a brand that is no card: what it asks for, and one button that leads there. */
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { FormState } from '../card-form/form-state.ts';
import type { FormContext, PlacedForm } from '../card-form/placed-form.ts';
import { elementBuilder } from '../element.ts';
import { computed } from '../signals.ts';
import { createBlockForm } from './block-form.ts';

export function createBrandForm(context: FormContext, state: FormState, code: string): PlacedForm {
  const { scope } = context;
  const containerKey = `virtualAccount-${code}`;
  // Banks; all others are accounts with the brand.
  const kind = /^(IDEAL|SOFORT)/.test(code) ? 'OnlineTransfer' : 'VirtualAccount';
  const brand = computed(() => state.data.value?.brands[code]);
  const values = () => ({ brand: brand.value?.name ?? '' });
  const block = createBlockForm(context, state, {
    containerKey,
    classes: `wpwl-form-${kind.replace(/^./, (first) => first.toLowerCase())} wpwl-form-${containerKey}`,
    buttonClass: OTHER_BRANDS.get(code) === 'redirect' ? 'wpwl-button-brand' : 'wpwl-button-pay',
    submits: containerKey,
    submitText: () => ({ key: 'payWith', values: values() }),
    beforeSubmit: `onBeforeSubmit${kind}`,
  });
  const { form } = block;
  form.append(
    elementBuilder(scope)('input', { type: 'hidden', name: 'paymentBrand', value: code }),
  );

  let isDrawn = false;
  scope.follow(() => {
    const inputs = brand.value?.inputs;
    if (!inputs || isDrawn) return;
    isDrawn = true;
    block.draw(inputs, values());
  });

  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return;
    for (const group of form.querySelectorAll<HTMLElement>('[data-when]')) {
      group.hidden = group.dataset['when'] !== target.value;
      // What is not asked for is not sent.
      for (const input of group.querySelectorAll('input')) input.disabled = group.hidden;
    }
  });

  return { ...block, isOffered: (data) => data.brands[code] !== undefined };
}
