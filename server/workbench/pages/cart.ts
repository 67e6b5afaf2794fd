import { html } from '../../html.ts';
import { type Cart, type CartLine, MAX_QUANTITY, quantityField, total } from '../shop/cart.ts';
import type { Language } from '../shop/languages.ts';
import { price } from '../shop/price.ts';
import type { Visit } from '../shop/visit.ts';
import { layout } from './layout.ts';

export const cartPage = (cart: Cart, visit: Visit): string =>
  layout({
    visit,
    title: visit.language.text('cart'),
    main: cart.length > 0 ? filled(cart, visit.language) : empty(visit.language),
  });

const empty = ({ text }: Language) => html`
<div class="notice">
<h1>${text('emptyCart')}</h1>
<p>${text('emptyCartText')}</p>
<p><a class="button" href="/">${text('seeShelf')}</a></p>
</div>`;

/** One form: each of its buttons sends every quantity, so none that was chosen is lost. */
const filled = (cart: Cart, language: Language) => html`
<h1>${language.text('cart')}</h1>
<form class="cart" method="post" action="/cart/set">
<ul class="cart-lines">${cart.map((line) => cartLine(line, language))}</ul>
<div class="cart-total">
<p class="total"><span>${language.text('total')}</span> <span>${price(total(cart), language.tag)}</span></p>
<p class="quiet">${language.text('included')}</p>
<button class="button" name="checkOut" value="1">${language.text('checkOut')}</button>
</div>
</form>`;

const cartLine = ({ product, quantity }: CartLine, { tag, text }: Language) => html`
<li class="cart-line">
<img src="/assets/shop/${product.id}.svg" alt="" width="120" height="100">
<div class="cart-line-text">
<h2><a href="/products/${product.id}">${text(product.id)}</a></h2>
<p class="quiet">${text('each', { price: price(product.price, tag) })}</p>
<div class="cart-line-controls">
<div>
<label>${text('quantity')} <select name="${quantityField(product)}">${quantityOptions(quantity)}</select></label>
<button class="button-quiet">${text('update')}<span class="hidden-text"> ${text(product.id)}</span></button>
</div>
<button class="button-quiet" name="remove" value="${product.id}">${text('remove')}<span class="hidden-text"> ${text(product.id)}</span></button>
</div>
</div>
<p class="price">${price(product.price * quantity, tag)}</p>
</li>`;

const quantityOptions = (chosen: number) =>
  Array.from({ length: MAX_QUANTITY }, (_, n) => n + 1).map((quantity) =>
    quantity === chosen
      ? html`<option selected>${quantity}</option>`
      : html`<option>${quantity}</option>`,
  );
