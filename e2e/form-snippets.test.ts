/** What guides give to paste into a page of the shop: a form comes of it, and the console finds nothing to say. */
import { blocksOf } from '../server/tests/guides/guide-code.ts';
import { CardForm } from './card-form.ts';
import { expect, test } from './fixtures.ts';

const SCRIPT = `<script src="https://gateway.example/v1/paymentWidgets.js?checkoutId={id}"></script>`;
const FORM =
  '<form class="paymentWidgets" action="https://shop.example/result" data-brands="VISA MASTER"></form>';

interface Snippet {
  readonly guide: string;
  readonly code: string;
}

const snippets = (guide: string, language: string): Snippet[] =>
  blocksOf(guide, language).map((code) => ({ guide, code }));

/** What a snippet leaves to the page around it. */
const whole = (code: string): string =>
  [
    code,
    ...(code.includes('paymentWidgets.js') ? [] : [SCRIPT]),
    ...(code.includes('class="paymentWidgets"') ? [] : [FORM]),
  ].join('\n');

/** A script: a call of `wpwl`, or some of the options. */
const asPage = (code: string): string =>
  code.includes('wpwl.')
    ? `<div id="pay"></div>${SCRIPT}<script type="module">const checkoutId = '{id}';\n${code.split('// later')[0]}</script>`
    : whole(`<script>var wpwlOptions = { ${code} };</script>`);

const PAGES = [
  ...['README.md', 'docs/form.md', 'docs/cards-on-file.md', 'docs/wallets.md'].flatMap((guide) =>
    snippets(guide, 'html').map(({ code }) => ({ guide, code, page: whole(code) })),
  ),
  ...snippets('docs/form.md', 'js').map((it) => ({ ...it, page: asPage(it.code) })),
  // The other one is a custom element: e2e/packages/element.test.ts.
  ...snippets('docs/packages.md', 'html')
    .filter(({ code }) => code.includes('paymentWidgets.js'))
    .map((it) => ({ ...it, page: whole(it.code) })),
];

test('there are such snippets', () => {
  expect(PAGES.length).toBeGreaterThan(11);
});

PAGES.forEach(({ guide, code, page: html }, index) => {
  const [words = ''] =
    /(wpwlOptions = \{\s*\w+: ?\S+|wpwl\.\w+|<form[^>]*>|\w+: \{)/.exec(code) ?? [];
  test(`${guide} gives to paste, ${index + 1}: ${words.replace(/\s+/g, ' ')}`, async ({
    page,
    gateway,
    merchant,
    consoleMessages,
  }) => {
    const { id = '', integrity = '' } = await gateway.create({ integrity: 'true' });
    await page.goto(
      merchant.publish({
        html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${html
          .replaceAll(/https:\/\/gateway\.example|http:\/\/127\.0\.0\.1:8080/g, gateway.url)
          .replaceAll(/\{id\}|CHECKOUT_ID/g, id)
          .replaceAll(/\{integrity\}|INTEGRITY/g, integrity)
          .replaceAll(/https:\/\/shop(\.example)?\/result/g, `${merchant.origin}/result`)}`,
      }),
    );
    await new CardForm(page).isReady();
    // A language of the shop's own is shown in part, and the form names what is missing.
    expect(consoleMessages.filter((said) => !said.includes('these texts are missing'))).toEqual([]);
  });
});
