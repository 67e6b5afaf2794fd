/** How dialogs lie above the page, and what each says before something is done. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const heightOf = async (element: Locator) => (await element.boundingBox())?.height;

/** What a colour looks like above others, the last one on top. */
const looks = (page: Page, colours: readonly string[]): Promise<number[]> =>
  page.evaluate((all) => {
    const pixels = new OffscreenCanvas(1, 1).getContext('2d');
    for (const colour of all) {
      if (pixels) pixels.fillStyle = colour;
      pixels?.fillRect(0, 0, 1, 1);
    }
    return [...(pixels?.getImageData(0, 0, 1, 1).data ?? [])];
  }, colours);

const groundOf = (element: Locator, part?: string): Promise<string> =>
  element.evaluate((one, name) => getComputedStyle(one, name).backgroundColor, part);

// Browsers of tests have no scrollbars, so the gutter's colour is compared with that of the page beside it.
for (const colorScheme of ['light', 'dark'] as const) {
  test(`a scrollbar's gutter is as dark as the shade beside it, ${colorScheme}`, async ({
    desk,
  }) => {
    await desk.emulateMedia({ colorScheme });
    await desk.goto('/tokens');
    const [root, body] = [desk.locator('html'), desk.locator('body')];
    const page = await looks(desk, [await groundOf(body)]);
    expect(await looks(desk, [await groundOf(root)])).toEqual(page);
    await desk.getByRole('button', { name: 'New access token' }).click();
    const backdrop = await groundOf(desk.getByRole('dialog'), '::backdrop');
    const shaded = await looks(desk, [await groundOf(body), backdrop]);
    expect(shaded).not.toEqual(page);
    for (const [at, level] of (await looks(desk, [await groundOf(root)])).entries()) {
      expect(Math.abs(level - (shaded[at] ?? 0))).toBeLessThan(3);
    }
  });
}

test('a dialog with a form can be left by its button', async ({ desk }) => {
  const dialog = desk.getByRole('dialog');
  for (const [path, name] of [
    ['/tokens', 'New access token'],
    ['/administrators', 'Invite'],
    ['/payments?state=failed', 'Save view'],
  ] as const) {
    await desk.goto(path);
    await desk.getByRole('button', { name, exact: true }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(desk.getByRole('button', { name, exact: true })).toBeFocused();
  }
});

test('nothing moves in the dialog of a refund while its amount is wrong', async ({
  desk,
  office,
}) => {
  await desk.goto(`/payments/${office.refunded}`);
  await desk.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = desk.getByRole('dialog');
  const says = dialog.getByText('goes back to');
  const amount = dialog.getByLabel('Amount in EUR');
  await amount.fill('20');
  await expect(says).toBeVisible();
  const height = await heightOf(dialog);
  for (const wrong of ['', '20,', '99999']) {
    await amount.fill(wrong);
    await expect(says).toBeHidden();
    await expect(dialog.getByRole('button', { name: 'Copy as curl' })).toBeHidden();
    expect(await heightOf(dialog)).toBe(height);
  }
});

test('which token of one label is revoked or rotated is said before', async ({ desk }) => {
  await desk.goto('/tokens');
  const row = desk.getByRole('row').filter({ hasText: 'Demo shop, Brazil' });
  const dialog = desk.getByRole('dialog');
  for (const name of ['Revoke', 'Rotate']) {
    await row.getByRole('button', { name }).click();
    await expect(dialog).toContainText('Demo shop, Brazil');
    await expect(dialog).toContainText(/Made\d+ \w+/);
    await expect(dialog).toContainText('Last usedNever');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
});
