/** Each example application, installed from the packed packages as docs/packages.md says, sells something. */
import { CardForm } from '../card-form.ts';
import { test as base, expect } from '../fixtures.ts';
import { type ExampleShops, STRANGE_QUERIES, startExampleShops } from './example-shops.ts';

// They are installed and built once, so one worker has all of these tests.
base.describe.configure({ mode: 'default' });

const test = base.extend<object, { shops: ExampleShops }>({
  shops: [
    async ({ gateway }, use) => {
      const shops = await startExampleShops(gateway.url);
      await use(shops);
      await shops.close();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

const PAID = /Thank you\. 92\.00 EUR are paid\./;

/** The way from an example's first page to its form. */
const EXAMPLES = [
  { name: 'loader', open: undefined },
  { name: 'react', open: 'Pay' },
  { name: 'react-18', open: 'Pay' },
  { name: 'vue', open: 'Pay' },
  { name: 'element', open: undefined },
  { name: 'svelte', open: 'Pay' },
];

for (const { name, open } of EXAMPLES) {
  test(`the shopper pays in the example for ${name}`, async ({ page, shops, consoleMessages }) => {
    await page.goto(shops.address(name));
    if (open) await page.getByRole('button', { name: open, exact: true }).click();
    const form = new CardForm(page);
    await form.isReady();
    // StrictMode and the like have left one.
    await expect(form.root).toHaveCount(1);
    await form.type();
    await page.getByRole('button', { name: /€92\.00/ }).click();
    await expect(page.getByRole('heading')).toHaveText(PAID);
    expect(consoleMessages).toEqual([]);
  });
}

for (const name of ['react', 'react-18']) {
  test(`in the example for ${name} forms come and go with the pages of the shop`, async ({
    page,
    shops,
  }) => {
    await page.goto(shops.address(name));
    const go = (button: string) => page.getByRole('button', { name: button, exact: true }).click();
    const form = new CardForm(page);
    for (const _ of [1, 2]) {
      await go('Pay');
      await form.isReady();
      await expect(page.locator('.wpwl-list')).toHaveCount(1);
      await go('Pay, classic');
      await form.isReady();
      await expect(page.locator('.wpwl-list')).toHaveCount(0);
      await expect(page.locator('.wpwl-container-card')).toHaveAttribute('data-style', 'plain');
    }
    await go('Cart');
    await expect(page.locator('[class*=wpwl]')).toHaveCount(0);
    // What the component has set goes with it.
    expect(await page.evaluate('wpwlOptions.style')).toBe('card');
    await expect(page.locator('script[src*=paymentWidgets]')).toHaveCount(1);
  });
}

test('a button of the shop pays in the place of the form’s', async ({ page, shops }) => {
  await page.goto(shops.address('vue'));
  await page.getByRole('button', { name: 'Pay' }).click();
  const buy = page.getByRole('button', { name: 'Buy now' });
  await expect(buy).toBeEnabled();
  await new CardForm(page).type();
  await expect(page.locator('.wpwl-button-pay:visible')).toHaveCount(0);
  await buy.click();
  await expect(page.getByRole('heading')).toHaveText(PAID);
});

for (const name of ['react', 'vue']) {
  test(`the shopper of the example for ${name} is told when the gateway is down, and tries again`, async ({
    page,
    shops,
  }) => {
    await page.route('**/paymentWidgets.js*', (route) => route.abort());
    await page.goto(shops.address(name));
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    const again = page.getByRole('button', { name: /could not be loaded\. Try again/ });
    await expect(again).toBeVisible();
    await page.unroute('**/paymentWidgets.js*');
    await again.click();
    await new CardForm(page).isReady();
    await expect(again).toHaveCount(0);
  });
}

test('in the example for svelte the form comes and goes with the page of the shop', async ({
  page,
  shops,
  consoleMessages,
}) => {
  await page.goto(shops.address('svelte'));
  const go = (button: string) => page.getByRole('button', { name: button, exact: true }).click();
  for (const _ of [1, 2]) {
    await go('Pay');
    await new CardForm(page).isReady();
    await go('Cart');
    await expect(page.locator('payment-widgets, [class*=wpwl]')).toHaveCount(0);
  }
  expect(consoleMessages).toEqual([]);
});

const STRANGE_PATHS = ['b', '/v1/checkouts/../payment', '/v1/checkouts/never-there/payment'];

for (const query of [
  ...STRANGE_QUERIES,
  ...STRANGE_PATHS.map((path) => `?resourcePath=${path}`),
  '?resourcePath=a&resourcePath=b',
]) {
  test(`the result page of the examples says that there is nothing at ${query}`, async ({
    page,
    shops,
    consoleMessages,
  }) => {
    await page.goto(`${shops.address('element')}/result${query}`);
    await expect(page.getByRole('heading')).toHaveText('There is nothing to see here.');
    expect(consoleMessages).toEqual([]);
  });
}
