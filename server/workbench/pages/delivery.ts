import { html } from '../../html.ts';
import type { Cart } from '../shop/cart.ts';
import {
  ADDRESS_FIELDS,
  type Address,
  type AddressKind,
  DELIVERY_COUNTRIES,
  type Delivery,
  METHODS,
  type Method,
} from '../shop/delivery.ts';
import type { Language, TextKey } from '../shop/languages.ts';
import { HOME_MARKET } from '../shop/markets.ts';
import { price } from '../shop/price.ts';
import type { Visit } from '../shop/visit.ts';
import { layout } from './layout.ts';
import { summaryBox } from './order-summary.ts';
import { steps } from './steps.ts';

export interface DeliveryPage {
  readonly visit: Visit;
  readonly cart: Cart;
  readonly delivery: Delivery;
  readonly isSignedIn: boolean;
  /** By the name of a field. */
  readonly errors?: ReadonlyMap<string, TextKey>;
}

const TIMES = { standard: 'standardTime', express: 'expressTime' } as const;

export function deliveryPage({
  visit,
  cart,
  delivery,
  isSignedIn,
  errors = new Map(),
}: DeliveryPage): string {
  const { language } = visit;
  const { text } = language;
  const addressOf = (kind: AddressKind, address: Address) =>
    ADDRESS_FIELDS.map(({ name, label, autocomplete }) =>
      name === 'country'
        ? countryField(kind, address.country, language, errors)
        : field({
            name: `${kind}.${name}`,
            label: text(label),
            value: address[name],
            autocomplete: `${kind} ${autocomplete}`,
            error: errorText(`${kind}.${name}`, errors, language),
          }),
    );
  return layout({
    visit,
    title: text('delivery'),
    main: html`
${steps('delivery', language)}
<div class="account-head">
<h1>${text('delivery')}</h1>
${!isSignedIn && html`<a href="/account">${text('signIn')}</a>`}
</div>
<div class="checkout">
<form class="delivery" method="post" action="/checkout" novalidate>
${errors.size > 0 && html`<p class="form-error" role="alert">${text('markedFields')}</p>`}
${field({
  name: 'email',
  type: 'email',
  label: text('email'),
  value: delivery.email,
  autocomplete: 'email',
  error: errorText('email', errors, language),
})}
<fieldset class="address">
<legend>${text('deliveryAddress')}</legend>
${addressOf('shipping', delivery.shipping)}
</fieldset>
<fieldset class="methods">
<legend>${text('delivery')}</legend>
${(Object.keys(METHODS) as Method[]).map((method) => methodChoice(method, delivery, language))}
</fieldset>
<label class="same"><input type="checkbox" name="same" value="1"${!delivery.billing && html` checked`}> ${text('sameAddress')}</label>
<fieldset class="address billing">
<legend>${text('billingAddress')}</legend>
${addressOf('billing', delivery.billing ?? delivery.shipping)}
</fieldset>
<button class="button">${text('toPayment')}</button>
</form>
<div class="checkout-side">
${summaryBox({ cart, delivery, market: HOME_MARKET }, language)}
</div>
</div>`,
  });
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly autocomplete: string;
  readonly type?: 'text' | 'email';
  readonly error: string | undefined;
}

const field = ({ name, label, value, autocomplete, type = 'text', error }: Field) => html`
<p class="field" data-field="${name.replace(/.*\./, '')}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" dir="${type === 'email' ? 'ltr' : 'auto'}" value="${value}" autocomplete="${autocomplete}"${invalid(name, error)}>
${errorLine(name, error)}
</p>`;

function countryField(
  kind: AddressKind,
  chosen: string,
  language: Language,
  errors: ReadonlyMap<string, TextKey>,
) {
  const id = `${kind}.country`;
  const error = errorText(id, errors, language);
  return html`
<p class="field" data-field="country">
<label for="${id}">${language.text('country')}</label>
<select id="${id}" name="${id}" autocomplete="${kind} country"${invalid(id, error)}>
${!DELIVERY_COUNTRIES.includes(chosen) && html`<option value="">${language.text('billingCountryPlaceholder')}</option>`}
${countriesIn(language).map(
  ([code, name]) =>
    html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`,
)}
</select>
${errorLine(id, error)}
</p>`;
}

const errorText = (
  name: string,
  errors: ReadonlyMap<string, TextKey>,
  { text }: Language,
): string | undefined => {
  const key = errors.get(name);
  return key && text(key);
};

const invalid = (name: string, error: string | undefined) =>
  error !== undefined && html` aria-invalid="true" aria-describedby="${name}.error"`;

const errorLine = (name: string, error: string | undefined) =>
  error !== undefined && html`<span class="field-error" id="${name}.error">${error}</span>`;

/** In the order of the language. */
function countriesIn({ tag }: Language): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames([tag], { type: 'region' });
  const order = new Intl.Collator(tag);
  return DELIVERY_COUNTRIES.map((code) => [code, names.of(code) ?? code] as const).sort(
    ([, one], [, other]) => order.compare(one, other),
  );
}

const methodChoice = (method: Method, delivery: Delivery, { tag, text }: Language) => html`
<label><input type="radio" name="method" value="${method}"${method === delivery.method && html` checked`}>
<span>${text(method)} <span class="quiet">${text(TIMES[method])}</span></span>
<bdi>${METHODS[method].price > 0 ? price(METHODS[method].price, tag) : text('free')}</bdi></label>`;

/** Where an order goes, in lines, as a letter has it. */
export const addressLines = ({ email, shipping }: Delivery, { tag, text }: Language) => html`
<address class="address-lines" aria-label="${text('deliveryAddress')}">
<bdi>${shipping.givenName} ${shipping.surname}</bdi><br>
<bdi>${shipping.street1}</bdi><br>
<bdi>${shipping.postcode} ${shipping.city}</bdi><br>
${new Intl.DisplayNames([tag], { type: 'region' }).of(shipping.country)}<br>
<bdi class="quiet">${email}</bdi>
</address>`;
