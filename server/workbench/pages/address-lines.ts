import { html } from '../../html.ts';
import type { Delivery } from '../shop/delivery.ts';
import type { Language } from '../shop/languages.ts';

/** Where an order goes, in lines, as a letter has it. */
export const addressLines = ({ email, shipping }: Delivery, { tag, text }: Language) => html`
<address class="address-lines" aria-label="${text('deliveryAddress')}">
<bdi>${shipping.givenName} ${shipping.surname}</bdi><br>
<bdi>${shipping.street1}</bdi><br>
<bdi>${shipping.postcode} ${shipping.city}</bdi><br>
${new Intl.DisplayNames([tag], { type: 'region' }).of(shipping.country)}<br>
<bdi class="quiet">${email}</bdi>
</address>`;
