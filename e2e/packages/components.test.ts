/** The components for React and Vue in a page that a server has rendered. */
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { createElement, Suspense } from 'react';
import { renderToString as renderReact } from 'react-dom/server';
import { createSSRApp, h } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { CardForm } from '../card-form.ts';
import { test as base, expect } from '../fixtures.ts';
import { bundle } from './bundle.ts';

const require = createRequire(import.meta.url);

type Props = Readonly<Record<string, unknown>>;

interface Framework {
  readonly name: string;
  /** Of `pages/`. */
  readonly program: string;
  /** As a server renders the page's element. */
  readonly html: (props: Props) => Promise<string>;
  /** Reads what the ref holds. */
  readonly ref: string;
}

const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'React',
    program: 'react.tsx',
    ref: 'paymentPage.form.current',
    async html(props) {
      const { PaymentElement } = require('@payment-widgets/react');
      const own = { className: 'around', fallback: 'One moment' };
      // Around it is what the page of the test has.
      return renderReact(
        createElement(Suspense, null, createElement(PaymentElement, { ...props, ...own })),
      );
    },
  },
  {
    name: 'Vue',
    program: 'vue.ts',
    ref: 'paymentPage.form.value',
    html(props) {
      const { PaymentElement } = require('@payment-widgets/vue');
      const render = () => h(PaymentElement, { ...props, class: 'around' }, () => 'One moment');
      return renderVue(createSSRApp({ render }));
    },
  },
];

interface Opened {
  readonly form: CardForm;
  readonly props: Props;
  /** Of a second checkout. */
  readonly otherId: string;
}

const programs = new Map<string, Promise<string>>();
const programOf = (name: string): Promise<string> => {
  const program = programs.get(name) ?? bundle(name);
  programs.set(name, program);
  return program;
};

const test = base.extend<{ open: (framework: Framework) => Promise<Opened> }>({
  open: async ({ page, gateway, merchant }, use) => {
    await use(async ({ program, html }) => {
      const props = {
        gateway: gateway.url,
        checkoutId: await gateway.createCheckout(),
        brands: ['VISA', 'MASTER'],
        shopperResultUrl: `${merchant.origin}/result`,
        locale: 'en',
      };
      const otherId = await gateway.createCheckout({ amount: '7.00' });
      await page.goto(
        merchant.publish({
          html: `<!doctype html><html lang="en"><title>Shop</title><div id="app">${await html(props)}</div>
<script type="module">${await programOf(program)}</script>`,
        }),
      );
      await expect(page.locator('#app')).toHaveText('One moment');
      await page.evaluate((given) => Object(window).paymentPage.open(given), props);
      const form = new CardForm(page);
      await form.isReady();
      return { form, props, otherId };
    });
  },
});

const change = (page: Page, props: Props) =>
  page.evaluate((given) => Object(window).paymentPage.change(given), props);

for (const framework of FRAMEWORKS) {
  const { name, ref } = framework;

  test(`${name} takes over what its server has rendered, without a difference`, async ({
    page,
    open,
    consoleMessages,
  }) => {
    const { form } = await open(framework);
    await expect(form.root).toHaveCount(1);
    await expect(page.locator('.around')).toHaveCount(1);
    await expect(page.getByText('One moment')).toHaveCount(0);
    expect(consoleMessages).toEqual([]);
    expect(await page.evaluate('paymentPage.errors ?? []')).toEqual([]);
  });

  test(`${name} keeps what is typed when a prop changes that needs no other form`, async ({
    page,
    open,
  }) => {
    const { form } = await open(framework);
    await form.number.pressSequentially('4200000000000000');
    await change(page, { labels: { submit: 'Buy it' }, showCVVHint: true });
    await page.evaluate(`(${ref}).refresh()`);
    await expect(form.number).toHaveValue('4200 0000 0000 0000');
    expect(await page.evaluate('wpwlOptions.labels')).toEqual({ submit: 'Buy it' });
    // The language follows at once.
    await change(page, { locale: 'de' });
    await expect(page.getByText('Kartennummer')).toBeVisible();
    await expect(form.number).toHaveValue('4200 0000 0000 0000');
  });

  test(`the inspector is told of a prop of ${name} that there is not`, async ({ page, open }) => {
    await open(framework);
    await change(page, { locle: 'de', 'data-shop': 'mine', id: 'payment', onClick: null });
    await expect.poll(() => page.evaluate('wpwlOptions.locle')).toBe('de');
    if (name !== 'Vue') return;
    // What is the page's own is not.
    const names = await page.evaluate('Object.keys(wpwlOptions)');
    for (const own of ['class', 'data-shop', 'id', 'onClick']) expect(names).not.toContain(own);
    await expect(page.locator('#payment.around[data-shop=mine]')).toHaveCount(1);
  });

  test(`the inspector opens for ${name}, and names what was meant`, async ({ page, open }) => {
    await open(framework);
    await change(page, { locle: 'de' });
    const opened = page.waitForEvent('popup');
    await page.evaluate(() => Object(window).wpwl.inspect());
    const panel = await opened;
    await expect(panel.locator('#advice')).toContainText(
      'wpwlOptions.locle is no option. Did you mean locale?',
    );
  });

  test(`${name} draws the form of another checkout`, async ({ page, open, gateway }) => {
    const { form, otherId } = await open(framework);
    await change(page, { checkoutId: otherId });
    await expect(form.payButton).toContainText('7.00');
    await form.isReady();
    await expect(form.root).toHaveCount(1);
    await form.type();
    await page.evaluate(`(${ref}).pay()`);
    await page.waitForURL('**/result?**');
    expect((await gateway.status(otherId)).result.code).toBe('000.100.110');
  });

  test(`${name} takes everything away with the component`, async ({ page, open }) => {
    await open(framework);
    await change(page, { maskCvv: true });
    await expect.poll(() => page.evaluate('wpwlOptions.maskCvv')).toBe(true);
    await page.evaluate('paymentPage.close()');
    await expect(page.locator('#app [class*=wpwl], #app iframe')).toHaveCount(0);
    expect(await page.evaluate('wpwlOptions.maskCvv')).toBe(false);
    expect(await page.evaluate('wpwlOptions.locale')).toBeFalsy();
  });

  test(`a checkout that ${name} does not have yet is a named mistake`, async ({ page, open }) => {
    await open(framework);
    await change(page, { checkoutId: '' });
    const state = () =>
      page.evaluate(
        `(({ status, error }) => [status, error?.code, error?.message])((${ref}).getState())`,
      );
    await expect
      .poll(state)
      .toEqual(['failed', 'bad-option', 'checkoutId is missing: create a checkout first']);
  });
}

test('what is typed stays while React waits for another part of the page', async ({
  page,
  open,
}) => {
  const [react] = FRAMEWORKS;
  if (!react) throw new Error('There is no React');
  const { form } = await open(react);
  await form.number.pressSequentially('4200');
  await page.evaluate('paymentPage.suspend()');
  await expect(page.getByText('Waiting for the late one')).toBeVisible();
  await expect(form.root).toBeHidden();
  await page.evaluate('paymentPage.resume()');
  await expect(page.getByText('The late one is here.')).toBeVisible();
  await expect(form.number).toHaveValue('4200');
  await form.number.fill('');
  await form.pay();
  await page.waitForURL('**/result?**');
});

test('Vue draws the form anew where the page has kept it alive meanwhile', async ({
  page,
  open,
}) => {
  const vue = FRAMEWORKS.find(({ name }) => name === 'Vue');
  if (!vue) throw new Error('There is no Vue');
  const { form, otherId } = await open(vue);
  await page.evaluate('paymentPage.close(), paymentPage.openKept()');
  await form.isReady();
  for (const amount of ['92.00', '7.00']) {
    await page.evaluate('paymentPage.leave()');
    await expect(page.locator('#app')).toHaveText('Another step');
    expect(await page.evaluate('wpwlOptions.locale')).toBeFalsy();
    if (amount === '7.00') await change(page, { checkoutId: otherId });
    await page.evaluate('paymentPage.comeBack()');
    await form.isReady();
    await expect(form.root).toHaveCount(1);
    await expect(page.getByText('One moment')).toHaveCount(0);
    await expect(form.payButton).toContainText(amount);
  }
  await page.evaluate('paymentPage.close()');
  await expect(page.locator('#app [class*=wpwl], #app iframe')).toHaveCount(0);
});
