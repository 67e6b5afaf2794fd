import { existsSync } from 'node:fs';
import { accessibilityProblems } from './axe.ts';
import { expect, test } from './fixtures.ts';

test.describe('the accessibility statement', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is found from the shop and can be read by everyone, ${colorScheme} @phone`, async ({
      page,
      gateway,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(gateway.shopUrl ?? '');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(
        'Accessibility statement',
      );
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 600 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  }

  test('names only tests that there are', async ({ page, gateway }) => {
    await page.goto(`${gateway.shopUrl}/accessibility`);
    const names = await page.locator('td code', { hasText: '.test.ts' }).allTextContents();
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect(existsSync(`${import.meta.dirname}/${name}`), name).toBe(true);
  });
});
