/** The billing address among the fields that the gateway renders. */
import { isOn, optionTable } from '../interface/options.ts';

/** Fills the address in as the page says, and keeps its rules those of the chosen country. */
export function fillBilling(form: HTMLFormElement, id: string): void {
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
  const adapt = () => {
    const [chosen] = country?.selectedOptions ?? [];
    const rule = (name: string) => chosen?.getAttribute(`data-${name}`) ?? '';
    inputs.get('postcode')?.setAttribute('pattern', rule('postcode'));
    inputs.get('state')?.setAttribute('list', `${id}states-${country?.value}`);
    // As an address is written there; what the page has moved stays where it is.
    for (const name of rule('fields').split(' ')) {
      const group = groupOf(inputs.get(name));
      if (box && group?.parentNode === box) box.append(group);
    }
    for (const [name, { required, value }] of inputs) {
      const group = groupOf(inputs.get(name));
      const isAsked = !country?.value || required || value || rule('fields').includes(name);
      if (group) group.hidden = !isAsked;
    }
  };
  country?.addEventListener('change', adapt);
  adapt();
}
