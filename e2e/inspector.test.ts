/** `wpwl.inspect()`: what the developer of a page sees of the form, in a window of the workbench. */
import type { Page } from '@playwright/test';
import { accessibilityProblems } from './axe.ts';
import { expect, type FormPage, test } from './fixtures.ts';

declare const wpwl: { inspect(): void };

const policyOf = (gateway: string) => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-n' ${gateway}`,
    `frame-src ${gateway}`,
    `connect-src ${gateway}`,
  ].join('; '),
});

const inspect = async (page: Page): Promise<Page> => {
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => wpwl.inspect());
  return opened;
};

const WITH_MISTAKES: FormPage = {
  brands: 'VISA MASTER AMEX MASTERCARD',
  options: `{ lables: {}, labels: { sumbit: 'Pay' }, onReady() {}, onBlurCardNumber() {} }`,
  after: '<div class="paymentWidget"></div><img src="https://pictures.example/logo.png" alt="">',
  scriptAttributes: 'nonce="n"',
};

test('near misses, brands, callbacks, answers and what the policy blocks are told as they happen', async ({
  page,
  gateway,
  openReady,
}) => {
  const { form, checkoutId } = await openReady({
    ...WITH_MISTAKES,
    headers: policyOf(gateway.url),
  });
  const panel = await inspect(page);
  await expect(panel.locator('#about')).toContainText(checkoutId);
  const advice = panel.locator('#advice');
  await expect(advice).toContainText('wpwlOptions.lables is no option. Did you mean labels?');
  await expect(advice).toContainText('wpwlOptions.labels.sumbit is no text. Did you mean submit?');
  await expect(advice).toContainText('class="paymentWidget": did you mean paymentWidgets?');
  await expect(advice).toContainText(
    "blocked https://pictures.example. Where it is the gateway's, add: img-src https://pictures.example;",
  );
  await expect(advice).toContainText('"MASTERCARD" is not a brand of this checkout. Did you mean');
  await expect(panel.locator('#brands')).toHaveText('VISA, MASTER, AMEX');
  await panel.getByText(/^\d+ more of this checkout, which the page does not name$/).click();
  const more = panel.locator('#more-brands p');
  await expect(more).toBeVisible();
  await expect(more).toContainText('DISCOVER');
  await expect(more).not.toContainText(/\bVISA,/);
  const log = panel.locator('#log');
  await expect(log).toContainText('onReady');
  await expect(log).not.toContainText('onBlurCardNumber');

  await form.type({ number: '4200000000001016' });
  await expect(log).toContainText('onBlurCardNumber');
  await page.route('**/result**', (route) => route.fulfill({ body: 'result' }));
  await form.payButton.click();
  await page.waitForURL(/result/);
  // The window stays with what it was told last.
  await expect(log).toContainText(/\/payment.*400 \d{3}\.\d{3}\.\d{3}/);
  const text = await panel.evaluate(() => document.documentElement.outerHTML);
  for (const secret of ['4200000000001016', '4200 0000 0000 1016', '420000', 'Jane Jones']) {
    expect(text).not.toContain(secret);
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the inspector is right for everyone at 320 pixels: ${colorScheme}`, async ({
    page,
    gateway,
    openReady,
  }) => {
    await openReady({ ...WITH_MISTAKES, headers: policyOf(gateway.url) });
    const panel = await inspect(page);
    await panel.setViewportSize({ width: 320, height: 640 });
    await panel.emulateMedia({ colorScheme });
    await expect(panel.locator('#advice li').first()).toBeVisible();
    expect(await accessibilityProblems(panel)).toEqual([]);
    const overflow = () => panel.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBe(0);
  });
}

test('the inspector takes reports from the page that opened it only, and refuses nonsense in words', async ({
  page,
  gateway,
  openReady,
}) => {
  await openReady();
  const panel = await inspect(page);
  await expect(panel.locator('#about')).toContainText('checkout');
  const before = await panel.locator('#about').textContent();
  await panel.evaluate(() => postMessage({ snapshot: { checkoutId: 'forged' }, entries: [] }, '*'));
  const refused = await panel.evaluate(async () => {
    const response = await fetch('/inspector/advice', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ snapshot: { checkoutId: 1 }, entries: [] }),
    });
    return { status: response.status, text: await response.text() };
  });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('checkoutId');
  expect(await panel.locator('#about').textContent()).toBe(before);
  const { headers } = await page.request
    .get(`${gateway.url}/v1/inspector`, { maxRedirects: 0 })
    .then((response) => ({ headers: response.headers() }));
  expect(headers['location']).toBe(`${gateway.shopUrl}/inspector`);
});
