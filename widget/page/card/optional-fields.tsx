/** What the card form has besides the card: installments, the billing address, consent to store. */

import type { TreeElement, TreeText } from '../../../contract/form-tree.ts';
import { fillBilling } from '../billing/billing-fields.ts';
import { drawBefore } from '../form/draw.ts';
import type { PageField } from '../form/form-field.ts';
import type { ShellNodes } from '../form/form-shell.tsx';
import type { FormState } from '../form/form-state.ts';
import { RenderedFields } from '../form/rendered-fields.tsx';
import { type RenderedInputOptions, renderedInputs } from '../form/rendered-inputs.ts';
import { coerce, isOn, option, optionTable, rawOption } from '../interface/options.ts';

/**
 * Names of the fields that the page's options ask the gateway for.
 * @param hasAction whether the merchant's form says where the shopper goes afterwards
 */
export const wantedFields = (hasAction: boolean, isList: boolean): string =>
  [
    hasAction || 'noAction',
    coerce(rawOption('billingAddress'), false) && 'billing',
    isOn('registrations', 'offerToStore') && 'consent',
    (coerce(rawOption('stayOnDecline'), isList) || rawOption('onResult')) && 'declines',
    isList && 'list',
    typeof rawOption('onDeleteRegistration') === 'function' && 'remove',
    option('showCVVHint') && 'cvvHint',
    option('displayBic') && 'bic',
    (option('labelPosition') === 'floating' || option('density') === 'condensed') && 'inside',
    option('icons') !== 'inside' && 'icons',
    // Codes of brands, one or a list: joined like the rest.
    rawOption('inlineFlow'),
    (option('showAmount') || rawOption('getCheckoutId')) && 'cardOptions',
  ]
    .filter(Boolean)
    .join();

/** How high these fields will be: see `keepPlaces`. */
export function optionalShape(): string {
  const { country, state } = optionTable('billingAddress');
  // Without a country all lines are there; in most countries all but the state.
  const billing = country && !state ? 'TFFFFF' : 'TFFFFFF';
  return (
    (coerce(rawOption('billingAddress'), false) ? billing : '') +
    (isOn('registrations', 'offerToStore') ? 'C' : '')
  );
}

/** Options whose words change with language or amount, written anew by their value: the choice stays. */
function writeOptions(
  form: HTMLFormElement,
  text: FormState['text'],
  [tag, { name, value }, ...children]: TreeElement,
  select: unknown = '',
): void {
  const option =
    tag === 'option' &&
    form.querySelector<HTMLOptionElement>(`select[name="${select}"] [value="${value}"]`);
  for (const child of children) {
    if (Array.isArray(child)) writeOptions(form, text, child as TreeElement, name);
    else if (option) option.text = typeof child === 'string' ? child : text(child as TreeText);
  }
}

export function followOptionalFields(
  { form, message }: Pick<ShellNodes, 'form' | 'message'>,
  inputs: PageField[],
  options: RenderedInputOptions,
): void {
  const { scope, state, id } = options;
  let isDrawn = false;
  scope.follow(() => {
    const extras = state.data.value?.extras;
    if (!extras || isDrawn) return;
    isDrawn = true;
    drawBefore(scope, message, <RenderedFields elements={extras} state={state} id={id} />);
    fillBilling(form, state, id);
    inputs.push(...renderedInputs(form, options));
  });
  scope.follow(() => {
    for (const element of state.terms.value?.extras ?? []) writeOptions(form, state.text, element);
  });
}
