import { html } from '../../html.ts';
import type { Language } from '../shop/languages.ts';

const STEPS = [
  ['cart', '/cart'],
  ['delivery', '/checkout'],
  ['payment', undefined],
] as const;

/** Where the shopper is on the way to the payment; steps that are done can be gone back to. */
export function steps(current: 'delivery' | 'payment', { text }: Language) {
  const at = STEPS.findIndex(([name]) => name === current);
  return html`
<ol class="steps">${STEPS.map(
    ([name, address], n) => html`
<li${n === at && html` aria-current="step"`}>${n < at && address ? html`<a href="${address}">${text(name)}</a>` : text(name)}</li>`,
  )}</ol>`;
}
