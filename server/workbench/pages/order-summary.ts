import { html } from '../../html.ts';
import { total } from '../shop/cart.ts';
import { METHODS, type Method } from '../shop/delivery.ts';
import type { Language } from '../shop/languages.ts';
import type { Market } from '../shop/markets.ts';
import { orderTotal, type PlacedOrder } from '../shop/orders.ts';
import { price } from '../shop/price.ts';

/** Of an order, or of one that is not placed yet. */
export interface SummaryContent {
  readonly cart: PlacedOrder['cart'];
  readonly market: Market;
  /** More than one while the shopper chooses: the page shows that of the method that is checked. */
  readonly methods: readonly Method[];
}

export const summaryOf = ({ cart, market, delivery }: PlacedOrder): SummaryContent => ({
  cart,
  market,
  methods: [delivery.method],
});

/** Lines and total of an order. */
export function orderSummary({ cart, market, methods }: SummaryContent, language: Language) {
  const { tag, text } = language;
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
${methods.map(
  (method) => html`
<div data-method="${method}">
<dl class="sums">
<div><dt>${text('subtotal')}</dt><dd>${cost(total(cart))}</dd></div>
<div><dt>${text('delivery')} · ${text(method)}</dt><dd>${METHODS[method].price > 0 ? cost(METHODS[method].price) : text('free')}</dd></div>
</dl>
<p class="total"><span>${text('total')}</span> ${cost(orderTotal(cart, { method }))}</p>
</div>`,
)}
<p class="quiet">${text('taxIncluded')}</p>`;
}

/** Beside what is to be done, on a wide screen; above it, to be opened, on a phone. */
export const summaryBox = (content: SummaryContent, language: Language) => html`
<details class="summary">
<summary><h2>${language.text('yourOrder')}</h2>${content.methods.map(
  (method) =>
    html` <bdi class="summary-total" data-method="${method}">${price(orderTotal(content.cart, { method }), language.tag, content.market)}</bdi>`,
)}</summary>
${orderSummary(content, language)}
<p><a href="/cart">${language.text('changeCart')}</a></p>
</details>`;
