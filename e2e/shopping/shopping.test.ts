/**
 * A shopper who does anything at all, while the network does anything at all, pays once at most, and always
 * has a way on: from wherever the page is, what it offers leads to a payment.
 *
 * `SHOPPING_RUNS` says how many shoppers there are, `SEED` brings them back.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { IS_NIGHT } from '../../.ci/is-night.ts';
import { DEMO } from '../../server/tests/support/gateway-process.ts';
import { expect, ofTheWidget, type Page, test } from '../fixtures.ts';
import { storeCard } from '../form-fields/store-card.ts';
import { act, type Shopping, SOME_ACTS, type Texts } from './acts.ts';
import { isAtResult, payInTheEnd } from './way-on.ts';

const RUNS = Number(process.env['SHOPPING_RUNS'] ?? (IS_NIGHT ? 200 : 6));
/** By day the same shoppers each time. */
const SEED = Number(process.env['SEED'] ?? (IS_NIGHT ? Date.now() % 2 ** 31 : 28));

const PAGES = fc.record({
  layout: fc.constantFrom('list', 'tabs', 'card', 'classic'),
  locale: fc.constantFrom('en', 'de', 'ar', 'ja', 'ru'),
  brands: fc.constantFrom('VISA MASTER AMEX', 'VISA MASTER TRUSTLY IDEAL', 'TRUSTLY VISA'),
  hasStoredCards: fc.boolean(),
  acts: SOME_ACTS,
});

/** A payment that ends on a page of its own is told to the shop, whatever it came to. */
const ENDS_AT_SHOP = /^(000\.|100\.39[67]\.|999\.999\.)/;
/** A shopper in haste leaves fields while typing, or pays once more what is paid. */
const OF_HASTE = /took its focus while one typed|this checkout is already paid/;

const textsOf = (code: string): Texts =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${code}.json`), 'utf8'));

/** Nothing beyond the page's edge, and one button that pays what is chosen. */
const looksRight = (page: Page): Promise<boolean> =>
  page
    .evaluate(() => {
      const pay = [...document.querySelectorAll('.wpwl-pay .wpwl-button-pay')];
      return (
        document.documentElement.scrollWidth <= innerWidth &&
        pay.filter((button) => button.checkVisibility()).length <= 1
      );
    })
    // The page goes away while it is looked at.
    .catch(() => true);

for (const [n, shopper] of fc.sample(PAGES, { numRuns: RUNS, seed: SEED }).entries()) {
  test(`a shopper of any kind pays in the end, and once: ${n + 1}`, async ({
    page,
    openForm,
    gateway,
    consoleMessages,
  }) => {
    test.setTimeout(300_000);
    console.log(`shopping: SEED=${SEED} SHOPPING_RUNS=${RUNS}, shopper ${n + 1}`);
    const { layout, locale, brands, hasStoredCards, acts } = shopper;
    const stored = hasStoredCards
      ? [
          await storeCard(gateway),
          await storeCard(gateway, { number: '5454545454545454', brand: 'MASTER' }),
        ]
      : [];
    const merchantTransactionId = `shopping-${SEED}-${n}`;
    const opened = await openForm({
      brands,
      options: `{ layout: '${layout}', locale: '${locale}', stayOnDecline: true }`,
      checkout: {
        merchantTransactionId,
        ...Object.fromEntries(stored.map((id, at) => [`registrations[${at}].id`, id])),
      },
    });
    const shopping: Shopping = { page, gateway, texts: textsOf(locale), ...opened };
    const done: string[] = [];
    await test.step('does anything', async () => {
      for (const one of acts) {
        if (isAtResult(shopping)) break;
        done.push(`${one.join(' ')}${(await act(shopping, one)) ? '' : ' (not there)'}`);
        expect(await looksRight(page), JSON.stringify([shopper, done])).toBe(true);
      }
    });
    await payInTheEnd(shopping);

    const about = JSON.stringify([shopper, done]);
    const { result } = await gateway.status(opened.checkoutId);
    expect(result.code, about).toMatch(ENDS_AT_SHOP);
    const query = `entityId=${DEMO.DEMO_ENTITY_ID}&merchantTransactionId=${merchantTransactionId}`;
    const { payments } = await gateway.read(`/v1/query?${query}`);
    const paid = payments.filter((payment: { result: { code: string } }) =>
      payment.result.code.startsWith('000.100.'),
    );
    expect(paid.length, about).toBe(result.code.startsWith('000.100.') ? 1 : 0);
    const said = ofTheWidget(consoleMessages).filter((message) => !OF_HASTE.test(message));
    expect(said, about).toEqual([]);
  });
}
