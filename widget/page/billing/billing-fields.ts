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
  const adapt = () => {
    const [chosen] = country?.selectedOptions ?? [];
    const postcode = chosen?.getAttribute('data-postcode') ?? '.*';
    inputs.get('postcode')?.setAttribute('pattern', postcode);
    inputs.get('state')?.setAttribute('list', `${id}states-${country?.value}`);
  };
  country?.addEventListener('change', adapt);
  adapt();
}
