/** The form of a brand that is no card: what it asks for, and one button that leads there. */
import { computed } from '@preact/signals';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { drawApart } from '../form/draw.ts';
import type { FormContext, FormInstance } from '../form/form-instance.ts';
import type { FormState } from '../form/form-state.ts';
import { createRenderedForm } from '../form/rendered-form.tsx';
import { rawOption } from '../interface/options.ts';

export function createWalletForm(
  context: FormContext,
  state: FormState,
  code: string,
): FormInstance {
  const { scope } = context;
  const containerKey = `virtualAccount-${code}`;
  // Banks; all others are accounts with the brand.
  const isBank = /^(IDEAL|SOFORT)/.test(code);
  const isInline = [rawOption('inlineFlow')].flat().includes(code);
  const account = isInline ? 'InlineVirtualAccount' : 'VirtualAccount';
  const brand = computed(() => state.data.value?.brands[code]);
  const rendered = createRenderedForm(context, state, {
    containerKey,
    classes: `wpwl-form-${isBank ? 'onlineTransfer' : 'virtualAccount'} wpwl-form-${containerKey}`,
    buttonClass: OTHER_BRANDS.get(code) === 'redirect' ? 'wpwl-button-brand' : 'wpwl-button-pay',
    submits: containerKey,
    submitText: () => ({ key: 'payWith', values: { brand: brand.value?.name ?? '' } }),
    beforeSubmit: `onBeforeSubmit${isBank ? 'OnlineTransfer' : account}`,
  });
  const { form } = rendered;
  form.append(...drawApart(scope, <input type="hidden" name="paymentBrand" value={code} />));

  let isDrawn = false;
  scope.follow(() => {
    const inputs = brand.value?.inputs;
    if (!inputs || isDrawn) return;
    isDrawn = true;
    rendered.draw(inputs);
  });

  return { ...rendered, isOffered: (data) => data.brands[code] !== undefined };
}
