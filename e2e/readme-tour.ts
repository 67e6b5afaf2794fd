/**
 * Films the demo shop for the README, into `docs/tour.webp`: a card is typed and its brand recognised, the
 * bank asks, the order is paid; then the same form in the dark and in Arabic. `node e2e/readme-tour.ts`.
 */
import { type Browser, chromium, expect, type Locator, type Page } from '@playwright/test';
import { GOOD_CARD } from './card.ts';
import { CardForm } from './card-form.ts';
import { SHARP, SHARP_CHROMIUM } from './chromium.ts';
import { startGateway } from './gateway.ts';
import { bankIn, challengeIn } from './waiting-payment.ts';
import { type Frame, writeWebp } from './webp.ts';

const FILM = 'docs/tour.webp';
/** For readers who want no motion: the card is typed. */
const STILL = 'docs/tour-still.webp';
/** Whose bank asks the shopper to confirm. */
const CHALLENGED = '4200000000000075';
const SCREEN = { viewport: { width: 440, height: 640 }, deviceScaleFactor: SHARP } as const;
/** What a frame is shown for, in milliseconds. */
const TIMES = { key: 70, glance: 450, read: 1300 } as const;

const frames: Frame[] = [];

async function film(page: Page, time: keyof typeof TIMES): Promise<void> {
  frames.push({ png: await page.screenshot({ caret: 'initial' }), time: TIMES[time] });
}

async function typeInto(field: Locator, text: string, page: Page): Promise<void> {
  for (const key of text) {
    await field.pressSequentially(key);
    await film(page, 'key');
  }
}

/** From the shelf to the payment; its names differ from language to language. */
async function openForm(page: Page, shopUrl: string): Promise<CardForm> {
  await page.goto(shopUrl);
  await page.locator('a[href^="/products/"]').first().click();
  await page.locator('form[action="/cart/add"] button').click();
  await page.locator('form[action="/checkout"] button').click();
  await page.locator('main form button.button').last().click();
  const form = new CardForm(page);
  await form.isReady();
  await page.locator('.payment-form').evaluate((element) => {
    const above = 16;
    window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - above);
  });
  return form;
}

async function payInTheLight(browser: Browser, shopUrl: string): Promise<void> {
  const context = await browser.newContext({ ...SCREEN, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const form = await openForm(page, shopUrl);
  await form.number.focus();
  await film(page, 'glance');
  await typeInto(form.number, CHALLENGED, page);
  await film(page, 'glance');
  await typeInto(form.expiry, GOOD_CARD.expiry, page);
  await typeInto(form.cvv, GOOD_CARD.cvv, page);
  await typeInto(form.holder, GOOD_CARD.holder, page);
  await film(page, 'glance');
  writeWebp(STILL, frames.slice(-1));
  // The answer waits until the button was filmed.
  const filmed = Promise.withResolvers<void>();
  await page.route('**/payment', async (route) => {
    await filmed.promise;
    await route.continue();
  });
  await form.payButton.click();
  await expect(form.payButton).toHaveAttribute('aria-busy', 'true');
  await film(page, 'glance');
  filmed.resolve();
  const confirm = bankIn(challengeIn(page)).getByRole('button', { name: 'Continue' });
  await expect(confirm).toBeVisible();
  await film(page, 'read');
  await confirm.click();
  await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible();
  await film(page, 'read');
  await context.close();
}

/** The same form filled in, for another shopper. */
async function fillIn(
  browser: Browser,
  shopUrl: string,
  locale: string,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const context = await browser.newContext({
    ...SCREEN,
    reducedMotion: 'reduce',
    locale,
    colorScheme,
  });
  const page = await context.newPage();
  const form = await openForm(page, shopUrl);
  await form.type({ number: '5454545454545454' });
  await film(page, 'read');
  await context.close();
}

const { gateway, end } = await startGateway();
const browser = await chromium.launch(SHARP_CHROMIUM);
try {
  const { shopUrl = '' } = gateway;
  await payInTheLight(browser, shopUrl);
  await fillIn(browser, shopUrl, 'en', 'dark');
  await fillIn(browser, shopUrl, 'ar', 'light');
  await fillIn(browser, shopUrl, 'ar', 'dark');
  writeWebp(FILM, frames);
  const seconds = frames.reduce((sum, { time }) => sum + time, 0) / 1000;
  console.log(`${FILM}: ${frames.length} frames, ${seconds} s`);
} finally {
  await browser.close();
  await end();
}
