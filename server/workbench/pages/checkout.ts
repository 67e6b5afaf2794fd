import { html, scriptValue } from '../../html.ts';
import { total } from '../shop/cart.ts';
import { brandsOf, SWITCHES, type Switch, wpwlOptions } from '../shop/form-options.ts';
import { LANGUAGES, type Language, textsFor } from '../shop/languages.ts';
import { HOME_MARKET, type Market } from '../shop/markets.ts';
import type { PlacedOrder } from '../shop/orders.ts';
import { price } from '../shop/price.ts';
import { layout } from './layout.ts';
import { orderSummary } from './order-summary.ts';
import { serverCalls } from './server-calls.ts';
import { testCards } from './test-cards.ts';

export interface CheckoutPage {
  readonly placed: PlacedOrder;
  readonly language: Language;
  readonly switchedOn: readonly Switch[];
  readonly gatewayUrl: string;
  readonly markets: readonly Market[];
  readonly shopUrl: string;
  /** Of the page's Content-Security-Policy. */
  readonly nonce: string;
  /** Pieces in the cart now; the order keeps what it was placed with. */
  readonly inCart: number;
}

export function checkoutPage(page: CheckoutPage): string {
  const { cart, market, createCalls } = page.placed;
  const { texts, language: spoken } = textsFor(page.language);
  return layout({
    title: texts.checkout,
    inCart: page.inCart,
    language: page.language,
    head: formScripts(page),
    main: html`
<div class="checkout-head" lang="${spoken.tag}">
<div>
<h1>${texts.checkout}</h1>
<p class="quiet">${texts.total} <bdi>${price(total(cart), spoken.tag, market)}</bdi></p>
</div>
${languagePicker(page, texts.language)}
</div>
<div class="checkout" lang="${spoken.tag}">
<section class="payment" aria-labelledby="payment">
<h2 id="payment">${texts.payment}</h2>
<div class="payment-form">
<p class="payment-slow" dir="${spoken.direction}">${texts.slow}</p>
<noscript><p dir="${spoken.direction}">${texts.needsScript}</p></noscript>
<div lang="${page.language.tag}">
<form class="paymentWidgets" action="${page.shopUrl}/result" data-brands="${brandsOf(page.switchedOn).join(' ')}"></form>
</div>
</div>
</section>
<div class="checkout-side">
<section class="summary" aria-labelledby="summary">
<h2 id="summary">${texts.yourOrder}</h2>
${orderSummary(page.placed, spoken.tag, texts.total)}
<p class="quiet">${texts.included}</p>
<p><a href="/cart">${texts.changeCart}</a></p>
</section>
${testCards()}
${switches(page)}
</div>
</div>
${serverCalls(createCalls, false)}`,
  });
}

/** What a merchant puts into the page: the options, then the script of this checkout. */
const formScripts = ({ gatewayUrl, nonce, placed, language, switchedOn }: CheckoutPage) => html`
<script nonce="${nonce}">var wpwlOptions = ${scriptValue(wpwlOptions(language, switchedOn))};</script>
<script nonce="${nonce}" src="${gatewayUrl}/v1/paymentWidgets.js?checkoutId=${encodeURIComponent(placed.checkout.id)}" integrity="${placed.checkout.integrity}" crossorigin="anonymous" async></script>`;

const languagePicker = (page: CheckoutPage, label: string) => html`
<nav class="languages" aria-label="${label}">
<ul>${LANGUAGES.map(
  (language) => html`
<li><a href="${address(page, language, page.switchedOn)}" lang="${language.tag}" hreflang="${language.tag}"${
    language === page.language && html` aria-current="true"`
  }>${language.name}</a></li>`,
)}</ul>
</nav>`;

const switches = (page: CheckoutPage) => {
  const { placed, language, switchedOn } = page;
  const isOpen = switchedOn.length > 0 || placed.market.country !== HOME_MARKET.country;
  return html`
<details class="switches" lang="en" dir="ltr"${isOpen && html` open`}>
<summary>Options of the form, for the curious</summary>
<form method="get" action="/checkout/${placed.order.reference}">
<input type="hidden" name="lang" value="${language.code}">
${SWITCHES.map(
  ({ name, explanation }) => html`
<label><input type="checkbox" name="${name}" value="1"${switchedOn.includes(name) && html` checked`}>
<span><code>${name}</code><br>${explanation}</span></label>`,
)}
<button class="button-quiet">Load the form with these</button>
</form>
${page.markets.length > 1 && marketChoice(page)}
</details>`;
};

/** The order again on another channel, whose country says which installments there are. */
const marketChoice = ({ placed, markets }: CheckoutPage) => html`
<form method="post" action="/checkout">
<label>Sold to <select name="country">${markets.map(
  ({ country, name, currency }) => html`
<option value="${country}"${country === placed.market.country && html` selected`}>${name} (${currency})</option>`,
)}</select></label>
<button class="button-quiet">Order there</button>
</form>`;

function address({ placed }: CheckoutPage, language: Language, switchedOn: readonly Switch[]) {
  const query = new URLSearchParams({ lang: language.code });
  for (const name of switchedOn) query.set(name, '1');
  return `/checkout/${placed.order.reference}?${query}`;
}
