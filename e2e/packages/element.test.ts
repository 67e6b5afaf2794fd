/** `<payment-widgets>` in a page without a bundler: attributes, events, and what pages do with elements. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CardForm } from '../card-form.ts';
import { test as base, expect } from '../fixtures.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILE = readFileSync(join(ROOT, 'packages/element/dist/standalone.js'), 'utf8');

interface Shop {
  readonly form: CardForm;
  readonly checkoutId: string;
}

interface ElementPage {
  /** With `GATEWAY`, `ID` and `RESULT` in it. */
  readonly html: string;
}

const WHOLE =
  '<payment-widgets gateway="GATEWAY" checkout-id="ID" shopper-result-url="RESULT" brands="VISA MASTER"';

const test = base.extend<{ open: (element: ElementPage) => Promise<Shop> }>({
  open: async ({ page, gateway, merchant }, use) => {
    await page.route('**/payment-widgets.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: FILE }),
    );
    await use(async ({ html }) => {
      const checkoutId = await gateway.createCheckout();
      const shown = html
        .replaceAll('GATEWAY', gateway.url)
        .replaceAll('RESULT', `${merchant.origin}/result`)
        .replaceAll('ID', checkoutId);
      const script = '<script type="module" src="/payment-widgets.js"></script>';
      await page.goto(
        merchant.publish({
          html: `<!doctype html><html lang="en"><title>Shop</title>${script}<main>${shown}</main>`,
        }),
      );
      return { form: new CardForm(page), checkoutId };
    });
  },
});

const element = (page: Page) => page.locator('payment-widgets');

/** Notes what the element says, as `said`. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const said: unknown[] = [];
    const form = document.querySelector('payment-widgets');
    form?.addEventListener('statuschange', (event) =>
      said.push((event as CustomEvent).detail.status),
    );
    Object.assign(window, { said });
  });

const DOCUMENTS = ['packages/element/README.md', 'docs/packages.md'];
for (const path of DOCUMENTS) {
  test(`the element as ${path} shows it is paid`, async ({ page, open, gateway }) => {
    const blocks = readFileSync(join(ROOT, path), 'utf8').matchAll(/^```html\n(.*?)^```$/gms);
    const html = [...blocks]
      .map(([, block = '']) => block)
      .find((block) => block.includes('<payment-widgets'));
    const { form, checkoutId } = await open({
      html: (html ?? '')
        .replace('https://gateway.example', 'GATEWAY')
        .replace('https://shop.example/result', 'RESULT')
        .replace('CHECKOUT_ID', 'ID'),
    });
    await form.isReady();
    await expect(form.root).toHaveCount(1);
    await expect(form.payButton).toContainText('92.00');
    await form.pay();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });
}

test('two copies of the element’s script make one form', async ({
  page,
  open,
  consoleMessages,
}) => {
  const again = '<script type="module" src="/payment-widgets.js?copy"></script>';
  await page.route('**/payment-widgets.js?copy', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: FILE }),
  );
  const { form } = await open({ html: `${WHOLE}></payment-widgets>${again}` });
  await form.isReady();
  await expect(form.root).toHaveCount(1);
  expect(consoleMessages).toEqual([]);
});

test('an element of that name which is another one is named in the console', async ({
  page,
  open,
  consoleMessages,
}) => {
  await page.addInitScript(() => {
    customElements.define('payment-widgets', class extends HTMLElement {});
  });
  await open({ html: `${WHOLE}></payment-widgets>` });
  await expect
    .poll(() => consoleMessages.join())
    .toContain('<payment-widgets> is already defined by another script');
});

test('an element without a checkout says in the console what it waits for', async ({
  page,
  open,
  consoleMessages,
}) => {
  await page.clock.install();
  await open({ html: `<payment-widgets gateway="GATEWAY">One moment</payment-widgets>` });
  await page.clock.runFor(6_000);
  await expect.poll(() => consoleMessages).toEqual(['<payment-widgets> waits for its checkout-id']);
});

test('checkout and options come later, and what stands inside is seen until then', async ({
  page,
  open,
  merchant,
}) => {
  const { form } = await open({
    html: `<payment-widgets data-gateway="GATEWAY" data-checkout="ID">One moment</payment-widgets>`,
  });
  await listen(page);
  await expect(element(page)).toHaveText('One moment');
  await page.evaluate((result) => {
    const form = document.querySelector('payment-widgets');
    if (!form) return;
    const { gateway = '', checkout = '' } = form.dataset;
    form.options = {
      ...{ gateway, checkoutId: checkout, brands: ['VISA'], shopperResultUrl: result },
      labels: { submit: 'Buy it' },
      layout: 'classic',
    };
  }, `${merchant.origin}/result`);
  await form.isReady();
  await expect(form.payButton).toHaveText('Buy it');
  await expect(element(page)).not.toContainText('One moment');
  expect(await page.evaluate('said')).toEqual(['ready']);
  // An attribute wins.
  await element(page).evaluate((form) => form.setAttribute('layout', 'list'));
  await expect(page.locator('.wpwl-list')).toBeVisible();
});

test('the shopper stays in the page where the event of the result is cancelled', async ({
  page,
  open,
}) => {
  const { form } = await open({ html: `${WHOLE}></payment-widgets>` });
  await form.isReady();
  const result = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.querySelector('payment-widgets')?.addEventListener('result', (event) => {
          event.preventDefault();
          resolve((event as CustomEvent).detail.declined);
        });
      }),
  );
  await form.type();
  await element(page).evaluate((form) => (form as HTMLElementTagNameMap['payment-widgets']).pay());
  expect(await result).toBe(false);
  await expect
    .poll(() => page.evaluate(`document.querySelector('payment-widgets').state.status`))
    .toBe('ended');
  expect(page.url()).not.toContain('/result');
});

test('an element that is moved draws its form again, and one that is removed leaves nothing', async ({
  page,
  open,
}) => {
  const { form } = await open({ html: `${WHOLE} mask-cvv></payment-widgets><aside></aside>` });
  await form.isReady();
  await page.evaluate(() => {
    const form = document.querySelector('payment-widgets');
    if (form) document.querySelector('aside')?.append(form);
  });
  await form.isReady();
  await expect(form.root).toHaveCount(1);
  expect(await page.evaluate('wpwlOptions.maskCvv')).toBe(true);
  await element(page).evaluate((form) => form.remove());
  await expect(page.locator('[class*=wpwl], iframe')).toHaveCount(0);
  expect(await page.evaluate('wpwlOptions.maskCvv')).toBeFalsy();
});

test('a gateway that is none is told by the state and in the console', async ({
  page,
  open,
  merchant,
  consoleMessages,
}) => {
  await open({
    html: WHOLE.replace('GATEWAY', merchant.origin).concat('>One moment</payment-widgets>'),
  });
  const code = () => page.evaluate(`document.querySelector('payment-widgets').state.error?.code`);
  await expect.poll(code).toBe('wrong-host');
  await expect.poll(() => consoleMessages.join()).toContain('is no payment form');
  await expect(element(page)).toHaveText('One moment');
});

test('the inspector is told of attributes that there are not, and of none that are the page’s', async ({
  page,
  open,
}) => {
  const own = 'id="pay" class="mine" data-shop="1" aria-label="Pay" tabindex="-1" title="Pay"';
  const { form } = await open({
    html: `${WHOLE} locle="de" show-amout ${own} _ngcontent-x onfocus=""></payment-widgets>`,
  });
  await form.isReady();
  const names = await page.evaluate('Object.keys(wpwlOptions)');
  expect(names).toEqual(expect.arrayContaining(['locle', 'showAmout']));
  const strangers = /^(id|class|data|aria|tab|title|_|onfocus|gateway|checkout)/i;
  expect((names as string[]).filter((name) => strangers.test(name))).toEqual([]);
});
