import { html } from '../../html.ts';
import type { Language } from '../shop/languages.ts';
import { price } from '../shop/price.ts';
import { PRODUCTS, type Product } from '../shop/products.ts';
import type { Visit } from '../shop/visit.ts';
import { layout } from './layout.ts';

export function homePage(visit: Visit): string {
  const { language } = visit;
  return layout({
    visit,
    title: language.text('hero'),
    main: html`
<div class="hero">
<div class="hero-text">
<h1>${language.text('hero')}</h1>
<p>${language.text('heroText')}</p>
<a class="button" href="#shelf">${language.text('seeShelf')}</a>
</div>
<img src="/assets/shop/lamp.svg" alt="" width="480" height="400">
</div>
<ul class="shelf" id="shelf">${PRODUCTS.map((product) => productCard(product, language))}</ul>
<p class="for-developers" lang="en" dir="ltr">Here to build a shop? <a href="/docs">The guides</a> begin with a first payment in five minutes.</p>`,
  });
}

const productCard = ({ id, price: cents }: Product, { tag, text }: Language) => html`
<li class="product-card">
<img src="/assets/shop/${id}.svg" alt="${text(`${id}Picture`)}" width="480" height="400">
<div class="product-card-text">
<h2><a href="/products/${id}">${text(id)}</a></h2>
<p class="price">${price(cents, tag)}</p>
<p class="quiet">${text(`${id}Tagline`)}</p>
</div>
</li>`;
