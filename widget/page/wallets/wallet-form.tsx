/** The form of a brand that is no card: what it asks for, and one button that leads there. */
import { computed } from '@preact/signals';
import { isPrepayment } from '../../../contract/is-other-brand.ts';
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
  const containerKey = `${isPrepayment(code) ? 'prepayment' : 'virtualAccount'}-${code}`;
  const brand = computed(() => state.data.value?.brands[code]);
  const rendered = createRenderedForm(context, state, {
    containerKey,
    classes: `wpwl-form-${containerKey}`,
    buttonClass: '',
    submits: containerKey,
    submitText: () => ({ key: 'payWith', values: { brand: brand.value?.name ?? '' } }),
    beforeSubmit: () => {
      const { family = 'VirtualAccount' } = brand.value ?? {};
      const isInline = [rawOption('inlineFlow')].flat().includes(code);
      return `onBeforeSubmit${isInline ? family.replace('V', 'InlineV') : family}`;
    },
  });
  const { form, nodes } = rendered;
  form.append(...drawApart(scope, <input type="hidden" name="paymentBrand" value={code} />));

  let isDrawn = false;
  scope.follow(() => {
    const { inputs, formClass = '', buttonClass = '' } = brand.value ?? {};
    if (!inputs || isDrawn) return;
    isDrawn = true;
    form.className += ` ${formClass}`;
    nodes.button.className += ` ${buttonClass}`;
    rendered.draw(inputs);
  });

  return { ...rendered, isOffered: (data) => data.brands[code] !== undefined };
}
