import { type Html, html } from '../../html.ts';
import type { RecordedCall } from '../record-calls.ts';
import { SHOP_BRANDS } from '../shop/form-options.ts';
import type { PlacedOrder } from '../shop/orders.ts';
import type { Payment, PaymentState } from '../shop-server.ts';
import { layout } from './layout.ts';
import { orderSummary } from './order-summary.ts';
import { serverCalls } from './server-calls.ts';

export interface ResultPage {
  readonly placed: PlacedOrder;
  readonly payment: Payment;
  readonly calls: readonly RecordedCall[];
  /** Address of this page, to ask again. */
  readonly here: string;
  readonly inCart: number;
}

interface Words {
  readonly tone: 'good' | 'waiting' | 'bad';
  readonly heading: string;
  readonly text: string;
  readonly next: (page: ResultPage) => Html;
}

const payAgain = (label: string) => (page: ResultPage) =>
  html`<a class="button" href="/checkout/${page.placed.order.reference}">${label}</a>`;

/** What a shopper reads. Nothing is promised that the shop does not know. */
const WORDS: Readonly<Record<PaymentState, Words>> = {
  paid: {
    tone: 'good',
    heading: 'Thank you. Your order is paid.',
    text: 'We pack it today. If this were not a demo, it would be with you in three days.',
    next: () => html`<a class="button-quiet" href="/">Back to the shop</a>`,
  },
  pending: {
    tone: 'waiting',
    heading: 'We are checking your payment',
    text: 'Do not pay again. This usually takes a moment.',
    next: ({ here }) => html`<a class="button" href="${here}">Check again</a>`,
  },
  unpaid: {
    tone: 'waiting',
    heading: 'Your order is not paid yet',
    text: 'It waits for you, with everything in it.',
    next: payAgain('Go to payment'),
  },
  declined: {
    tone: 'bad',
    heading: 'Your bank declined the payment',
    text: 'You have not been charged. Try another card or contact your bank.',
    next: payAgain('Try another card'),
  },
  failed: {
    tone: 'bad',
    heading: 'The payment did not go through',
    text: 'Your order is not paid. Try again, or use another card.',
    next: payAgain('Try again'),
  },
  expired: {
    tone: 'bad',
    heading: 'The time to pay has run out',
    text: 'Your order is not paid. Your cart is still here.',
    next: () => html`<a class="button" href="/cart">Back to your cart</a>`,
  },
  mismatch: {
    tone: 'waiting',
    heading: 'We have to look at this payment',
    text: 'It does not fit your order. Do not pay again; a person at the shop is told.',
    next: ({ here }) => html`<a class="button-quiet" href="${here}">Check again</a>`,
  },
};

export function resultPage(page: ResultPage): string {
  const { placed, payment } = page;
  const words = WORDS[payment.state];
  return layout({
    title: words.heading,
    inCart: page.inCart,
    main: html`
<section class="result result-${words.tone}">
<span class="result-sign" aria-hidden="true"></span>
<h1>${words.heading}</h1>
<p>${words.text}</p>
<p class="next">${words.next(page)}</p>
</section>
<section class="receipt" aria-labelledby="receipt">
<h2 id="receipt">Your order</h2>
<dl class="facts">
<div><dt>Order</dt><dd>${placed.order.reference}</dd></div>
${card(payment)}
</dl>
${orderSummary(placed, 'en', 'Total')}
<p class="quiet">Shipping and tax included</p>
</section>
${serverCalls([...placed.createCalls, ...page.calls], true)}`,
  });
}

/** The card that was tried, if the gateway named one. */
function card({ brand, last4Digits }: Payment) {
  if (!last4Digits) return undefined;
  const logo = SHOP_BRANDS.find((taken) => taken === brand) ?? 'GENERIC';
  return html`<div><dt>Card</dt><dd><img src="/assets/brands/${logo}.svg" alt="${brand}" width="36" height="24"> ends in ${last4Digits}</dd></div>`;
}
