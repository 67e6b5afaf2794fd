/** The DOM that merchants' styles and scripts, and outside test suites, have come to rely on. */
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const attributes = (element: Locator) =>
  element.evaluate((node) =>
    Object.fromEntries(
      (node as Element)
        .getAttributeNames()
        .map((name) => [name, (node as Element).getAttribute(name)]),
    ),
  );

test.describe('outside test suites find', () => {
  test('the two frames by name and class, with placeholder and address', async ({
    page,
    openForm,
    gateway,
  }) => {
    const { form } = await openForm();
    await form.isReady();
    for (const [name, key, placeholder] of [
      ['card.number', 'cardNumber', 'Card Number'],
      ['card.cvv', 'cvv', 'CVV'],
    ]) {
      const { class: className, ...rest } = await attributes(
        page.locator(`iframe[name="${name}"]`),
      );
      expect(className).toBe(`wpwl-control wpwl-control-iframe wpwl-control-${key}`);
      expect(rest['placeholder']).toBe(placeholder);
      expect(new URL(rest['src'] ?? '').origin).toBe(gateway.url);
    }
  });

  test('in each frame a form with its one input', async ({ openForm }) => {
    const { form } = await openForm();
    await form.isReady();
    for (const [name, autocomplete, label] of [
      ['card.number', 'cc-number', 'Card Number'],
      ['card.cvv', 'cc-csc', 'CVV'],
    ] as const) {
      const inputs = form.frame(name).locator('form > input');
      await expect(inputs).toHaveCount(1);
      await expect(form.frame(name).locator('input')).toHaveCount(1);
      expect(await attributes(inputs)).toMatchObject({
        name,
        autocomplete,
        type: 'tel',
        placeholder: label,
        'aria-label': label,
      });
    }
  });

  test('brand, holder, expiry, labels and the button', async ({ page, openForm }) => {
    const { form } = await openForm({ brands: 'MASTER VISA' });
    await form.isReady();
    await expect(page.locator('select.wpwl-control-brand[name="paymentBrand"]')).toHaveValue(
      'MASTER',
    );
    await expect(page.locator('div.wpwl-brand.wpwl-brand-card.wpwl-brand-MASTER')).toBeVisible();
    await form.number.pressSequentially('42');
    await expect(page.locator('div.wpwl-brand-VISA')).toBeVisible();
    await expect(page.locator('input[name="card.holder"].wpwl-control-cardHolder')).toBeVisible();
    await expect(
      page.locator('input.wpwl-control-expiry[type=tel][data-action="blur-card-expiry"]'),
    ).toHaveAttribute('placeholder', 'MM / YY');
    for (const [name, text] of [
      ['paymentBrand', 'Brand'],
      ['card.number', 'Card Number'],
      ['card.holder', 'Card holder'],
      ['card.cvv', 'CVV'],
    ]) {
      await expect(page.locator(`div[name="wpwl-label-${name}"]`)).toHaveText(text ?? '');
    }
    await expect(page.locator('div.wpwl-label-expiry')).toHaveText('Expiry Date');
    const button = page.locator('button.wpwl-button.wpwl-button-pay[type=submit][name=pay]');
    await expect(button).toHaveText('Pay now');
    await expect(button).toHaveAttribute('aria-label', 'Pay now');
  });

  test('the Arabic words', async ({ openForm }) => {
    const { form } = await openForm({ options: '{locale: "ar"}' });
    await form.isReady();
    const { root } = form;
    await expect(root).toHaveAttribute('dir', 'rtl');
    await expect(form.number).toHaveAttribute('placeholder', 'رقم البطاقة');
    await expect(form.holder).toHaveAttribute('placeholder', 'اسم حامل البطاقة');
    await expect(form.expiry).toHaveAttribute('placeholder', 'شهر / سنة');
    await expect(root.locator('div[name="wpwl-label-card.cvv"]')).toHaveText('رمز التحقق (CVV)');
    await expect(root.locator('div.wpwl-label-expiry')).toHaveText('تاريخ الانتهاء');
    await expect(form.payButton).toHaveText('إدفع الأن');
  });
});

test.describe('styles and scripts of merchants find', () => {
  test('container, form and groups with their classes, in this order', async ({
    openForm,
    gateway,
  }) => {
    const { form, checkoutId } = await openForm();
    await form.isReady();
    const container = form.page.locator('div.wpwl-container');
    expect(await attributes(container)).toMatchObject({
      id: expect.stringMatching(/^card_\d+$/),
      class: 'wpwl-container wpwl-container-card',
    });
    expect(await attributes(form.root)).toMatchObject({
      class: 'wpwl-form wpwl-form-card wpwl-clearfix',
      action: `${gateway.url}/v1/checkouts/${checkoutId}/payment`,
      method: 'POST',
      lang: 'en',
      'accept-charset': 'UTF-8',
    });
    const keys = ['brand', 'cardNumber', 'expiry', 'cvv', 'cardHolder', 'submit'];
    const groups = form.root.locator('> .wpwl-group');
    await expect(groups).toHaveCount(keys.length);
    for (const [index, key] of keys.entries()) {
      const group = groups.nth(index);
      await expect(group).toHaveClass(`wpwl-group wpwl-group-${key} wpwl-clearfix`);
      await expect(group.locator(`.wpwl-wrapper.wpwl-wrapper-${key}`)).toHaveCount(1);
      if (key === 'submit') continue;
      await expect(group.locator(`.wpwl-label.wpwl-label-${key}`)).toHaveCount(1);
      await expect(group.locator(`.wpwl-control.wpwl-control-${key}`)).toHaveCount(1);
    }
    for (const name of ['card.expiryMonth', 'card.expiryYear', 'shopperResultUrl']) {
      await expect(form.root.locator(`input[type=hidden][name="${name}"]`)).toHaveCount(1);
    }
  });

  test('a page keeps what it assigns to the configuration', async ({ page, openForm }) => {
    const { form } = await openForm({
      options: `{ onReady() {
        wpwl.checkout.config.customRedirectPageConfig.backgroundColor = '#123';
        wpwl.checkout.config.mine = () => 'kept';
      } }`,
    });
    await form.isReady();
    await page.evaluate('wpwl.refresh()');
    expect(
      await page.evaluate(
        '[wpwl.checkout.config.customRedirectPageConfig.backgroundColor, wpwl.checkout.config.mine()]',
      ),
    ).toEqual(['#123', 'kept']);
  });

  test('window.wpwl with the checkout and what it can do', async ({ page, openForm, gateway }) => {
    const { form, checkoutId } = await openForm();
    await form.isReady();
    const runtime = await page.evaluate(() =>
      JSON.parse(JSON.stringify(Reflect.get(window, 'wpwl'))),
    );
    expect(runtime).toMatchObject({
      apiVersion: '1',
      checkout: {
        ...{ id: checkoutId, amount: '92.00', currency: 'EUR' },
        config: {
          registrations: [],
          brandConfig: {
            brands: ['VISA', 'MASTER', 'AMEX'],
            overrideShopBrands: false,
            activateBrands: false,
          },
          detectIp: false,
          overrideHolder: false,
          threeDSecureV2Config: {},
          environmentConfig: {
            url: gateway.url,
            defaultPaymentMode: 'INTEGRATOR_TEST',
            cacheVersion: runtime.cacheVersion,
          },
          workflowSpecificConfig: {},
          customRedirectPageConfig: {},
        },
      },
    });
    await page.evaluate(() => Reflect.get(window, 'wpwl').executePayment('wpwl-container-card'));
    await expect(form.hint('cardNumberError')).toBeVisible();
    await page.evaluate(() => Reflect.get(window, 'wpwl').unload());
    await expect(form.root).toHaveCount(0);
    await expect(page.locator('form.paymentWidgets')).toBeVisible();
  });

  test('what a page says of a class goes before our own style', async ({ openForm }) => {
    const { form } = await openForm({
      head: `<style>.wpwl-button-pay { background-color: rgb(1, 2, 3) } .wpwl-control { border-radius: 0 }
        .wpwl-label { display: none } .wpwl-group-cardHolder { display: none }</style>`,
    });
    await form.isReady();
    await expect(form.payButton).toHaveCSS('background-color', 'rgb(1, 2, 3)');
    await expect(form.expiry).toHaveCSS('border-radius', '0px');
    await expect(form.root.locator('.wpwl-label-expiry')).toBeHidden();
    // A holder that cannot be seen is not asked for.
    await form.number.fill('4200000000000000');
    await form.expiry.fill('1234');
    await form.cvv.fill('123');
    await form.payButton.click();
    await form.page.waitForURL('**/result?**');
  });
});
