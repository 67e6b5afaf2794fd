import { type Html, html } from '../../html.ts';
import type { RecordedCall } from '../record-calls.ts';
import type { OrderOutcome, OrderState } from '../shop/account-calls.ts';
import { brandName } from '../shop/brand-name.ts';
import type { Language } from '../shop/languages.ts';
import type { PlacedOrder } from '../shop/orders.ts';
import { money } from '../shop/price.ts';
import type { Visit } from '../shop/visit.ts';
import type { Payment } from '../shop-server.ts';
import { addressLines } from './address-lines.ts';
import { layout } from './layout.ts';
import { orderSummary, summaryOf } from './order-summary.ts';
import { serverCalls } from './server-calls.ts';

export interface ResultPage {
  readonly visit: Visit;
  readonly placed: PlacedOrder;
  readonly payment: Payment;
  readonly outcome: OrderOutcome;
  readonly calls: readonly RecordedCall[];
  /** Address of this page, to ask again. */
  readonly here: string;
}

interface Look {
  readonly tone: 'good' | 'waiting' | 'bad';
  readonly next: (page: ResultPage) => Html;
}

const payAgain = (label: 'goToPayment' | 'tryAnotherCard' | 'tryAgain') => (page: ResultPage) =>
  html`<a class="button" href="/checkout/${page.placed.order.reference}">${page.visit.language.text(label)}</a>`;
const toTheShop = ({ visit }: ResultPage) =>
  html`<a class="button-quiet" href="/">${visit.language.text('backToShop')}</a>`;
const checkAgain = (look: 'button' | 'button-quiet') => (page: ResultPage) =>
  html`<a class="${look}" href="${page.here}">${page.visit.language.text('checkAgain')}</a>`;

/** What a shopper reads are the texts of the state. Nothing is promised that the shop does not know. */
const LOOKS: Readonly<Record<OrderState, Look>> = {
  paid: { tone: 'good', next: toTheShop },
  pending: { tone: 'waiting', next: checkAgain('button') },
  unpaid: { tone: 'waiting', next: payAgain('goToPayment') },
  declined: { tone: 'bad', next: payAgain('tryAnotherCard') },
  cancelled: { tone: 'waiting', next: payAgain('tryAgain') },
  failed: { tone: 'bad', next: payAgain('tryAgain') },
  expired: {
    tone: 'bad',
    next: ({ visit }) =>
      html`<a class="button" href="/cart">${visit.language.text('backToCart')}</a>`,
  },
  mismatch: { tone: 'waiting', next: checkAgain('button-quiet') },
  refunded: { tone: 'good', next: toTheShop },
  partlyRefunded: { tone: 'good', next: toTheShop },
};

export function resultPage(page: ResultPage): string {
  const { visit, placed, payment, outcome, calls } = page;
  const { language } = visit;
  const { text } = language;
  const { state } = outcome;
  const refunded = money(outcome.refunded / 100, language.tag, placed.market.currency);
  const { tone, next } = LOOKS[state];
  return layout({
    visit,
    title: text(`${state}Heading`),
    main: html`
<section class="result result-${tone}">
<span class="result-sign" aria-hidden="true"></span>
<h1>${text(`${state}Heading`)}</h1>
<p>${text(`${state}Text`, { amount: refunded })}</p>
<p class="next">${next(page)}</p>
</section>
<section class="receipt" aria-labelledby="receipt">
<h2 id="receipt">${text('yourOrder')}</h2>
<dl class="facts">
<div><dt>${text('orderNumber')}</dt><dd><bdi>${placed.order.reference}</bdi></dd></div>
<div><dt>${text('orderDate')}</dt><dd>${day(placed.placedAt, language)}</dd></div>
${paidWith(payment, language)}
${outcome.refunded > 0 && html`<div><dt>${text('refundedAmount')}</dt><dd><bdi class="price">${refunded}</bdi></dd></div>`}
</dl>
${orderSummary(summaryOf(placed), language)}
<h3>${text('deliveryAddress')}</h3>
${addressLines(placed.delivery, language)}
</section>
${serverCalls([...placed.createCalls, ...calls])}`,
  });
}

/** As a language writes a day, in European digits. */
export const day = (date: Date, { tag }: Language): string =>
  new Intl.DateTimeFormat(`${tag}-u-nu-latn`, { dateStyle: 'long' }).format(date);

/** What was tried to pay with, if the gateway named it. */
function paidWith({ brand, last4Digits }: Payment, language: Language) {
  if (!brand) return undefined;
  const { text } = language;
  const name = brandName(brand, language);
  return html`
<div><dt>${text('payment')}</dt><dd><img src="/assets/brands/${brand}.svg" alt="${last4Digits ? name : ''}" width="36" height="24"> ${last4Digits ? text('endsIn', { digits: last4Digits }) : name}</dd></div>`;
}
