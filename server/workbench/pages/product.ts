import { html } from '../../html.ts';
import { price } from '../shop/price.ts';
import type { Product } from '../shop/products.ts';
import type { Visit } from '../shop/visit.ts';
import { layout } from './layout.ts';

export function productPage({ id, price: cents, facts }: Product, visit: Visit): string {
  const { tag, text } = visit.language;
  return layout({
    visit,
    title: text(id),
    main: html`
<article class="product">
<img src="/assets/shop/${id}.svg" alt="${text(`${id}Picture`)}" width="480" height="400">
<div class="product-text">
<h1>${text(id)}</h1>
<p class="quiet">${text(`${id}Tagline`)}</p>
<p class="price price-large">${price(cents, tag)} <small>${text('included')}</small></p>
<form method="post" action="/cart/add">
<input type="hidden" name="product" value="${id}">
<button class="button">${text('addToCart')}</button>
</form>
<p>${text(`${id}Story`)}</p>
<p>${text(`${id}Use`)}</p>
<dl class="facts">${facts.map(
      ([name, value]) => html`
<div><dt>${text(name)}</dt><dd>${'text' in value ? text(value.text) : html`<bdi dir="ltr">${value.measure}</bdi>`}</dd></div>`,
    )}</dl>
</div>
</article>`,
  });
}
