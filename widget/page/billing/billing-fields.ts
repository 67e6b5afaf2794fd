/** The billing address among the fields that the gateway renders. */
import type { FormState } from '../form/form-state.ts';
import { isOn, optionTable } from '../interface/options.ts';
import { own } from '../interface/own-properties.ts';

/** Fills the address in as the page says, and keeps its rules those of the chosen country. */
export function fillBilling(form: HTMLFormElement, { closerWords }: FormState, id: string): void {
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
  const groupOf = (control?: HTMLElement | null) => control?.closest<HTMLElement>('.wpwl-group');
  const box = groupOf(country)?.parentNode;
  const rule = (name: string) => country?.selectedOptions[0]?.getAttribute(`data-${name}`) || '';
  const show = () => {
    const fields = rule('fields');
    for (const [name, { required, value }] of inputs) {
      const group = groupOf(inputs.get(name));
      if (group) group.hidden = !(!fields || required || value || fields.includes(name));
    }
  };
  const adapt = () => {
    closerWords.value = own(JSON.parse(rule('words') || '{}'));
    inputs.get('postcode')?.setAttribute('pattern', rule('postcode') || '.*');
    inputs.get('state')?.setAttribute('list', `${id}states-${country?.value}`);
    const focused = form.querySelector<HTMLElement>('.wpwl-group-billing :focus');
    // As an address is written there; what the page has moved stays where it is.
    for (const name of rule('fields').split(' ')) {
      const group = groupOf(inputs.get(name));
      if (box && group?.parentNode === box) box.append(group);
    }
    focused?.focus();
    show();
  };
  country?.addEventListener('change', () => {
    adapt();
    // As if it were left now: right in one country, it may be wrong in another.
    inputs.get('postcode')?.dispatchEvent(new Event('blur'));
  });
  // What a browser fills in is seen, wherever it goes.
  form.addEventListener('change', show);
  adapt();
}
