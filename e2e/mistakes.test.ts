/** Typical mistakes of pages and shoppers, made: what docs/what-can-go-wrong.md says of each is what is said. */
import type { Page } from '@playwright/test';
import { PAGE_MISTAKES } from '../server/tests/guides/mistakes/page-mistakes.ts';
import { CardForm } from './card-form.ts';
import { expect, formPage, test } from './fixtures.ts';

declare const wpwl: { inspect(): void };

async function inspect(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => wpwl.inspect());
  return opened;
}

for (const { done, said, where, page: written = {}, card, happens } of PAGE_MISTAKES) {
  test(`${done.replaceAll('`', '')}: ${where} says what to do`, async ({
    page,
    gateway,
    merchant,
    consoleMessages,
  }) => {
    const checkoutId = await gateway.createCheckout();
    const script = `${gateway.url}/v1/paymentWidgets.js?checkoutId=${checkoutId}`;
    const named = (text: string) =>
      text.replaceAll('{gateway}', gateway.url).replaceAll('{script}', script);
    const headers = Object.entries(written.headers ?? {}).map(([name, value]) => [
      name,
      named(value),
    ]);
    const shop = formPage(gateway.url, merchant.origin, checkoutId, {
      ...written,
      headers: Object.fromEntries(headers),
    });
    const html = shop.html.replace(script, named(written.script ?? '{script}'));
    await page.goto(merchant.publish({ ...shop, html }));
    const form = new CardForm(page);
    if (happens === 'half an hour passes') {
      await form.isReady();
      await gateway.expire(checkoutId);
      await page.reload();
    }
    if (card) {
      await form.isReady();
      if (happens === 'the connection is lost') {
        await page.route('**/payment', (route) => route.abort());
      }
      await form.pay(card);
    }
    if (where === 'the form') {
      const texts = form.root
        .locator('.wpwl-hint, .wpwl-message')
        .or(form.page.locator('form.paymentWidgets .wpwl-message'));
      await expect(texts.filter({ hasText: said }).first()).toBeVisible();
    } else if (where === 'the inspector') {
      const panel = await inspect(page);
      await expect(panel.locator('#advice')).toContainText(said);
    } else {
      const ours = () => consoleMessages.filter((each) => each.startsWith('[paymentWidgets]'));
      await expect.poll(() => ours().join('\n')).toContain(said);
    }
  });
}
