import { storedCardText } from '../../../contract/card-expiry.ts';
import { type Html, html } from '../../html.ts';
import type { RecordedCall } from '../record-calls.ts';
import type { OrderState, StoredCard } from '../shop/account-calls.ts';
import { brandName } from '../shop/brand-name.ts';
import { DEMO_SHOPPERS, fullName } from '../shop/demo-shoppers.ts';
import type { Language, TextKey } from '../shop/languages.ts';
import { orderTotal, type PlacedOrder } from '../shop/orders.ts';
import { price } from '../shop/price.ts';
import type { Account } from '../shop/shoppers.ts';
import type { Visit } from '../shop/visit.ts';
import { layout } from './layout.ts';
import { day } from './result.ts';
import { serverCalls } from './server-calls.ts';

export interface AccountPage {
  readonly visit: Visit;
  readonly account: Account;
  readonly cards: readonly StoredCard[];
  readonly orders: readonly ListedOrder[];
  readonly calls: readonly RecordedCall[];
  readonly isCardRemoved: boolean;
}

export interface ListedOrder {
  readonly placed: PlacedOrder;
  /** "unknown" while the gateway cannot be asked. */
  readonly state: OrderState | 'unknown';
  /** Of its page. */
  readonly address: string;
}

const STATES: Readonly<Record<ListedOrder['state'], { tone: string; key: TextKey }>> = {
  paid: { tone: 'good', key: 'statePaid' },
  pending: { tone: 'waiting', key: 'statePending' },
  unpaid: { tone: 'waiting', key: 'stateUnpaid' },
  declined: { tone: 'bad', key: 'stateDeclined' },
  cancelled: { tone: 'waiting', key: 'stateCancelled' },
  failed: { tone: 'bad', key: 'stateFailed' },
  expired: { tone: 'bad', key: 'stateExpired' },
  mismatch: { tone: 'waiting', key: 'stateMismatch' },
  refunded: { tone: 'good', key: 'stateRefunded' },
  partlyRefunded: { tone: 'good', key: 'statePartlyRefunded' },
  unknown: { tone: 'waiting', key: 'stateUnknown' },
};

export function accountPage(page: AccountPage): string {
  const { visit, account, cards, orders, calls } = page;
  const { language } = visit;
  const { text } = language;
  const { shopper } = account;
  return layout({
    visit,
    title: text('account'),
    main: html`
<div class="account">
<div class="account-head">
<h1>${shopper ? text('hello', { name: fullName(shopper.delivery) }) : text('account')}</h1>
${shopper && button('/account/sign-out', text('signOut'))}
</div>
${page.isCardRemoved && html`<p class="note" role="status">${text('cardRemoved')}</p>`}
${!shopper && signIn(language)}
<section aria-labelledby="orders">
<h2 id="orders">${text('orders')}</h2>
${orders.length > 0 ? html`<ul class="orders">${orders.map((order) => orderLine(order, language))}</ul>` : html`<p class="quiet">${text('noOrders')}</p>`}
</section>
<section aria-labelledby="cards">
<h2 id="cards">${text('storedCards')}</h2>
${cards.length > 0 ? html`<ul class="cards">${cards.map((card) => cardLine(card, language))}</ul>` : html`<p class="quiet">${text('noCards')}</p>`}
</section>
</div>
${calls.length > 0 && serverCalls(calls)}`,
  });
}

const signIn = ({ text }: Language) => html`
<section class="sign-in" aria-labelledby="sign-in">
<h2 id="sign-in">${text('signIn')}</h2>
<p>${text('signInText')}</p>
<ul>${DEMO_SHOPPERS.map(
  ({ id, delivery }) => html`
<li>${button('/account/sign-in', text('signInAs', { name: fullName(delivery) }), html`<input type="hidden" name="shopper" value="${id}">`)}</li>`,
)}</ul>
</section>`;

const button = (action: string, label: string, fields?: Html) => html`
<form method="post" action="${action}">${fields}<button class="button-quiet">${label}</button></form>`;

const orderLine = ({ placed, state, address }: ListedOrder, language: Language) => html`
<li>
<span class="order-pictures">${placed.cart.map(({ product }) => html`<img src="/assets/shop/${product.id}.svg" alt="" width="60" height="50">`)}</span>
<div class="order-text">
<a href="${address}">${placed.cart
  .map(
    ({ product, quantity }) => language.text(product.id) + (quantity > 1 ? ` × ${quantity}` : ''),
  )
  .join(', ')}</a>
<span class="quiet">${day(placed.placedAt, language)} · <bdi>${placed.order.reference}</bdi></span>
</div>
<div class="order-end">
<bdi class="price">${price(orderTotal(placed.cart, placed.delivery), language.tag, placed.market)}</bdi>
<span class="state state-${STATES[state].tone}">${language.text(STATES[state].key)}</span>
</div>
</li>`;

/** As the form names it. */
const cardName = ({ brand, last4Digits }: StoredCard, language: Language): string =>
  brandName(brand, language) + (last4Digits ? ` ••••\u00a0${last4Digits}` : '');

/** The number goes the way of the brand's name, as in the form: behind "Visa" in Arabic too. */
function cardLine(card: StoredCard, language: Language) {
  const { text } = language;
  const { expiry } = card;
  // As the card has it, and the form.
  const date = expiry && `${expiry.month}/${expiry.year.slice(-2)}`;
  return html`
<li>
<img src="/assets/brands/${card.brand || 'GENERIC'}.svg" alt="" width="36" height="24">
<div class="order-text">
<span><bdi>${cardName(card, language)}</bdi></span>
<span class="quiet">${date && html`${text(storedCardText(expiry, Date.now()), { date })} · `}${text('lastUsed', { date: day(card.lastUsed, language) })}</span>
</div>
${removal(card, language)}
</li>`;
}

/** Asks before it removes: the button is in what opens, without a script. */
function removal(card: StoredCard, language: Language) {
  const { text } = language;
  const hidden = html`<span class="hidden-text"> ${brandName(card.brand, language)} ${card.last4Digits}</span>`;
  return html`
<details class="card-removal">
<summary class="button-quiet"><span class="ask">${text('remove')}</span><span class="leave">${text('cancel')}</span>${hidden}</summary>
<form method="post" action="/account/cards/remove">
<input type="hidden" name="card" value="${card.registrationId}">
<p>${text('removeQuestion', { name: cardName(card, language) })}</p>
<button class="button-quiet">${text('remove')}${hidden}</button>
</form>
</details>`;
}
