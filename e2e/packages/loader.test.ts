/** The loader in a merchant's page: what it promises, and what it says where that cannot be. */
import type { Page } from '@playwright/test';
import { GOOD_CARD } from '../card.ts';
import { CardForm } from '../card-form.ts';
import { test as base, expect } from '../fixtures.ts';
import type { MerchantSite } from '../merchant-site.ts';
import { bundle } from './bundle.ts';

interface Outcome {
  readonly code?: string;
  readonly message?: string;
  readonly same?: boolean;
}

const test = base.extend<object, { program: string }>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => use(await bundle('loader.ts')),
    { scope: 'worker' },
  ],
});

interface ShopPage {
  readonly head?: string;
  readonly copies?: number;
  readonly policy?: string;
  /** A policy that blocks nothing. */
  readonly reported?: string;
}

/** A page of the merchant's with the bundled package in it. */
async function openShop(
  page: Page,
  merchant: MerchantSite,
  program: string,
  { head = '', copies = 1, policy, reported }: ShopPage = {},
): Promise<void> {
  const script = `<script type="module" nonce="bm9uY2U">${program}</script>`;
  const html = `<!doctype html><html lang="en"><title>Shop</title>${head}
<div id="pay"></div>${script.repeat(copies)}`;
  const headers = {
    ...(policy && { 'content-security-policy': policy }),
    ...(reported && { 'content-security-policy-report-only': reported }),
  };
  await page.goto(merchant.publish({ html, headers }));
}

const load = (page: Page, options: Readonly<Record<string, unknown>>): Promise<Outcome> =>
  page.evaluate(async (given) => {
    const { load } = Object(window).paymentPackages;
    const { wpwl, ...outcome } = await load(given);
    return outcome;
  }, options);

const tags = (page: Page) => page.locator('script[src*="paymentWidgets.js"]');

test('two calls at once and a later one load one script, which mounts a form', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  const { id, integrity } = await gateway.create({ integrity: 'true' });
  await openShop(page, merchant, program);
  const both = await page.evaluate(
    async (options) => {
      const { load } = Object(window).paymentPackages;
      const [one, two] = await Promise.all([load(options), load(options)]);
      return one.wpwl === two.wpwl && one.same;
    },
    { gateway: gateway.url, integrity },
  );
  expect(both).toBe(true);
  expect(await load(page, { gateway: gateway.url })).toEqual({ same: true });
  await expect(tags(page)).toHaveCount(1);
  await expect(tags(page)).toHaveAttribute('integrity', integrity ?? '');
  await page.evaluate(
    ([checkoutId, shopperResultUrl]) =>
      Object(window).wpwl.mount(document.querySelector('#pay'), {
        ...{ checkoutId, shopperResultUrl, brands: 'VISA' },
      }),
    [id, `${merchant.origin}/result`],
  );
  await new CardForm(page).isReady();
});

test('the checkout of the script is the one that the page names', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  const checkoutId = await gateway.createCheckout();
  await openShop(page, merchant, program);
  await load(page, { gateway: `${gateway.url}/`, checkoutId });
  expect(await page.evaluate('wpwl.checkout.id')).toBe(checkoutId);
});

test('two copies of the package in a page share one script', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  await openShop(page, merchant, program, { copies: 2 });
  expect(await load(page, { gateway: gateway.url })).toEqual({ same: true });
  await expect(tags(page)).toHaveCount(1);
});

test('after wpwl.unload() the script is loaded again', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  await openShop(page, merchant, program);
  await load(page, { gateway: gateway.url });
  await page.evaluate('wpwl.unload()');
  expect(await load(page, { gateway: gateway.url })).toEqual({ same: true });
});

test('a script tag of the page’s own is waited for', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  const head = `<script async src="${gateway.url}/v1/paymentWidgets.js"></script>`;
  await page.route('**/paymentWidgets.js', async (route) => {
    // Until the package has been asked, too.
    await page.waitForFunction('Boolean(window.early)');
    await route.continue();
  });
  await openShop(
    page,
    merchant,
    `${program};window.early = paymentPackages.load({ gateway: '${gateway.url}' })`,
    {
      head,
    },
  );
  await page.evaluate('window.early');
  await expect(tags(page)).toHaveCount(1);
  expect(await page.evaluate('typeof wpwl.mount')).toBe('function');
});

test('the connection to a gateway that the page names is opened at import', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  const head = `<meta name="payment-gateway" content="${gateway.url}">`;
  await openShop(page, merchant, program, { head });
  await expect(page.locator('link[rel=preconnect]')).toHaveAttribute('href', gateway.url);
});

test('a download that fails twice succeeds the third time', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  let requests = 0;
  await page.route('**/paymentWidgets.js*', (route) =>
    ++requests < 5 ? route.abort() : route.continue(),
  );
  await openShop(page, merchant, program);
  // Each try is a script, and a look at what is the matter.
  expect(await load(page, { gateway: gateway.url })).toEqual({ same: true });
  expect(requests).toBe(5);
});

test('a gateway that cannot be reached is asked three times, and again when the page asks again', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  let scripts = 0;
  await page.route('**/paymentWidgets.js*', (route) => {
    if (route.request().resourceType() === 'script') scripts++;
    return route.abort();
  });
  await openShop(page, merchant, program);
  const outcome = await load(page, { gateway: gateway.url });
  expect(outcome).toMatchObject({
    code: 'network',
    message: `${gateway.url}/v1/paymentWidgets.js did not load`,
  });
  expect(scripts).toBe(3);
  await expect(tags(page)).toHaveCount(0);
  await page.unroute('**/paymentWidgets.js*');
  expect(await load(page, { gateway: gateway.url })).toEqual({ same: true });
});

test('a policy that does not know the gateway is named, with what to add', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  const policy = "script-src 'nonce-bm9uY2U'";
  await openShop(page, merchant, program, { policy });
  expect(await load(page, { gateway: gateway.url })).toMatchObject({
    code: 'blocked-by-policy',
    message: `Allow ${gateway.url} in script-src-elem`,
  });
  // With the page's nonce it is allowed.
  expect(await load(page, { gateway: gateway.url, nonce: 'bm9uY2U' })).toEqual({ same: true });
});

test('a policy that only reports keeps no script away', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  await openShop(page, merchant, program, { reported: "script-src 'nonce-bm9uY2U'" });
  expect(await load(page, { gateway: gateway.url })).toEqual({ same: true });
});

test('Trusted Types are kept, and a page that allows other ones is told', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  const demand = "require-trusted-types-for 'script'; trusted-types";
  await openShop(page, merchant, program, { policy: `${demand} other` });
  expect(await load(page, { gateway: gateway.url })).toMatchObject({
    code: 'blocked-by-policy',
    message: 'Allow payment-widgets in trusted-types',
  });
  await openShop(page, merchant, program, { policy: `${demand} payment-widgets` });
  expect(await load(page, { gateway: gateway.url })).toEqual({ same: true });
});

test('another hash than that of the script is said to be it', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  await openShop(page, merchant, program);
  const integrity = `sha384-${'A'.repeat(64)}`;
  expect(await load(page, { gateway: gateway.url, integrity })).toMatchObject({
    code: 'hash-mismatch',
    message: `${gateway.url}/v1/paymentWidgets.js is not what integrity says`,
  });
});

test('a host that is no gateway is said to be none', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  await openShop(page, merchant, program);
  // A shop answers every path with a page: the browser runs it as a script, in vain.
  expect(await load(page, { gateway: merchant.origin })).toMatchObject({ code: 'wrong-host' });
  // The workbench has no such path, and says that to every origin.
  await page.route('**/paymentWidgets.js*', (route) =>
    route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } }),
  );
  expect(await load(page, { gateway: gateway.url })).toMatchObject({ code: 'wrong-host' });
});

const MISTAKES = [
  {
    title: 'a gateway that is no address',
    options: { gateway: 'gateway.example' },
    message: 'gateway is "gateway.example", not https://…',
    code: 'bad-option',
  },
  {
    title: 'a gateway that is left out',
    options: {},
    message: 'gateway is "undefined", not https://…',
    code: 'bad-option',
  },
  {
    title: 'a hash that a browser would ignore',
    options: { gateway: 'https://gateway.example', integrity: 'abc' },
    message: 'integrity is "abc", not sha384-…',
    code: 'bad-option',
  },
  {
    title: 'another script that is called wpwl',
    page: 'window.wpwl = { apiVersion: "1" }',
    options: { gateway: 'https://gateway.example' },
    message: 'The page has another wpwl already',
    code: 'other-script',
  },
  {
    title: 'a script of another major version',
    page: 'window.wpwl = { apiVersion: "2", mount() {} }',
    options: { gateway: 'https://gateway.example' },
    message: 'wpwl has version 2, not 1',
    code: 'other-version',
  },
  {
    title: 'another major version of the package',
    page: 'window[Symbol.for("payment-widgets")] = { version: 2 }',
    options: { gateway: 'https://gateway.example' },
    message: 'Two major versions of @payment-widgets/loader',
    code: 'other-version',
  },
];

for (const { title, page: setup, options, code, message } of MISTAKES) {
  test(`${title} is named`, async ({ page, merchant, program }) => {
    await openShop(page, merchant, program);
    if (setup) await page.evaluate(setup);
    expect(await load(page, options)).toEqual({ name: 'PaymentWidgetsError', code, message });
  });
}

test('the script of another gateway is not taken for this one’s', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  await openShop(page, merchant, program);
  await load(page, { gateway: gateway.url });
  expect(await load(page, { gateway: 'https://other.example' })).toMatchObject({
    code: 'other-script',
    message: `The page has the script of ${gateway.url} already`,
  });
});

test('a page without https is told before anything is loaded', async ({
  page,
  gateway,
  program,
}) => {
  await page.route('http://shop.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script type="module">${program}</script>`,
    }),
  );
  await page.goto('http://shop.example/');
  expect(await load(page, { gateway: gateway.url })).toMatchObject({ code: 'insecure-page' });
});

test('a form that is taken away before the script has come is never drawn', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  const checkoutId = await gateway.createCheckout();
  await openShop(page, merchant, program);
  const options = { gateway: gateway.url, checkoutId };
  await page.evaluate((given) => {
    const { openForm } = Object(window).paymentPackages;
    openForm(document.querySelector('#pay'), { ...given, maskCvv: true }).unmount();
  }, options);
  // The next call gets the script that was on its way.
  expect(await load(page, options)).toEqual({ same: true });
  await expect(page.locator('#pay')).toBeEmpty();
  expect(await page.evaluate('window.wpwlOptions?.maskCvv')).toBeFalsy();
});

const openOne = (page: Page, options: Readonly<Record<string, string>>) =>
  page.evaluate((given) => {
    const { openForm } = Object(window).paymentPackages;
    Object.assign(window, { form: openForm(document.querySelector('#pay'), given) });
  }, options);

const state = (page: Page) =>
  page.evaluate(() => {
    const { status, error } = Object(window).form.getState();
    return error ? [status, error.code, error.message] : [status];
  });

const NO_FORM = ['failed', 'no-form', 'The form did not load: see onError'];

test('a form whose data do not come has failed, and is drawn once when it is tried again', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  const checkoutId = await gateway.createCheckout();
  await openShop(page, merchant, program);
  await page.route('**/v1/checkouts/*/form*', (route) => route.abort());
  await openOne(page, { gateway: gateway.url, checkoutId, brands: 'VISA' });
  await expect.poll(() => state(page)).toEqual(NO_FORM);
  await page.unroute('**/v1/checkouts/*/form*');
  await page.evaluate('form.retry()');
  await expect.poll(() => state(page)).toEqual(['ready']);
  await new CardForm(page).isReady();
  await expect(page.locator('#pay form.wpwl-form-card')).toHaveCount(1);
});

test('a form whose data the shopper asks for again in it is ready afterwards', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  const checkoutId = await gateway.createCheckout();
  await openShop(page, merchant, program);
  await page.route('**/v1/checkouts/*/form*', (route) => route.abort());
  await openOne(page, { gateway: gateway.url, checkoutId, brands: 'VISA' });
  await expect.poll(async () => (await state(page))[0]).toBe('failed');
  await page.unroute('**/v1/checkouts/*/form*');
  await page.locator('#pay .wpwl-retry').click();
  await expect.poll(() => state(page)).toEqual(['ready']);
});

test('a form of brands that the gateway does not offer is refused', async ({
  page,
  merchant,
  gateway,
  program,
}) => {
  const checkoutId = await gateway.createCheckout();
  await openShop(page, merchant, program);
  await openOne(page, { gateway: gateway.url, checkoutId, brands: 'NOSUCHBRAND' });
  await expect.poll(() => state(page)).toEqual(NO_FORM);
});

for (const { title, layout, pay } of [
  { title: 'by its open way to pay', layout: 'list', pay: 'second.pay()' },
  { title: 'by a way to pay of its list', layout: 'list', pay: 'second.pay("card")' },
  { title: 'by one of its blocks', layout: 'classic', pay: 'second.pay("card")' },
]) {
  test(`two forms of two checkouts are in a page, and each is paid for itself ${title}`, async ({
    page,
    merchant,
    gateway,
    program,
  }) => {
    const [one, two] = [
      await gateway.createCheckout(),
      await gateway.createCheckout({ amount: '7.00' }),
    ];
    await openShop(page, merchant, program);
    await page.evaluate(
      ([options, first, second]) => {
        const { openForm } = Object(window).paymentPackages;
        const place = document.querySelector('#pay');
        const other = document.createElement('section');
        place?.after(other);
        openForm(place, { ...options, checkoutId: first });
        Object.assign(window, { second: openForm(other, { ...options, checkoutId: second }) });
      },
      [
        {
          gateway: gateway.url,
          brands: 'VISA',
          shopperResultUrl: `${merchant.origin}/result`,
          layout,
        },
        one,
        two,
      ] as const,
    );
    for (const [place, amount] of [
      ['#pay', '92.00'],
      ['section', '7.00'],
    ] as const) {
      const form = page.locator(place);
      const field = (name: string) =>
        form.frameLocator(`iframe[name="${name}"]`).locator(`input[name="${name}"]`);
      // Blocks have no amount in their buttons.
      const words = layout === 'list' ? amount : 'Pay now';
      await expect(form.locator('.wpwl-button-pay:visible')).toContainText(words);
      await expect(form.locator('form.wpwl-form-card')).toHaveAttribute('data-phase', 'ready');
      await field('card.number').pressSequentially(GOOD_CARD.number);
      await form.locator('.wpwl-control-expiry').pressSequentially(GOOD_CARD.expiry);
      await form.locator('[name="card.holder"]').pressSequentially(GOOD_CARD.holder);
      await field('card.cvv').pressSequentially(GOOD_CARD.cvv);
    }
    await page.evaluate(pay);
    await page.waitForURL('**/result?**');
    expect((await gateway.status(two)).result.code).toBe('000.100.110');
    expect((await gateway.status(one)).result.code).toBe('000.200.000');
  });
}
