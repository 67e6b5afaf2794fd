import { type Html, html } from '../../html.ts';
import type { EndpointParameter } from '../../reference/endpoint-parameters.ts';

/** What a family of names is called; the name itself for the rest. */
const FAMILIES: Readonly<Record<string, string>> = {
  '': 'Payment',
  card: 'Card',
  sealed: 'Sealed card fields',
  customer: 'Customer',
  billing: 'Billing address',
  shipping: 'Shipping',
  merchant: 'Merchant',
  cart: 'Cart',
  order: 'Order',
  risk: 'Risk',
  recurring: 'Recurring and installments',
  standingInstruction: 'Card on file',
  virtualAccount: 'Virtual account',
  threeDSecure: '3-D Secure',
  customParameters: 'Custom parameters',
  registrations: 'Stored cards',
  date: 'Period',
};
/** Up to this many all parameters are in one list. */
const FEW = 12;

export function parameterList(parameters: readonly EndpointParameter[]): Html {
  if (parameters.length === 0) return html`<p>None.</p>`;
  if (parameters.length <= FEW) return definitions(parameters);
  const families = Map.groupBy(parameters, ({ name }) => familyOf(name));
  return html`${[...families].map(
    ([family, members]) => html`
<details${family === '' && html` open`}>
<summary><h3>${FAMILIES[family] ?? family}</h3> <span class="quiet">${members.length}</span></summary>
${definitions(members)}
</details>`,
  )}`;
}

const familyOf = (name: string): string => {
  const family = /^([A-Za-z]+)(?=[.[])/.exec(name)?.[1] ?? '';
  return family in FAMILIES ? family : '';
};

const definitions = (parameters: readonly EndpointParameter[]) => html`
<dl class="definitions">${parameters.map(definition)}</dl>`;

const definition = ({ name, format, required, rules }: EndpointParameter) => html`
<div>
<dt><code>${name}</code>${required && html` <strong class="required">required</strong>`}</dt>
<dd>${format.words}${rules.filter((rule) => rule !== 'required').map((rule) => html`<br><span class="quiet">${rule}</span>`)}</dd>
</div>`;
