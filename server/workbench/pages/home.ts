import { html } from '../../html.ts';
import { price } from '../shop/price.ts';
import { PRODUCTS, type Product } from '../shop/products.ts';
import { layout } from './layout.ts';

export const homePage = (inCart: number): string =>
  layout({
    title: 'Things for a quiet desk',
    inCart,
    main: html`
<div class="hero">
<h1>Things for a quiet desk</h1>
<p>Three of them, made slowly and used daily.</p>
</div>
<ul class="shelf">${PRODUCTS.map(productCard)}</ul>`,
  });

const productCard = (product: Product) => html`
<li class="product-card">
<img src="/assets/shop/${product.id}.svg" alt="${product.picture}" width="480" height="400">
<div class="product-card-text">
<h2><a href="/products/${product.id}">${product.name}</a></h2>
<p class="price">${price(product.price)}</p>
<p class="quiet">${product.tagline}</p>
</div>
</li>`;
