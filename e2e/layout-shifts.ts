/** What moves in a page by itself, as Chromium scores it. */
import type { Page } from '@playwright/test';
import { FORM_DATA_REQUESTS } from './payment-requests.ts';

/**
 * Notes what moves, from the next page on.
 * @returns what has moved so far, each by its score; but for what comes within half a second of an input
 */
export async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) shifts.push(value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'shifts') as number[]);
}

/** The sum of scores; a label of two lines that comes as one moves letters by a pixel or two. */
export const sumOf = (shifts: readonly number[]): number =>
  Math.round(shifts.reduce((sum, value) => sum + value, 0) * 1000) / 1000;

/** @returns what lets the form's data come */
export async function holdFormData(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(FORM_DATA_REQUESTS, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
