/**
 * Pictures of the form in every language, all of them on one sheet for each state, for a reader's
 * eye: `node e2e/contact-sheet.ts [folder]`, by default into `test-results/contact-sheet`.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, expect } from '@playwright/test';
import { findChromium } from '../.ci/browser.ts';
import { directionOf, LANGUAGES } from '../contract/languages.ts';
import { DEMO, startServer, temporaryDataDir } from '../server/tests/support/gateway-process.ts';
import { CardForm } from './card-form.ts';
import { formPage } from './fixtures.ts';
import { type MerchantSite, startMerchantSite } from './merchant-site.ts';

const [folder = 'test-results/contact-sheet'] = process.argv.slice(2);
const COLUMNS = 5;
const AT_A_TIME = 4;

const SCREENS = {
  desktop: { viewport: { width: 512, height: 800 } },
  phone: { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true },
} as const;

const STATES: Readonly<Record<string, (form: CardForm) => Promise<void>>> = {
  empty: (form) => form.isReady(),
  async errors(form) {
    await form.isReady();
    await form.payButton.click();
    await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
  },
  async declined(form) {
    await form.isReady();
    await form.pay({ number: '4200000000001016' });
    await expect(form.message).toBeVisible();
    await form.page.mouse.move(0, 0);
  },
};

interface Picture {
  readonly code: string;
  readonly png: Buffer;
}

async function createCheckout(url: string): Promise<string> {
  const answer = await fetch(`${url}/v1/checkouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams({ amount: '92.00', currency: 'EUR', paymentType: 'DB' }),
  });
  return (await answer.json()).id;
}

interface Studio {
  readonly browser: Browser;
  readonly url: string;
  readonly merchant: MerchantSite;
}

async function takePicture(
  { browser, url, merchant }: Studio,
  code: string,
  screen: keyof typeof SCREENS,
  reach: (form: CardForm) => Promise<void>,
): Promise<Picture> {
  const context = await browser.newContext({ ...SCREENS[screen], reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    const html = `lang="${LANGUAGES[code]}" dir="${directionOf(code)}"`;
    const head = '<style>body { margin: 16px; font-family: system-ui, sans-serif; }</style>';
    const options = `{locale: '${code}', stayOnDecline: true}`;
    const checkoutId = await createCheckout(url);
    await page.goto(
      merchant.publish(formPage(url, merchant.origin, checkoutId, { html, head, options })),
    );
    const form = new CardForm(page);
    await reach(form);
    // The heading is the test page's own.
    await page.locator('h1').evaluate((heading) => heading.remove());
    return { code, png: await page.locator('main').screenshot() };
  } finally {
    await context.close();
  }
}

/** Runs the jobs side by side, a few at a time; answers in their order. */
async function inParallel<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      results[next[0]] = await run(next[1]);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return results;
}

async function writeSheet(
  browser: Browser,
  path: string,
  width: number,
  pictures: readonly Picture[],
): Promise<void> {
  const columns = Math.min(COLUMNS, pictures.length);
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const cells = pictures.map(
    ({
      code,
      png,
    }) => `<figure><figcaption>${code} · ${names.of(LANGUAGES[code] ?? code)}</figcaption>
<img alt="" src="data:image/png;base64,${png.toString('base64')}"></figure>`,
  );
  const page = await browser.newPage({
    viewport: { width: columns * (width + 24) + 24, height: 600 },
  });
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>
    body { display: grid; grid-template-columns: repeat(${columns}, ${width}px); gap: 24px;
      margin: 24px; background: #e8e8ec; font: 600 20px/1.6 system-ui, sans-serif; }
    figure { margin: 0; } img { display: block; max-width: 100%; background: #fff; }
  </style>${cells.join('')}`);
  await page.screenshot({ path, fullPage: true });
  await page.close();
}

const codes = Object.keys(LANGUAGES).filter((code) => existsSync(`locales/${code}.json`));
const { dataDir, remove } = await temporaryDataDir();
const server = await startServer({ DATA_DIR: dataDir });
const merchant = await startMerchantSite();
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox'],
});
try {
  await mkdir(folder, { recursive: true });
  const studio = { browser, url: server.url, merchant };
  for (const screen of Object.keys(SCREENS) as (keyof typeof SCREENS)[]) {
    for (const [state, reach] of Object.entries(STATES)) {
      const path = join(folder, `${screen}-${state}.png`);
      const take = (code: string) => takePicture(studio, code, screen, reach);
      await writeSheet(
        browser,
        path,
        SCREENS[screen].viewport.width,
        await inParallel(codes, take),
      );
      console.log(path);
    }
  }
} finally {
  await browser.close();
  await merchant.close();
  await server.stop();
  await remove();
}
