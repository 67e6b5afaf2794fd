/** A number that is typed as soon as its frame listens, before the frame has told the page that it is ready. */
import type { Locator } from '@playwright/test';
import { LISTENING } from '../contract/messages.ts';
import { GOOD_CARD } from './card.ts';
import { drawn } from './drawn.ts';
import { expect, type Page, test } from './fixtures.ts';

/** Frames do not get their key until they are let. */
const holdKeys = (page: Page) =>
  page.addInitScript(() => {
    if (window === top) return;
    const { subtle } = crypto;
    const { importKey } = subtle;
    const isLet = new Promise<void>((resolve) => Object.assign(window, { letKeys: resolve }));
    Object.assign(subtle, {
      importKey: async (...key: Parameters<typeof importKey>) => {
        await isLet;
        return importKey.apply(subtle, key);
      },
    });
  });

const letKeys = async (page: Page) => {
  for (const frame of page.frames().slice(1)) await frame.evaluate('letKeys()');
};

/** Counts the frames that have said that they listen. */
const countListening = (page: Page) =>
  page.addInitScript((message) => {
    if (window !== top) return;
    const told = new Set<MessageEventSource | null>();
    Object.assign(window, { listening: () => told.size });
    addEventListener('message', ({ data, source }) => {
      if (data === message) told.add(source);
    });
  }, LISTENING);

const heightInside = (input: Locator) => input.evaluate(() => innerHeight);

test.beforeEach(async ({ page }) => {
  await holdKeys(page);
  await countListening(page);
});

test('stays, is grouped then, and pays', async ({ page, openForm }) => {
  const { form } = await openForm();
  await expect.poll(() => heightInside(form.number)).toBeGreaterThan(40);
  // Where a shopper clicks: the page's part of the frame.
  const frame = page.locator('iframe[name="card.number"]');
  await drawn(frame);
  await frame.click();
  await expect(form.number).toBeFocused();
  await page.keyboard.type(GOOD_CARD.number.replaceAll(' ', ''));
  await letKeys(page);
  await form.isReady();
  await expect(form.number).toHaveValue('4200 0000 0000 0000');
  await form.expiry.pressSequentially(GOOD_CARD.expiry);
  await form.cvv.pressSequentially(GOOD_CARD.cvv);
  await form.holder.pressSequentially(GOOD_CARD.holder);
  await form.payButton.click();
  await page.waitForURL('**/result?**');
});

test('comes where a click on the edge of the frame led, which is the page’s', async ({
  page,
  openForm,
}) => {
  const { form } = await openForm();
  await expect.poll(() => heightInside(form.number)).toBeGreaterThan(40);
  await page.locator('iframe[name="card.number"]').dispatchEvent('pointerdown');
  await expect(form.number).toBeFocused();
  await page.keyboard.type('4200');
  await letKeys(page);
  await form.isReady();
  await expect(form.number).toHaveValue('4200');
});

test('comes where its frame does not take the focus when it is first asked', async ({
  page,
  openForm,
}) => {
  // As one does whose process does not know yet that it is seen.
  await page.addInitScript(() => {
    const { focus } = HTMLElement.prototype;
    let asked = 0;
    HTMLElement.prototype.focus = function () {
      if (asked++ > 0 || window === top) focus.call(this);
    };
  });
  const { form } = await openForm();
  await expect.poll(() => heightInside(form.number)).toBeGreaterThan(40);
  await page.locator('iframe[name="card.number"]').dispatchEvent('pointerdown');
  await expect(form.number).toBeFocused();
});

test('waits in a dark page: until it is told of that, the frame would be a white box', async ({
  page,
  openForm,
}) => {
  const { form } = await openForm({ head: '<style>:root { color-scheme: dark }</style>' });
  await expect.poll(() => page.evaluate('listening()')).toBe(2);
  await drawn(page.locator(':root'));
  expect(await heightInside(form.number)).toBe(0);
  await letKeys(page);
  await form.isReady();
  await expect.poll(() => heightInside(form.number)).toBeGreaterThan(40);
  await expect(form.frame('card.number').locator(':root')).toHaveCSS('color-scheme', 'dark');
});

test('does not show what a browser draws where a frame is missing', async ({ page, openForm }) => {
  await page.route('**/number.html?**', (route) => route.abort());
  await openForm();
  await expect.poll(() => page.evaluate('listening()')).toBe(1);
  await expect(page.locator('iframe[name="card.number"]')).toHaveCSS('padding-top', '46px');
});
