import { html } from '../../html.ts';
import { type Cart, type CartLine, MAX_QUANTITY, pieces, total } from '../shop/cart.ts';
import { price } from '../shop/price.ts';
import { layout } from './layout.ts';

export const cartPage = (cart: Cart): string =>
  layout({
    title: 'Cart',
    inCart: pieces(cart),
    main: cart.length > 0 ? filled(cart) : empty,
  });

const empty = html`
<div class="notice">
<h1>Your cart is empty</h1>
<p>There is still room on the desk.</p>
<p><a class="button" href="/">See the three things</a></p>
</div>`;

const filled = (cart: Cart) => html`
<h1>Cart</h1>
<ul class="cart-lines">${cart.map(cartLine)}</ul>
<div class="cart-total">
<p class="total"><span>Total</span> <span>${price(total(cart))}</span></p>
<p class="quiet">Shipping and tax included</p>
<form method="post" action="/checkout"><button class="button">Check out</button></form>
</div>`;

const cartLine = ({ product, quantity }: CartLine) => html`
<li class="cart-line">
<img src="/assets/shop/${product.id}.svg" alt="" width="120" height="100">
<div class="cart-line-text">
<h2><a href="/products/${product.id}">${product.name}</a></h2>
<p class="quiet">${price(product.price)} each</p>
<div class="cart-line-forms">
<form method="post" action="/cart/set">
<input type="hidden" name="product" value="${product.id}">
<label>Quantity <select name="quantity">${quantityOptions(quantity)}</select></label>
<button class="button-quiet">Update<span class="hidden-text"> ${product.name}</span></button>
</form>
<form method="post" action="/cart/set">
<input type="hidden" name="product" value="${product.id}">
<input type="hidden" name="quantity" value="0">
<button class="button-quiet">Remove<span class="hidden-text"> ${product.name}</span></button>
</form>
</div>
</div>
<p class="price">${price(product.price * quantity)}</p>
</li>`;

const quantityOptions = (chosen: number) =>
  Array.from({ length: MAX_QUANTITY }, (_, n) => n + 1).map((quantity) =>
    quantity === chosen
      ? html`<option selected>${quantity}</option>`
      : html`<option>${quantity}</option>`,
  );
