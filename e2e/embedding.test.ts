import { type Addresses, expect, test } from './fixtures.ts';

const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>Checkout</title>${head}</head><body>${body}</body></html>`;
const form = ({ result }: Addresses, brands = 'VISA') =>
  `<form class="paymentWidgets" action="${result}">${brands}</form>`;

/** Ways in which merchants bring script and form into their page. */
const WAYS: readonly (readonly [title: string, write: (addresses: Addresses) => string])[] = [
  ['the script before the form', (a) => page(`<script src="${a.script}"></script>`, form(a))],
  ['the script after the form', (a) => page('', `${form(a)}<script src="${a.script}"></script>`)],
  ['an async script', (a) => page(`<script async src="${a.script}"></script>`, form(a))],
  ['a deferred script', (a) => page(`<script defer src="${a.script}"></script>`, form(a))],
  ['a module script', (a) => page(`<script type="module" src="${a.script}"></script>`, form(a))],
  [
    'an imported script',
    (a) => page('', `${form(a)}<script type="module">import(${JSON.stringify(a.script)})</script>`),
  ],
  [
    'a script put in later, and taken out at once',
    (a) =>
      page(
        '',
        `${form(a)}<script>setTimeout(() => {
          const script = document.createElement('script');
          script.src = ${JSON.stringify(a.script)};
          document.head.append(script);
          script.remove();
        }, 100)</script>`,
      ),
  ],
  [
    'a form put in later',
    (a) =>
      page(
        `<script src="${a.script}"></script>`,
        `<main></main><script>setTimeout(() => {
          document.querySelector('main').innerHTML = ${JSON.stringify(form(a))};
        }, 300)</script>`,
      ),
  ],
  [
    'brands in data-brands, whatever the text says',
    (a) =>
      page(
        `<script src="${a.script}"></script>`,
        `<form class="paymentWidgets" action="${a.result}" data-brands=" visa ">Please wait</form>`,
      ),
  ],
  [
    'a result page named without its host',
    (a) =>
      page(
        `<script src="${a.script}"></script>`,
        '<form class="paymentWidgets" action="/result">VISA</form>',
      ),
  ],
  [
    'a form in quirks mode, in a table',
    (a) => `<script src="${a.script}"></script><table><tr><td>${form(a)}</table>`,
  ],
];

test.describe('a shopper pays through', () => {
  for (const [title, write] of WAYS) {
    test(title, async ({ openPage, page: opened, consoleMessages }) => {
      const { form: drawn } = await openPage(write);
      await drawn.isReady();
      await expect(drawn.root).toHaveCount(1);
      await expect(drawn.brand.locator('option')).toHaveText(['Visa']);
      await drawn.pay();
      await opened.waitForURL('**/result?**');
      expect(consoleMessages).toEqual([]);
    });
  }
});

test('several forms share the checkout, each with its brands', async ({
  openPage,
  page: opened,
  gateway,
}) => {
  const { form: drawn, checkoutId } = await openPage((a) =>
    page(`<script src="${a.script}"></script>`, form(a, 'VISA') + form(a, 'MASTER AMEX')),
  );
  await expect(drawn.root).toHaveCount(2);
  const second = drawn.root.nth(1);
  await expect(second).toHaveAttribute('data-phase', 'ready');
  await expect(second.locator('option')).toHaveText(['Mastercard', 'American Express']);
  const frame = (name: string) => second.frameLocator(`iframe[name="${name}"]`).locator('input');
  await second.locator('[name="card.holder"]').fill('Jane Jones');
  await second.locator('.wpwl-control-expiry').fill('1234');
  await frame('card.number').fill('5454545454545454');
  await frame('card.cvv').fill('123');
  await second.locator('.wpwl-button-pay').click();
  await opened.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).paymentBrand).toBe('MASTER');
});

test.describe('wpwlOptions hold', () => {
  const OPTIONS = '{locale: "de", labels: {cvv: "Prüfziffer"}}';
  const PLACES: readonly (readonly [string, (a: Addresses) => string])[] = [
    [
      'before the script',
      (a) =>
        page(
          `<script>var wpwlOptions = ${OPTIONS}</script><script src="${a.script}"></script>`,
          form(a),
        ),
    ],
    [
      'after the script, before the form',
      (a) =>
        page(
          `<script src="${a.script}"></script><script>var wpwlOptions = ${OPTIONS}</script>`,
          form(a),
        ),
    ],
    [
      'at the end of the page',
      (a) =>
        page(
          `<script src="${a.script}"></script>`,
          `${form(a)}<script>var wpwlOptions = ${OPTIONS}</script>`,
        ),
    ],
    [
      'set by a script that is loaded later than the form',
      (a) =>
        page(
          `<script src="${a.script}"></script>`,
          `${form(a)}<script defer src="data:text/javascript,${encodeURIComponent(`var wpwlOptions = ${OPTIONS}`)}"></script>`,
        ),
    ],
  ];
  for (const [title, write] of PLACES) {
    test(title, async ({ openPage }) => {
      const { form: drawn } = await openPage(write);
      await drawn.isReady();
      await expect(drawn.root).toHaveAttribute('lang', 'de');
      await expect(drawn.root.locator('.wpwl-label-cvv')).toHaveText('Prüfziffer');
    });
  }

  test('also a callback that is assigned when the form is there already', async ({
    openPage,
    page: opened,
  }) => {
    const { form: drawn } = await openPage((a) =>
      page(`<script src="${a.script}"></script>`, form(a)),
    );
    await drawn.isReady();
    await opened.evaluate(() => {
      Object.assign(Reflect.get(window, 'wpwlOptions') ?? {}, {
        onBeforeSubmitCard() {
          document.title = 'asked';
          return false;
        },
      });
    });
    let isSent = false;
    opened.on('request', (request) => {
      // A field's frame tells the gateway that it is typed in.
      isSent ||= request.method() === 'POST' && !request.url().endsWith('/typed');
    });
    await drawn.pay();
    await expect(opened).toHaveTitle('asked');
    await expect(drawn.payButton).toHaveAttribute('aria-busy', 'false');
    expect(isSent).toBe(false);
  });
});

test('a page takes the form away and loads another checkout', async ({
  openPage,
  page: opened,
  gateway,
}) => {
  const { form: drawn } = await openPage((a) =>
    page(`<script src="${a.script}"></script>`, form(a)),
  );
  await drawn.isReady();
  const checkoutId = await gateway.createCheckout({ amount: '7.00' });
  await opened.evaluate((src) => {
    Reflect.get(window, 'wpwl').unload();
    for (const old of document.querySelectorAll('script[src*="paymentWidgets.js"]')) old.remove();
    const script = document.createElement('script');
    script.src = src;
    document.head.append(script);
  }, `${gateway.url}/v1/paymentWidgets.js?checkoutId=${checkoutId}`);
  await drawn.isReady();
  await drawn.pay();
  await opened.waitForURL('**/result?**');
  expect(await gateway.status(checkoutId)).toMatchObject({ amount: '7.00', paymentBrand: 'VISA' });
});
