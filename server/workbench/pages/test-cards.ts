import { ALL_TEST_CARDS, type TestCard } from '../../../contract/test-cards.ts';
import { TEST_IBANS } from '../../../contract/test-ibans.ts';
import { THREE_D_SECURE_CARDS } from '../../../contract/three-d-secure-cards.ts';
import { html } from '../../html.ts';
import { CARD_BRANDS } from '../shop/form-options.ts';

const ofThisShop = ALL_TEST_CARDS.filter(({ brand }) =>
  CARD_BRANDS.some((taken) => taken === brand),
);
/** The first of each brand, which are the plain approved ones. */
const everyday = CARD_BRANDS.flatMap(
  (brand) => ofThisShop.find((card) => card.brand === brand) ?? [],
);
const special = ofThisShop.filter(({ resultCode, slow }) => slow || !resultCode.startsWith('000.'));

/** The first of each brand whose bank asks the shopper to confirm. */
const asking = CARD_BRANDS.flatMap(
  (brand) =>
    THREE_D_SECURE_CARDS.find(
      (card) => card.brand === brand && card.outcome === 'C' && !card.methodCall,
    ) ?? [],
).map(({ brand, number }) => ({ brand, number, meaning: 'Your bank asks you' }));

/** One of those that are settled is enough. */
const accounts = TEST_IBANS.filter(
  ({ refusedWith, returned }, n) => n === 0 || refusedWith || returned,
).map(({ iban, meaning }) => ({ brand: 'DIRECTDEBIT_SEPA', number: iban, meaning }));

/** The simulator's cards that this shop takes, beside the form. For developers, so in English. */
export const testCards = () => html`
<section class="test-cards" lang="en" dir="ltr" aria-labelledby="test-cards">
<h2 id="test-cards">Test cards and bank accounts</h2>
<p class="quiet">Any name, any expiry date to come, any CVV. No real card works here.</p>
<ul>${everyday.map(testCard)}</ul>
<details>
<summary>Cards whose bank asks the shopper (3-D Secure)</summary>
<ul>${asking.map(testCard)}</ul>
</details>
<details>
<summary>Cards that are declined, or slow</summary>
<ul>${special.map(testCard)}</ul>
</details>
<details>
<summary>Bank accounts (SEPA direct debit)</summary>
<ul class="long">${accounts.map(testCard)}</ul>
</details>
</section>`;

function testCard({ brand, number, meaning }: Pick<TestCard, 'brand' | 'number' | 'meaning'>) {
  return html`
<li>
<img src="/assets/brands/${brand}.svg" alt="${brand}" width="30" height="20">
<span class="card-number">${grouped(number)}</span>
<span class="quiet">${meaning}</span>
</li>`;
}

/** As it is printed on the card: fifteen digits 4-6-5, all others in fours. */
const grouped = (number: string) =>
  number.length === 15
    ? number.replace(/^(.{4})(.{6})/, '$1 $2 ')
    : number.replace(/(.{4})(?=.)/g, '$1 ');
