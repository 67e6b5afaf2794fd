import type { Page } from '@playwright/test';
import { accessibilityProblems } from './axe.ts';
import { CardForm } from './card-form.ts';
import { expect, type Gateway, test } from './fixtures.ts';
import { press } from './waiting-payment.ts';

/** From the shelf to the payment, as a shopper walks. */
async function goToCheckout(page: Page, { shopUrl = '' }: Gateway): Promise<CardForm> {
  await page.goto(shopUrl);
  await page.getByRole('link', { name: 'Desk lamp' }).click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('button', { name: 'Check out' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible();
  return new CardForm(page);
}

/** In the header of every page. */
async function speak(page: Page, language: string): Promise<void> {
  await page.locator('.languages summary').click();
  await page.getByRole('link', { name: language, exact: true }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Types and pays by what is written next to the fields, in English. */
async function payByName(page: Page, number: string, button = /^Pay \S+$/): Promise<void> {
  const frame = (title: string) => page.frameLocator(`iframe[title="${title}"]`);
  await frame('Card number').getByRole('textbox', { name: 'Card number' }).fill(number);
  await page.getByRole('textbox', { name: 'Expiry date' }).fill('12/34');
  await frame('CVV').getByRole('textbox', { name: 'CVV' }).fill('123');
  await page.getByRole('textbox', { name: 'Name on card' }).fill('Jane Jones');
  await page.getByRole('button', { name: button }).click();
}

/** From the narrowest window to a wide one, the summary opened: no word goes on in another line. */
async function expectNamesWhole(page: Page, names: string): Promise<void> {
  await page.locator('details.summary').evaluateAll((boxes) => {
    for (const box of boxes) box.setAttribute('open', '');
  });
  for (const width of [320, 360, 480, 767, 768, 850, 900, 960, 1280, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    const broken = await page.locator(names).evaluateAll((elements) =>
      elements.flatMap((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        while (texts.nextNode()) {
          const text = texts.currentNode as Text;
          for (const { 0: word, index } of text.data.matchAll(/[^\s-]+/g)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1) found.push(word);
          }
        }
        return found;
      }),
    );
    expect(broken, `at ${width} pixels`).toEqual([]);
  }
}

test.describe('in the demo shop', () => {
  test('a shopper buys a lamp and sees that it is paid @phone', async ({
    page,
    gateway,
    consoleMessages,
  }) => {
    const form = await goToCheckout(page, gateway);
    await form.isReady();
    await payByName(page, '4200 0000 0000 0000');
    await expect(heading(page, 'Thank you. Your order is paid.')).toBeVisible();
    const receipt = page.getByRole('region', { name: 'Your order' });
    await expect(receipt).toContainText('Desk lamp');
    await expect(receipt).toContainText('ends in 0000');
    // For the curious: a shopper's phone shows the receipt alone.
    const calls = page.getByRole('region', { name: /answer$/ });
    await expect(calls).toHaveCount(0);
    await page.getByText('What the merchant’s server did').click();
    await expect(calls.last()).toContainText('000.100.110');
    await expect(page.getByRole('link', { name: 'Cart 0' })).toBeVisible();
    expect(consoleMessages).toEqual([]);
    // A paid order is not paid again: its checkout leads to the result.
    await page.goBack();
    await page.reload();
    await expect(heading(page, 'Thank you. Your order is paid.')).toBeVisible();
  });

  test('a shopper chooses three and checks out: three are ordered', async ({ page, gateway }) => {
    await page.goto(`${gateway.shopUrl}/products/lamp`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('combobox', { name: 'Quantity' }).selectOption('3');
    await page.getByRole('button', { name: 'Check out' }).click();
    await expect(page.locator('details.summary')).toContainText('€204.00');
  });

  test('the summary is a stop of Tab only where it can be opened', async ({ page, gateway }) => {
    await goToCheckout(page, gateway);
    const focused = () =>
      page.locator('.summary > summary').evaluate((summary) => {
        (summary as HTMLElement).focus();
        return document.activeElement === summary;
      });
    expect(await focused()).toBe(false);
    await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible();
    await page.setViewportSize({ width: 700, height: 800 });
    expect(await focused()).toBe(true);
  });

  test('the form is as wide as what stands in its column', async ({ page, gateway }) => {
    const form = await goToCheckout(page, gateway);
    await form.isReady();
    const width = async (selector: string) =>
      (await page.locator(selector).first().boundingBox())?.width;
    for (const [windowWidth, beside] of [
      [640, '.summary'],
      [700, '.test-cards'],
      [1280, '.payment'],
    ] as const) {
      await page.setViewportSize({ width: windowWidth, height: 800 });
      await expect
        .poll(() => width('.wpwl-container'), `at ${windowWidth} pixels`)
        .toBe(await width(beside));
    }
  });

  test('a declined card leaves the shopper at the payment, and a good card pays', async ({
    page,
    gateway,
  }) => {
    const form = await goToCheckout(page, gateway);
    await form.isReady();
    await payByName(page, '4200 0000 0000 1024');
    await expect(form.message).toContainText('You have not been charged');
    await payByName(page, '5454 5454 5454 5454');
    await expect(heading(page, 'Thank you. Your order is paid.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText('ends in 5454');
  });

  test('a shopper keeps the card, and pays the next order with it @phone', async ({
    page,
    gateway,
  }) => {
    const form = await goToCheckout(page, gateway);
    await page.getByText('Options of the form').click();
    await page.getByRole('checkbox', { name: /offerToStore/ }).check();
    await page.getByRole('button', { name: 'Load the form with these' }).click();
    await form.isReady();
    await form.root.getByRole('switch').check();
    await payByName(page, '4200 0000 0000 0000');
    await expect(heading(page, 'Thank you. Your order is paid.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the shop' }).click();

    await goToCheckout(page, gateway);
    await expect(page.getByRole('radio', { name: 'Visa •••• 0000' })).toBeChecked();
    await page.getByRole('button', { name: /^Pay \S+$/ }).click();
    await expect(heading(page, 'Thank you. Your order is paid.')).toBeVisible();
  });

  test('a shopper whose bank asks confirms there, and is back in the shop @phone', async ({
    page,
    gateway,
    consoleMessages,
  }) => {
    const form = await goToCheckout(page, gateway);
    await form.isReady();
    await payByName(page, '4200 0000 0000 0075');
    const bank = page.frameLocator('iframe.wpwl-target').frameLocator('iframe');
    await press(bank.getByRole('button', { name: 'Continue' }));
    await expect(heading(page, 'Thank you. Your order is paid.')).toBeVisible();
    expect(consoleMessages).toEqual([]);
  });

  test('a shopper pays at a wallet', async ({ page, gateway, consoleMessages }) => {
    await goToCheckout(page, gateway);
    await page.getByRole('button', { name: /PayPal/ }).click();
    await page.getByRole('button', { name: /continue|confirm/i }).click();
    await expect(heading(page, 'Thank you. Your order is paid.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText('PayPal');
    expect(consoleMessages).toEqual([]);
  });

  test('a shopper who cancels at a wallet reads that, and pays another way', async ({
    page,
    gateway,
  }) => {
    const form = await goToCheckout(page, gateway);
    await page.getByRole('button', { name: /PayPal/ }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(heading(page, 'You cancelled the payment')).toBeVisible();
    await expect(page.getByText('You have not been charged.')).toBeVisible();
    await page.getByRole('link', { name: 'Account' }).click();
    await expect(page.getByRole('region', { name: 'Orders' })).toContainText('Payment cancelled');
    await page.goBack();
    await page.getByRole('link', { name: 'Try again' }).click();
    await form.isReady();
    await payByName(page, '4200 0000 0000 0000');
    await expect(heading(page, 'Thank you. Your order is paid.')).toBeVisible();
  });

  test('a shopper who decides later at a wallet waits at a page that asks again by itself', async ({
    page,
    gateway,
  }) => {
    await goToCheckout(page, gateway);
    await page.getByRole('button', { name: /PayPal/ }).click();
    await page.getByRole('button', { name: /later/i }).click();
    await expect(heading(page, 'We are checking your payment')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Cart 0' })).toBeVisible();
    await page.waitForResponse((answer) => answer.url() === page.url());
    await expect(heading(page, 'We are checking your payment')).toBeVisible();
  });

  test('the curious see the classic form, which has a block for each way to pay', async ({
    page,
    gateway,
  }) => {
    const form = await goToCheckout(page, gateway);
    await page.getByText('Options of the form').click();
    await page.getByRole('checkbox', { name: /layout/ }).check();
    await page.getByRole('button', { name: 'Load the form with these' }).click();
    await expect(form.root.getByRole('button', { name: 'Pay now' })).toBeVisible();
    await page.getByRole('button', { name: /PayPal/ }).click();
    await page.waitForURL('**/bank/wallet?**');
  });

  test('a shopper in Brazil pays in parts, and one in Mexico is offered what is the custom there', async ({
    page,
    gateway,
    consoleMessages,
  }) => {
    await goToCheckout(page, gateway);
    const orderIn = async (country: string) => {
      const choice = page.getByRole('combobox', { name: 'Sold to' });
      if (!(await choice.isVisible())) await page.getByText('Options of the form').click();
      await choice.selectOption({ label: country });
      await page.getByRole('button', { name: 'Order there' }).click();
      return new CardForm(page).isReady();
    };
    const plans = page.getByRole('combobox', { name: 'Instalments' }).getByRole('option');
    await orderIn('Mexico, in 3, 6, 9 or 12 installments (MXN)');
    await expect(plans).toHaveText([/MX\$1,360\.00/, /^3 /, /^6 /, /^9 /, /^12 /]);
    await orderIn('Brazil, in up to 12 installments (BRL)');
    await expect(plans).toHaveCount(12);
    await page.getByRole('combobox', { name: 'Instalments' }).selectOption('4');
    await payByName(page, '4200 0000 0000 0000', /^Pay R\$\S+ in 4 instalments$/);
    await expect(heading(page, 'Thank you. Your order is paid.')).toBeVisible();
    // For the curious: a shopper's phone shows the receipt alone.
    const calls = page.getByRole('region', { name: /answer$/ });
    await expect(calls).toHaveCount(0);
    await page.getByText('What the merchant’s server did').click();
    await expect(calls.last()).toContainText(/"numberOfInstallments": "?4\b/);
    expect(consoleMessages).toEqual([]);
  });

  test('the checkout speaks Arabic, from right to left', async ({ page, gateway }) => {
    const form = await goToCheckout(page, gateway);
    await speak(page, 'العربية');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await form.isReady();
    await expect(form.root).toHaveAttribute('dir', 'rtl');
    const { x: expiry = 0 } = (await form.expiry.boundingBox()) ?? {};
    const { x: cvv = 0 } = (await page.locator('iframe[name="card.cvv"]').boundingBox()) ?? {};
    expect(cvv, 'the CVV is left of the expiry date').toBeLessThan(expiry);
    await expect(form.payButton).toHaveText(/^ادفع/);
    await form.pay();
    await expect(heading(page, 'شكرًا لك. تم دفع طلبك.')).toBeVisible();
  });

  test('a shopper signs in, keeps a card, pays with it, and removes it @phone', async ({
    page,
    gateway,
    consoleMessages,
  }) => {
    await page.goto(gateway.shopUrl ?? '');
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Continue as Omar Haddad' }).click();
    await expect(heading(page, 'Hello, Omar Haddad')).toBeVisible();

    const form = await goToCheckout(page, gateway);
    await form.isReady();
    await form.root.getByRole('switch').check();
    await payByName(page, '4200 0000 0000 0000');
    await expect(heading(page, 'Thank you. Your order is paid.')).toBeVisible();

    await page.getByRole('link', { name: 'Account' }).click();
    const orders = page.getByRole('region', { name: 'Orders' });
    await expect(orders.getByRole('listitem')).toHaveText([/Desk lamp.*€68\.00\s*Paid/s]);
    const cards = page.getByRole('region', { name: 'Your saved cards' });
    await expect(cards.getByRole('listitem')).toContainText('•••• 0000');
    await expect(cards.getByRole('listitem')).toContainText('Last used');
    // In a page from right to left, too, the number stands behind the name, as in the form.
    const places = await cards.getByRole('listitem').evaluate((line) => {
      document.documentElement.dir = 'rtl';
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const found: [text: string, x: number][] = [];
      while (texts.nextNode()) {
        const { data } = texts.currentNode as Text;
        for (const text of ['Visa', '0000']) {
          const at = data.indexOf(text);
          // The name of the button that removes it is hidden.
          if (at < 0 || line.querySelector('details')?.contains(texts.currentNode)) continue;
          const range = document.createRange();
          range.setStart(texts.currentNode, at);
          range.setEnd(texts.currentNode, at + text.length);
          found.push([text, range.getBoundingClientRect().x]);
        }
      }
      document.documentElement.dir = 'ltr';
      return Object.fromEntries(found);
    });
    expect(places['0000']).toBeGreaterThan(places['Visa'] ?? Number.NaN);

    await goToCheckout(page, gateway);
    await expect(page.getByRole('radio', { name: 'Visa •••• 0000' })).toBeChecked();
    await page.getByRole('button', { name: /^Pay \S+$/ }).click();
    await expect(heading(page, 'Thank you. Your order is paid.')).toBeVisible();

    await page.getByRole('link', { name: 'Account' }).click();
    await expect(orders.getByRole('listitem')).toHaveCount(2);
    // The shopper is asked first.
    const remove = cards.getByRole('button', { name: 'Remove Visa 0000' });
    await expect(remove).toBeHidden();
    await cards.locator('summary', { hasText: 'Remove' }).click();
    await expect(cards.getByText('Remove Visa •••• 0000?')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await cards.locator('summary', { hasText: 'Cancel' }).click();
    await expect(remove).toBeHidden();
    await cards.locator('summary', { hasText: 'Remove' }).click();
    await remove.click();
    await expect(page.getByText('Card removed.')).toBeVisible();
    await expect(cards).toContainText('No saved cards yet.');
    await orders.getByRole('link', { name: 'Desk lamp' }).first().click();
    await expect(heading(page, 'Thank you. Your order is paid.')).toBeVisible();

    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(orders).toContainText('No orders yet.');
    expect(consoleMessages).toEqual([]);
  });

  test('an address that is wrong is told beside its field, and nothing typed is lost', async ({
    page,
    gateway,
  }) => {
    await goToCheckout(page, gateway);
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    // Each heading says something else.
    const method = page.getByRole('group', { name: 'Delivery method' });
    await expect(method.getByRole('radio')).toHaveCount(2);
    const address = page.getByRole('group', { name: 'Delivery address' });
    const postcode = address.getByRole('textbox', { name: 'Postcode' });
    const city = address.getByRole('textbox', { name: 'City' });
    await postcode.fill('12');
    await city.fill('Utrecht');
    const summary = page.locator('details.summary');
    await expect(summary).toContainText('€68.00');
    await expect(summary.getByText('€77.00').first()).toBeHidden();
    await page.getByRole('radio', { name: /Express/ }).check();
    await expect(summary.getByText('€77.00').first()).toBeVisible();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByRole('alert')).toHaveText('Check the marked fields.');
    await expect(postcode).toBeFocused();
    await expect(postcode).toHaveAccessibleDescription(/Invalid postcode\./);
    await expect(city).toHaveValue('Utrecht');
    expect(await accessibilityProblems(page)).toEqual([]);
    await postcode.fill('3511 AB');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByText('3511 AB Utrecht')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay €77.00', exact: true })).toBeVisible();
  });

  for (const language of ['de', 'fi', 'gr', 'hu']) {
    test(`words of a product's name stay in one piece at every width: ${language}`, async ({
      page,
      gateway: { shopUrl = '' },
    }) => {
      for (const product of ['lamp', 'mug', 'notebook']) {
        await page.goto(`${shopUrl}/products/${product}?lang=${language}`);
        await page.locator('main form button').click();
      }
      await expectNamesWhole(page, '.cart-line h2');
      await page.locator('.cart-total .button').click();
      await expectNamesWhole(page, '.summary-lines li > span');
    });
  }

  for (const language of ['English', 'العربية']) {
    test(`the list of languages stays in the window where the globe has a line of its own: ${language}`, async ({
      page,
      gateway: { shopUrl = '' },
    }) => {
      await page.goto(shopUrl);
      await speak(page, language);
      await page.setViewportSize({ width: 320, height: 640 });
      // As where the machine's font for the shop's name is a wide one.
      await page.evaluate(() => {
        const style = new CSSStyleSheet();
        style.replaceSync('.languages { margin-inline-end: calc(100% - 1.5rem) }');
        document.adoptedStyleSheets.push(style);
      });
      await page.locator('.languages summary').click();
      const list = await page.locator('.languages nav').boundingBox();
      expect(list?.x).toBeGreaterThanOrEqual(0);
      expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(320);
      await page.getByRole('link', { name: 'English', exact: true }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    });
  }

  test('texts of twice the size on a phone stand inside of the window, and what belongs to a choice inside of it', async ({
    page,
    gateway,
  }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%';
      });
    });
    /** Inside of the window, and inside of what has a border. */
    const beyond = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main :is(a, address, span, bdi, label)')]
          .filter((element) => element.checkVisibility() && !element.closest('.wpwl-live'))
          .filter((element) => {
            const { right } = element.getBoundingClientRect();
            const edge = element.parentElement?.closest('label, li')?.getBoundingClientRect().right;
            return right > Math.min(edge ?? innerWidth, innerWidth) + 1;
          })
          .map(({ textContent }) => textContent),
      );
    const { shopUrl = '' } = gateway;
    await page.goto(`${shopUrl}/products/lamp`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    expect(await beyond()).toEqual([]);
    await page.getByRole('button', { name: 'Check out' }).click();
    await expect(heading(page, 'Delivery')).toBeVisible();
    expect(await beyond()).toEqual([]);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await new CardForm(page).isReady();
    expect(await beyond()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    // Words of a name are whole: its logo stands below it.
    const heights = await page
      .locator('.wpwl-method-name')
      .evaluateAll((names) =>
        names.map((name) => [name.textContent, name.getBoundingClientRect().height / 48]),
      );
    expect(heights).toContainEqual(['iDEAL', 1]);
    expect(heights).toContainEqual(['SEPA Direct Debit', 2]);
  });

  test('axe finds nothing on any page, and nothing overflows at 320 pixels', async ({
    page,
    gateway,
  }) => {
    test.slow();
    await page.setViewportSize({ width: 320, height: 640 });
    const { shopUrl = '' } = gateway;
    const expectFine = async (name: string) => {
      const overflow = () =>
        page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
      // A page that has just been opened may still wait for its style.
      await expect.poll(overflow, `${name} overflows`).toBe(0);
      expect(await accessibilityProblems(page), name).toEqual([]);
    };
    await page.goto(`${shopUrl}/inbox`);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('TEST', { exact: true })).toHaveCount(2);
    }).toPass();
    await page.locator('summary').first().click();
    await expectFine('inbox');
    await page.goto(shopUrl);
    await expectFine('shelf');
    await page.getByRole('link', { name: 'Stoneware mug' }).click();
    await expectFine('product');
    await page.getByRole('link', { name: 'Cart 0' }).click();
    await expectFine('empty cart');
    await page.locator('.languages summary').click();
    await expectFine('choice of a language');
    await page.getByRole('link', { name: 'Account' }).click();
    await expectFine('account of a guest');
    await page.getByRole('button', { name: 'Continue as Jane Jones' }).click();
    await expectFine('account');
    const form = await goToCheckout(page, gateway);
    await form.isReady();
    // The form has a border of its own.
    await expect(page.locator('.payment')).toHaveCSS('border-top-style', 'none');
    await page.getByText('What the merchant’s server did').click();
    await page.getByText('Options of the form').click();
    await expectFine('checkout');
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await page.getByRole('checkbox', { name: 'The billing address is the same' }).uncheck();
    await expectFine('delivery');
    await page.goBack();
    await form.isReady();
    const english = page.url();
    await page.emulateMedia({ colorScheme: 'dark' });
    await speak(page, 'العربية');
    await form.isReady();
    await expectFine('checkout in Arabic, dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('link', { name: 'السلة 1' }).click();
    await expectFine('cart in Arabic');
    await speak(page, 'English');
    await expect(heading(page, 'Cart')).toBeVisible();
    await expectFine('cart');
    // The classic form leads to the result page, as other ways to pay do.
    await page.goto(`${english}${english.includes('?') ? '&' : '?'}layout=1`);
    await form.pay({ number: '4200000000001016' });
    await expect(heading(page, 'Your bank declined the payment')).toBeVisible();
    await expectFine('declined');
    await page.getByRole('link', { name: 'Try another card' }).click();
    await form.pay();
    await expect(heading(page, 'Thank you. Your order is paid.')).toBeVisible();
    await expectFine('paid');
    await page.getByRole('link', { name: 'Account' }).click();
    await expectFine('account with an order');
    await page.goto(`${shopUrl}/nowhere`);
    await expectFine('not found');
  });
});
