import { html } from '../../html.ts';
import type { Cart } from '../shop/cart.ts';
import { type Delivery, METHODS, type Method } from '../shop/delivery.ts';
import type { Language, TextKey } from '../shop/languages.ts';
import { HOME_MARKET } from '../shop/markets.ts';
import { price } from '../shop/price.ts';
import type { Visit } from '../shop/visit.ts';
import { addressFields, field } from './address-fields.ts';
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

const METHOD_NAMES = Object.keys(METHODS) as Method[];
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
  const context = { language, errors };
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
${field({ name: 'email', type: 'email', label: text('email'), value: delivery.email, autocomplete: 'email' }, context)}
<fieldset class="address">
<legend>${text('deliveryAddress')}</legend>
${addressFields('shipping', delivery.shipping, context)}
</fieldset>
<fieldset class="methods">
<legend>${text('deliveryMethod')}</legend>
${METHOD_NAMES.map((method) => methodChoice(method, delivery, language))}
</fieldset>
<label class="same"><input type="checkbox" name="same" value="1"${!delivery.billing && html` checked`}> ${text('sameAddress')}</label>
<fieldset class="address billing">
<legend>${text('billingAddress')}</legend>
${addressFields('billing', delivery.billing ?? delivery.shipping, context)}
</fieldset>
<button class="button">${text('toPayment')}</button>
</form>
<div class="checkout-side">
${summaryBox({ cart, market: HOME_MARKET, methods: METHOD_NAMES }, language)}
</div>
</div>`,
  });
}

const methodChoice = (method: Method, delivery: Delivery, { tag, text }: Language) => html`
<label><input type="radio" name="method" value="${method}"${method === delivery.method && html` checked`}>
<span>${text(method)} <span class="quiet">${text(TIMES[method])}</span></span>
<bdi>${METHODS[method].price > 0 ? price(METHODS[method].price, tag) : text('free')}</bdi></label>`;
