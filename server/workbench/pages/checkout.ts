import { html, scriptValue } from '../../html.ts';
import { brandsFor, SWITCHES, type Switch, wpwlOptions } from '../shop/form-options.ts';
import { HOME_MARKET, type Market } from '../shop/markets.ts';
import type { PlacedOrder } from '../shop/orders.ts';
import type { Visit } from '../shop/visit.ts';
import { addressLines } from './address-lines.ts';
import { layout } from './layout.ts';
import { summaryBox, summaryOf } from './order-summary.ts';
import { serverCalls } from './server-calls.ts';
import { steps } from './steps.ts';
import { testCards } from './test-cards.ts';

export interface CheckoutPage {
  readonly visit: Visit;
  readonly placed: PlacedOrder;
  readonly switchedOn: readonly Switch[];
  readonly gatewayUrl: string;
  readonly markets: readonly Market[];
  readonly shopUrl: string;
  /** Of the page's Content-Security-Policy. */
  readonly nonce: string;
}

export function checkoutPage(page: CheckoutPage): string {
  const { visit, placed, switchedOn } = page;
  const { language } = visit;
  const { text } = language;
  const { market, delivery } = placed;
  const brands = brandsFor(market, delivery.shipping.country, switchedOn);
  return layout({
    visit,
    title: text('checkout'),
    head: formScripts(page),
    main: html`
${steps('payment', language)}
<h1>${text('checkout')}</h1>
<div class="checkout">
<section class="payment" aria-labelledby="payment">
<div class="deliver-to">
<h2>${text('delivery')}</h2>
${addressLines(delivery, language)}
<a href="/checkout">${text('change')}</a>
</div>
<h2 id="payment">${text('payment')}</h2>
<div class="payment-form">
<p class="payment-slow">${text('slow')}</p>
<noscript><p>${text('needsScript')}</p></noscript>
<form class="paymentWidgets" action="${page.shopUrl}/result" data-brands="${brands.join(' ')}"></form>
</div>
</section>
<div class="checkout-side">
${summaryBox(summaryOf(placed), language)}
${testCards()}
${switches(page)}
</div>
</div>
${serverCalls(placed.createCalls)}`,
  });
}

/** What a merchant puts into the page: the connection, the options, then the script of this checkout. */
const formScripts = ({ gatewayUrl, nonce, placed, visit, switchedOn }: CheckoutPage) => html`
<link rel="preconnect" href="${gatewayUrl}" crossorigin>
<script nonce="${nonce}">var wpwlOptions = ${scriptValue(wpwlOptions(visit.language, withAccount(placed, switchedOn)))};</script>
<script nonce="${nonce}" src="${gatewayUrl}/v1/paymentWidgets.js?checkoutId=${encodeURIComponent(placed.checkout.id)}" integrity="${placed.checkout.integrity}" crossorigin="anonymous" async></script>`;

/** A shopper with an account can keep a card in it. */
const withAccount = ({ account }: PlacedOrder, switchedOn: readonly Switch[]): readonly Switch[] =>
  account.shopper ? ['registrations.offerToStore', ...switchedOn] : switchedOn;

const switches = (page: CheckoutPage) => {
  const { placed, switchedOn } = page;
  const isOpen = switchedOn.length > 0 || placed.market.country !== HOME_MARKET.country;
  return html`
<details class="switches" lang="en" dir="ltr"${isOpen && html` open`}>
<summary>Options of the form, for the curious</summary>
<form method="get" action="/checkout/${placed.order.reference}">
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
