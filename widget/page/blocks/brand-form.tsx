/** The form of a brand that is no card: what it asks for, and one button that leads there. */
import { computed } from '@preact/signals';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { FormState } from '../card-form/form-state.ts';
import type { FormContext, PlacedForm } from '../card-form/placed-form.ts';
import { drawApart } from '../draw.ts';
import { merchantOptions } from '../options.ts';
import { createBlockForm } from './block-form.tsx';

export function createBrandForm(context: FormContext, state: FormState, code: string): PlacedForm {
  const { scope } = context;
  const containerKey = `virtualAccount-${code}`;
  // Banks; all others are accounts with the brand.
  const isBank = /^(IDEAL|SOFORT)/.test(code);
  const isInline = [merchantOptions()['inlineFlow']].flat().includes(code);
  const account = isInline ? 'InlineVirtualAccount' : 'VirtualAccount';
  const brand = computed(() => state.data.value?.brands[code]);
  const block = createBlockForm(context, state, {
    containerKey,
    classes: `wpwl-form-${isBank ? 'onlineTransfer' : 'virtualAccount'} wpwl-form-${containerKey}`,
    buttonClass: OTHER_BRANDS.get(code) === 'redirect' ? 'wpwl-button-brand' : 'wpwl-button-pay',
    submits: containerKey,
    submitText: () => ({ key: 'payWith', values: { brand: brand.value?.name ?? '' } }),
    beforeSubmit: `onBeforeSubmit${isBank ? 'OnlineTransfer' : account}`,
  });
  const { form } = block;
  form.append(...drawApart(scope, <input type="hidden" name="paymentBrand" value={code} />));

  let isDrawn = false;
  scope.follow(() => {
    const inputs = brand.value?.inputs;
    if (!inputs || isDrawn) return;
    isDrawn = true;
    block.draw(inputs);
  });

  return { ...block, isOffered: (data) => data.brands[code] !== undefined };
}
