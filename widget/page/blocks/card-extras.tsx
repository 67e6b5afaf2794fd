/** What the card form has besides the card: installments, the billing address, consent to store. */

import type { PageField } from '../card-form/form-field.ts';
import type { ShellNodes } from '../card-form/form-shell.tsx';
import { drawApart } from '../draw.ts';
import { coerce, isOn, merchantOptions, option, optionTable } from '../options.ts';
import { RenderedFields } from './rendered-fields.tsx';
import { type TreeFieldOptions, treeFields } from './tree-fields.ts';

/**
 * The blocks that the page's options ask the gateway for.
 * @param hasAction whether the merchant's form says where the shopper goes afterwards
 */
export const wantedBlocks = (hasAction: boolean): string =>
  [
    hasAction || 'noAction',
    coerce(merchantOptions()['billingAddress'], false) && 'billing',
    isOn('registrations', 'offerToStore') && 'consent',
    (option('stayOnDecline') || merchantOptions()['onResult']) && 'declines',
    option('showCVVHint') && 'cvvHint',
    (option('showAmount') || merchantOptions()['getCheckoutId']) && 'cardOptions',
  ]
    .filter(Boolean)
    .join();

export function followExtras(
  { form, message }: Pick<ShellNodes, 'form' | 'message'>,
  inputs: PageField[],
  options: TreeFieldOptions,
): void {
  const { scope, state, id } = options;
  let isDrawn = false;
  scope.follow(() => {
    const extras = state.data.value?.extras;
    if (!extras || isDrawn) return;
    isDrawn = true;
    const fields = <RenderedFields trees={extras} state={state} id={id} />;
    message.before(...drawApart(scope, fields));
    fillBilling(form, id);
    inputs.push(...treeFields(form, options));
  });
}

/** Fills the address in as the page says, and keeps its rules those of the chosen country. */
function fillBilling(form: HTMLFormElement, id: string): void {
  const address = optionTable('billingAddress');
  const inputs = new Map<string, HTMLInputElement>();
  for (const input of form.querySelectorAll<HTMLInputElement>(
    '.wpwl-group-billing .wpwl-control',
  )) {
    const [, name = ''] = input.name.split('.');
    inputs.set(name, input);
    input.value = String(address[name] ?? '');
    input.required = isOn('mandatoryBillingFields', name);
  }
  const country = form.querySelector<HTMLSelectElement>('.wpwl-control-country');
  const adapt = () => {
    const { postcode = '.*' } = country?.selectedOptions[0]?.dataset ?? {};
    inputs.get('postcode')?.setAttribute('pattern', postcode);
    inputs.get('state')?.setAttribute('list', `${id}states-${country?.value}`);
  };
  country?.addEventListener('change', adapt);
  adapt();
}
