import { accessibilityProblems } from './axe.ts';
import { drawn } from './drawn.ts';
import { expect, test } from './fixtures.ts';

const PAGES = [
  '/reference',
  '/reference/create-payment',
  '/reference/query-period',
  '/reference/create-webhook',
  '/reference/search?q=card',
  '/reference/parameters',
  '/reference/result-codes',
  '/reference/ways-to-pay',
  '/reference/test-cards',
];

test.describe('the API reference', () => {
  for (const [path, colorScheme] of [
    ...PAGES.map((path) => [path, 'light'] as const),
    ...PAGES.slice(0, 5).map((path) => [path, 'dark'] as const),
  ]) {
    test(`${path} can be read by everyone at any width, ${colorScheme}`, async ({
      page,
      gateway,
    }) => {
      // Axe looks at each of some hundred entries.
      test.slow();
      await page.emulateMedia({ colorScheme });
      await page.goto(`${gateway.shopUrl}${path}`);
      await page.evaluate(() => {
        for (const folded of document.querySelectorAll('details')) folded.open = true;
      });
      for (const width of [1280, 375, 320]) {
        await page.setViewportSize({ width, height: 720 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(overflow, `at ${width}`).toBe(width);
      }
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  }

  test('a request is tried by keyboard alone, and its answer leads on @phone', async ({
    page,
    gateway,
    consoleMessages,
  }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).origin));
    await page.goto(gateway.shopUrl ?? '');
    await page.getByRole('link', { name: 'API reference' }).press('Enter');
    await page.getByRole('link', { name: 'Pay', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Pay' })).toBeVisible();
    await page.getByLabel('amount', { exact: true }).fill('42.00');
    await page.getByLabel('amount', { exact: true }).press('Enter');

    const heading = page.getByRole('heading', { name: 'Answered with HTTP 200' });
    await expect(heading).toBeFocused();
    await expect(page.getByRole('region', { name: 'Answer received' })).toContainText(
      '"amount": "42.00"',
    );
    await expect(page.getByRole('region', { name: 'Request sent' })).not.toContainText('token-of');
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('link', { name: 'Capture, reverse, refund' }).press('Enter');
    await expect(page.getByLabel('Id of the payment')).toHaveValue(/^[0-9a-f]{32}$/);
    // Where an address names a part of the page, its first frame takes the focus from whatever has it.
    await page.waitForLoadState();
    await drawn(page.locator(':root'));
    await page.getByLabel('amount', { exact: true }).fill('40.00');
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Answer received' })).toContainText(
      '"paymentType": "CP"',
    );
    expect(new Set(requested)).toEqual(new Set([new URL(gateway.shopUrl ?? '').origin]));
    expect(consoleMessages).toEqual([]);
  });

  test('samples are chosen by keyboard, the choice stays, and no cookie is needed', async ({
    page,
    gateway,
    context,
    consoleMessages,
  }) => {
    await page.goto(`${gateway.shopUrl}/reference/create-checkout`);
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    const sample = (name: string) =>
      page.getByRole('region', { name: `Sample in ${name}`, exact: true });
    await expect(tab('curl')).toHaveAttribute('aria-selected', 'true');
    await expect(sample('curl')).toContainText('-d "entityId=$ENTITY_ID"');
    await expect(sample('Node')).toBeHidden();
    await tab('curl').focus();
    await page.keyboard.press('ArrowRight');
    await expect(tab('Node')).toBeFocused();
    await expect(sample('Node')).toContainText('gateway.checkouts.create({');
    await expect(sample('curl')).toBeHidden();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(tab('Python')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(tab('curl')).toBeFocused();
    await page.keyboard.press('End');
    await expect(sample('Python')).toContainText('urlencode(fields)');
    // One stop of the Tab key, then the sample.
    await page.keyboard.press('Tab');
    await expect(sample('Python')).toBeFocused();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.goto(`${gateway.shopUrl}/reference/refer-to-payment`);
    await expect(sample('Python')).toContainText("{os.environ['ID']}");
    await tab('PHP').click();
    await page.goto(`${gateway.shopUrl}/reference/create-webhook`);
    await expect(sample('PHP')).toContainText('$gateway->webhooks->create([');
    expect(await context.cookies()).toEqual([]);
    expect(consoleMessages).toEqual([]);
  });

  test('without a script every sample is there, one below the other', async ({
    browser,
    gateway,
  }) => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${gateway.shopUrl}/reference/create-payment`);
    for (const name of ['curl', 'Node', 'PHP', 'Python']) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      await expect(
        page.getByRole('region', { name: `Sample in ${name}`, exact: true }),
      ).toBeVisible();
    }
    await page.close();
  });

  test('a request is copied with one click', async ({ page, gateway, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${gateway.shopUrl}/reference/create-checkout`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Copy: Request sent' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('curl "$G/v1/checkouts"');
    expect(copied).toContain('$ACCESS_TOKEN');
  });
});
