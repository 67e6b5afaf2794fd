import { html } from '../../html.ts';
import { type Cart, total } from '../shop/cart.ts';
import type { Market } from '../shop/markets.ts';
import { price } from '../shop/price.ts';

/** Lines and total of an order. Names of products are English in every language. */
export const orderSummary = (
  { cart, market }: { readonly cart: Cart; readonly market: Market },
  languageTag: string,
  totalLabel: string,
) => html`
<ul class="summary-lines">${cart.map(
  ({ product, quantity }) => html`
<li>
<img src="/assets/shop/${product.id}.svg" alt="" width="60" height="50">
<span><bdi lang="en">${product.name}</bdi>${quantity > 1 && html` <bdi class="quiet">× ${quantity}</bdi>`}</span>
<bdi>${price(product.price * quantity, languageTag, market)}</bdi>
</li>`,
)}</ul>
<p class="total"><span>${totalLabel}</span> <bdi>${price(total(cart), languageTag, market)}</bdi></p>`;
