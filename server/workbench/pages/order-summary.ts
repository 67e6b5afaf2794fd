import { html } from '../../html.ts';
import { total } from '../shop/cart.ts';
import { METHODS } from '../shop/delivery.ts';
import type { Language } from '../shop/languages.ts';
import { orderTotal, type PlacedOrder } from '../shop/orders.ts';
import { price } from '../shop/price.ts';

/** Of an order, or of one that is not placed yet. */
export interface SummaryContent {
  readonly cart: PlacedOrder['cart'];
  readonly market: Omit<PlacedOrder['market'], 'gateway'>;
  readonly delivery: Pick<PlacedOrder['delivery'], 'method'>;
}

/** Lines and total of an order. */
export function orderSummary({ cart, market, delivery }: SummaryContent, language: Language) {
  const { tag, text } = language;
  const shipping = METHODS[delivery.method].price;
  const cost = (cents: number) => html`<bdi>${price(cents, tag, market)}</bdi>`;
  return html`
<ul class="summary-lines">${cart.map(
    ({ product, quantity }) => html`
<li>
<img src="/assets/shop/${product.id}.svg" alt="" width="60" height="50">
<span>${text(product.id)}${quantity > 1 && html` <bdi class="quiet">× ${quantity}</bdi>`}</span>
${cost(product.price * quantity)}
</li>`,
  )}</ul>
<dl class="sums">
<div><dt>${text('subtotal')}</dt><dd>${cost(total(cart))}</dd></div>
<div><dt>${text('delivery')} · ${text(delivery.method)}</dt><dd>${shipping > 0 ? cost(shipping) : text('free')}</dd></div>
</dl>
<p class="total"><span>${text('total')}</span> ${cost(orderTotal(cart, delivery))}</p>
<p class="quiet">${text('taxIncluded')}</p>`;
}

/** Beside what is to be done, on a wide screen; above it, to be opened, on a phone. */
export const summaryBox = (content: SummaryContent, language: Language) => html`
<details class="summary">
<summary><h2>${language.text('yourOrder')}</h2> <bdi class="summary-total">${price(orderTotal(content.cart, content.delivery), language.tag, content.market)}</bdi></summary>
${orderSummary(content, language)}
<p><a href="/cart">${language.text('changeCart')}</a></p>
</details>`;
