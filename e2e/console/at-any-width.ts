/** What holds for every page of the console, on a phone as at a desk. */
import type { Page } from '@playwright/test';
import { accessibilityProblems } from '../axe.ts';
import { expect } from './fixtures.ts';

async function expectNoOverflow(page: Page, path: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  // The place for a scroll bar is kept free.
  expect(overflow, `${path} overflows`).toBeLessThanOrEqual(0);
}

/** Opens each page in the language, the Arabic ones dark: axe finds nothing, and nothing overflows. */
export async function expectNoProblems(
  page: Page,
  language: 'en' | 'ar',
  paths: readonly string[],
): Promise<void> {
  await page.emulateMedia({ colorScheme: language === 'ar' ? 'dark' : 'light' });
  await page.addInitScript((tag) => localStorage.setItem('console.language', tag), language);
  for (const path of paths) {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.loading')).toHaveCount(0);
      await expectNoOverflow(page, path);
      expect.soft(await accessibilityProblems(page), `${path} at ${width}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expectNoOverflow(page, path);
  }
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
}
