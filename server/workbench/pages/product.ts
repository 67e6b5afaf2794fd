import { html } from '../../html.ts';
import { price } from '../shop/price.ts';
import type { Product } from '../shop/products.ts';
import { layout } from './layout.ts';

export const productPage = (product: Product, inCart: number): string =>
  layout({
    title: product.name,
    inCart,
    main: html`
<article class="product">
<img src="/assets/shop/${product.id}.svg" alt="${product.picture}" width="480" height="400">
<div class="product-text">
<h1>${product.name}</h1>
<p class="quiet">${product.tagline}</p>
<p class="price price-large">${price(product.price)} <small>with shipping and tax</small></p>
<form method="post" action="/cart/add">
<input type="hidden" name="product" value="${product.id}">
<button class="button">Add to cart</button>
</form>
${product.story.map((paragraph) => html`<p>${paragraph}</p>`)}
<dl class="facts">${product.facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</div>
</article>`,
  });
