import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { CardForm } from './card-form.ts';
import { WHOLE_BROWSER } from './chromium.ts';
import { expect, formPage, ofTheWidget, test } from './fixtures.ts';

/** The page's own script, after everything of ours: it runs to its end and reacts to the shopper. */
const OWN_SCRIPT = `<button id="own" type="button">Own</button>
<script>own.onclick = () => { document.title = 'still alive' }</script>`;

async function expectPageAlive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Own' }).click();
  await expect(page).toHaveTitle('still alive');
}

/** One message, and it is the widget's. */
async function expectOneMessage(messages: readonly string[], text: RegExp): Promise<void> {
  await expect.poll(() => ofTheWidget(messages)).toHaveLength(1);
  expect(ofTheWidget(messages)[0]).toMatch(/^\[paymentWidgets\] /);
  expect(ofTheWidget(messages)[0]).toMatch(text);
}

test.describe('a page that is not right is told what to do, once, and lives on', () => {
  test('the form has no action, nor the checkout a shopperResultUrl', async ({
    page,
    openForm,
    consoleMessages,
  }) => {
    const { form } = await openForm({
      form: '<form class="paymentWidgets">VISA</form>',
      after: OWN_SCRIPT,
    });
    await form.isReady();
    await expectOneMessage(
      consoleMessages,
      /Give it the address of your result page, or set shopperResultUrl/,
    );
    await expectPageAlive(page);
    // Nowhere to go: the gateway refuses before anything is paid, and says so too.
    await form.pay();
    await expect(form.message).toBeVisible();
    await expectPageAlive(page);
  });

  test('a brand is written wrong', async ({ page, openForm, gateway, consoleMessages }) => {
    const { form, checkoutId } = await openForm({ brands: 'VISA MASTERCARD', after: OWN_SCRIPT });
    await form.isReady();
    await expectOneMessage(
      consoleMessages,
      /"MASTERCARD" is not a brand of this checkout\. Did you mean MASTER\?/,
    );
    await expectPageAlive(page);
    await expect(form.brand.locator('option')).toHaveText(['Visa']);
    await form.pay();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });

  test('no brand is known at all', async ({ page, openForm, consoleMessages }) => {
    const { form } = await openForm({
      brands: 'PLASTIC MASTERCARD',
      options: '{ onError(error) { (window.errors ??= []).push(error) } }',
      after: OWN_SCRIPT,
    });
    await expect(form.message).toContainText('cannot be used');
    await expect.poll(() => consoleMessages).toHaveLength(2);
    expect(consoleMessages[0]).toContain('"PLASTIC" is not a brand of this checkout');
    expect(await page.evaluate('window.errors')).toEqual([
      { name: 'WidgetError', message: 'Not offered here: PLASTIC MASTERCARD' },
    ]);
    await expectPageAlive(page);
  });

  test('the script is there twice', async ({ page, openPage, consoleMessages }) => {
    const { form } = await openPage(
      ({
        script,
        result,
      }) => `<!doctype html><title>Checkout</title><script src="${script}"></script>
<form class="paymentWidgets" action="${result}">VISA</form>
<script src="${script}"></script>${OWN_SCRIPT}`,
    );
    await form.isReady();
    await expect(form.root).toHaveCount(1);
    await expectOneMessage(
      consoleMessages,
      /twice\. Remove one script tag, or call wpwl\.unload\(\)/,
    );
    await expectPageAlive(page);
    await form.pay();
    await page.waitForURL('**/result?**');
  });

  test('the script names no checkout', async ({ page, openPage, consoleMessages }) => {
    const { form } = await openPage(
      ({ script, result }) => `<!doctype html><title>Checkout</title>
<form class="paymentWidgets" action="${result}">VISA</form>
<script src="${script.split('?')[0]}"></script>${OWN_SCRIPT}`,
    );
    await expectOneMessage(consoleMessages, /paymentWidgets\.js\?checkoutId=\{id\}/);
    await expectPageAlive(page);
    await expect(form.root).toHaveCount(0);
  });

  test('the checkout is unknown', async ({ page, openPage, consoleMessages }) => {
    const { form } = await openPage(
      ({ script, result }) => `<!doctype html><title>Checkout</title>
<form class="paymentWidgets" action="${result}">VISA</form>
<script src="${script}x"></script>${OWN_SCRIPT}`,
    );
    await expect(form.message).toContainText('This payment session has expired');
    await expectOneMessage(consoleMessages, /There is no checkout ".+x" here\. Take the id from/);
    await expectPageAlive(page);
  });

  test('the checkout is over', async ({ page, openForm, gateway, consoleMessages }) => {
    const { form, checkoutId } = await openForm({ after: OWN_SCRIPT });
    await form.isReady();
    await gateway.expire(checkoutId);
    await page.reload();
    await expect(form.message).toContainText('This payment session has expired');
    await expectOneMessage(consoleMessages, /The checkout is over: one lasts 30 minutes/);
    await expectPageAlive(page);
  });

  for (const [what, element] of [
    ['has another class', '<form class="paymentWidget" action="/result">VISA</form>'],
    ['is another element', '<div class="paymentWidgets">VISA</div>'],
    ['is missing', ''],
  ] as const) {
    test(`the form ${what}`, async ({ page, openForm, consoleMessages }) => {
      await page.clock.install();
      await openForm({ form: element, after: OWN_SCRIPT });
      await page.clock.runFor(6_000);
      await expectOneMessage(consoleMessages, /No form\.paymentWidgets on this page/);
      await expectPageAlive(page);
    });
  }

  test('a page that has unloaded the form is told nothing', async ({
    page,
    openForm,
    consoleMessages,
  }) => {
    await page.clock.install();
    const after = `${OWN_SCRIPT}<script>wpwl.unload()</script>`;
    await openForm({ form: '', after });
    await page.clock.fastForward(60_000);
    await expectPageAlive(page);
    expect(ofTheWidget(consoleMessages)).toEqual([]);
  });

  test('the page is not secure', async ({ page, gateway, merchant, consoleMessages }) => {
    const checkoutId = await gateway.createCheckout();
    const address = merchant.publish(
      formPage(gateway.url, merchant.origin, checkoutId, { after: OWN_SCRIPT }),
    );
    await page.goto(address.replace('localhost', 'shop.test'));
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await expectOneMessage(consoleMessages, /Serve this page over https/);
    await expectPageAlive(page);
    await expect(new CardForm(page).root).toHaveCount(0);
  });

  test('its origin is not one that the channel lists', async ({
    page,
    openForm,
    gateway,
    consoleMessages,
  }) => {
    await gateway.setChannel('origins=["https://shop.example"]');
    try {
      const { form } = await openForm({ after: OWN_SCRIPT });
      await expect(form.message).toContainText('cannot be used');
      await expectOneMessage(
        consoleMessages,
        /the origin http:\/\/localhost:\d+ is not one of those that this channel lists/,
      );
      await expectPageAlive(page);
    } finally {
      await gateway.setChannel('origins=[]');
    }
  });

  test('its own callback throws', async ({ page, openForm, consoleMessages }) => {
    const { form } = await openForm({
      options: '{onReady() { throw new Error("of the page") }}',
      after: OWN_SCRIPT,
    });
    await form.isReady();
    await expect.poll(() => consoleMessages).toEqual(['uncaught: of the page']);
    await form.pay();
    await page.waitForURL('**/result?**');
  });

  test('its options are not what they should be', async ({ page, openForm, consoleMessages }) => {
    const { form } = await openForm({
      options: `{locale: 7, style: null, paymentTarget: 'no16_top', maskCvv: 'true', labels: 'x',
        errorMessages: null, iframeStyles: 3, onReady: 'x', onSuccess() {}, showLabels: 'yes'}`,
      after: OWN_SCRIPT,
    });
    await form.isReady();
    await form.pay();
    await page.waitForURL('**/result?**');
    expect(consoleMessages).toEqual(['[paymentWidgets] wpwlOptions.onSuccess is no option.']);
  });
});

test('cookies and storage are blocked: the shopper pays all the same', async ({
  gateway,
  merchant,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'blocked-storage-'));
  await mkdir(join(profile, 'Default'));
  await writeFile(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }),
  );
  const context = await chromium.launchPersistentContext(profile, WHOLE_BROWSER);
  try {
    const checkoutId = await gateway.createCheckout();
    const page = await context.newPage();
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(error.message));
    await page.goto(merchant.publish(formPage(gateway.url, merchant.origin, checkoutId)));
    const isBlocked = await page.evaluate(() => {
      try {
        return localStorage.length < 0;
      } catch {
        return true;
      }
    });
    expect(isBlocked).toBe(true);
    await new CardForm(page).pay();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
    expect(messages).toEqual([]);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});
