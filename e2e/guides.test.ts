import { blocksOf } from '../server/tests/guides/guide-code.ts';
import { accessibilityProblems } from './axe.ts';
import { CardForm } from './card-form.ts';
import { drawn } from './drawn.ts';
import { expect, test } from './fixtures.ts';

const PAGES = [
  '/docs',
  '/docs/quick-start',
  '/docs/what-can-go-wrong',
  '/docs/form',
  '/docs/security',
  '/docs/ways-to-pay',
];

test.describe('the guides', () => {
  for (const path of PAGES) {
    test(`${path} can be read by everyone at any width, light and dark`, async ({
      page,
      gateway,
    }) => {
      await page.goto(`${gateway.shopUrl}${path}`);
      for (const width of [1280, 375, 320]) {
        await page.setViewportSize({ width, height: 720 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(overflow, `at ${width}`).toBe(width);
      }
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  }

  test('a guide is found, opened and copied from by keyboard alone @phone', async ({
    page,
    gateway,
    context,
    consoleMessages,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(gateway.shopUrl ?? '');
    await page.getByRole('link', { name: 'Guides', exact: true }).press('Enter');
    const search = page.getByRole('searchbox', { name: 'Search guides and reference' });
    await search.fill('a shop in python');
    await search.press('Enter');
    await page
      .getByRole('link', { name: /: Python$/ })
      .first()
      .press('Enter');
    await expect(page).toHaveURL(/\/docs\/quick-start#python$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Python' })).toBeInViewport();

    // Where an address names a part of the page, its first frame takes the focus from whatever has it.
    await page.waitForLoadState();
    await drawn(page.locator(':root'));
    await page.getByRole('button', { name: /^Copy: Example \d+, Python$/ }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^import json, os, re\n/);
    expect(consoleMessages).toEqual([]);
  });

  test('the page of the guide on accessibility is right for everyone, under the policy of the one on PCI', async ({
    page,
    gateway,
    merchant,
    consoleMessages,
  }) => {
    const [html = ''] = blocksOf('docs/accessibility.md', 'html');
    const [policy = ''] = blocksOf('docs/pci.md', '');
    expect(policy).toContain("'nonce-…'");
    const script = `${gateway.url}/v1/paymentWidgets.js?checkoutId=${await gateway.createCheckout()}`;
    await page.goto(
      merchant.publish({
        html: html
          .replace('</head>', `<script src="${script}" nonce="n" async></script></head>`)
          .replace('https://shop.example', merchant.origin),
        headers: {
          'content-security-policy': policy
            .replaceAll(/\s+/g, ' ')
            .replace('nonce-…', 'nonce-n')
            .replaceAll('https://gateway.example', gateway.url),
        },
      }),
    );
    const form = new CardForm(page);
    await form.isReady();
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.pay();
    await page.waitForURL('**/result?**');
    expect(consoleMessages).toEqual([]);
  });

  test('begin with their title, also where the list of what is in them stands above the text', async ({
    page,
    gateway,
  }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto(`${gateway.shopUrl}/docs/form`);
    const top = async (part: string) => (await page.locator(part).boundingBox())?.y ?? Number.NaN;
    expect(await top('h1')).toBeLessThan(await top('.contents'));
    expect(await top('.contents')).toBeLessThan(await top('.text'));
  });

  test('are printed without what is only to be clicked', async ({ page, gateway }) => {
    await page.goto(`${gateway.shopUrl}/docs/form`);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const part of ['.contents', '.anchor', '.copy', '.search', '.site-header nav']) {
      await expect(page.locator(part).first(), part).toBeHidden();
    }
  });
});
