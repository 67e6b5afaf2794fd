/**
 * Pictures for a reader's eye, a sheet for each state: of the classic form in every language, into
 * `test-results/contact-sheet`; of the one list of ways to pay in five of them, light and dark, at 375
 * pixels and as tabs at 1280, into `docs/element`; of a declined card in all of them, for the README, into `docs/languages.webp`:
 * `node e2e/contact-sheet.ts [classic|element|languages]`. What translators see is drawn by
 * `texts/draw.ts`.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Browser, chromium, expect } from '@playwright/test';
import { findChromium } from '../.ci/browser.ts';
import { directionOf, LANGUAGES } from '../contract/languages.ts';
import { DEMO } from '../server/tests/support/gateway-process.ts';
import { CardForm } from './card-form.ts';
import { SHARP, SHARP_CHROMIUM } from './chromium.ts';
import { formPage } from './fixtures.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { type MerchantSite, startMerchantSite } from './merchant-site.ts';
import { writeWebp } from './webp.ts';

const [wanted = ''] = process.argv.slice(2);
const COLUMNS = 5;
const AT_A_TIME = 4;
/** Pixels of a picture that is kept. */
const ELEMENT_WIDTH = { long: 250, wide: 384 } as const;

const SCREENS = {
  desktop: { viewport: { width: 512, height: 800 } },
  phone: { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true },
  /** All of it at once: scrolled for a picture, a frame may be left out. */
  long: { viewport: { width: 375, height: 1000 }, isMobile: true, hasTouch: true },
  wide: { viewport: { width: 1280, height: 1000 } },
} as const;

type Reach = (form: CardForm) => Promise<void>;

const STATES: Readonly<Record<string, Reach>> = {
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

const ELEMENT_LANGUAGES = ['en', 'de', 'ar', 'ja', 'ru'];
const BRANDS = 'APPLEPAY VISA MASTER AMEX PAYPAL IDEAL DIRECTDEBIT_SEPA';

const rowIn = ({ page }: CardForm, at: number) => page.locator('.wpwl-method').nth(at);

/** One of the forms says it, for all. */
const isOver: Reach = ({ page }) => expect(page.locator('.wpwl-message:visible')).toHaveCount(1);

interface ElementState {
  readonly reach: Reach;
  /** Whether the checkout has cards that are stored. */
  readonly isStored?: boolean;
  readonly isExpired?: boolean;
  /** What of the gateway is not answered, or not let into the page. */
  readonly without?: 'data' | 'fields';
}

/** Of the one list. */
const ELEMENT_STATES: Readonly<Record<string, ElementState>> = {
  loading: {
    reach: (form) => expect(form.root).toHaveAttribute('data-phase', 'loading'),
    without: 'data',
  },
  empty: { reach: (form) => form.isReady() },
  incomplete: {
    async reach(form) {
      await form.isReady();
      await form.payButton.click();
      await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
    },
  },
  'not-accepted': {
    async reach(form) {
      await form.isReady();
      await form.number.pressSequentially('6011000990139424');
      await expect(form.root.locator('.wpwl-hint')).toHaveCount(1);
    },
  },
  stored: {
    reach: ({ page }) => expect(page.locator('.wpwl-registration')).toHaveCount(2),
    isStored: true,
  },
  removal: {
    async reach({ page }) {
      await page.locator('[data-removal="ask"]').last().click();
      await expect(page.locator('.wpwl-removal-question:visible')).toHaveCount(1);
    },
    isStored: true,
  },
  'another-way': {
    async reach(form) {
      await form.isReady();
      await rowIn(form, 3).click();
      await expect(form.root).toBeHidden();
    },
  },
  busy: {
    async reach(form) {
      await form.isReady();
      await form.page.route('**/payment', () => {});
      await form.pay();
      await expect(form.payButton).toHaveAttribute('aria-busy', 'true');
    },
  },
  declined: {
    async reach(form) {
      await form.isReady();
      await form.pay({ number: '4200000000001016' });
      await expect(form.message).toBeVisible();
      await form.page.mouse.move(0, 0);
    },
  },
  offline: {
    async reach(form) {
      await form.isReady();
      await form.page.route('**/payment', (route) => route.abort());
      await form.pay();
      await expect(form.message).toBeVisible();
    },
  },
  expired: { reach: isOver, isExpired: true },
  blocked: { reach: isOver, without: 'fields' },
};

interface Picture {
  readonly code: string;
  readonly png: Buffer;
}

async function register(url: string, fields: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url}/v1/registrations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams(fields),
  });
  return (await answer.json()).id;
}

/** Two cards, one of which ends soon, as parameters of a checkout. */
async function storeCards({ url }: Gateway): Promise<Record<string, string>> {
  const soon = new Date(Date.now() + 20 * 24 * 3_600_000);
  const cards = [
    ['VISA', '4200000000000000', '05', '2034'],
    [
      'MASTER',
      '5454545454545454',
      `${soon.getMonth() + 1}`.padStart(2, '0'),
      `${soon.getFullYear()}`,
    ],
  ];
  const ids = await Promise.all(
    cards.map(([brand = '', number = '', month = '', year = '']) =>
      register(url, {
        paymentBrand: brand,
        'card.number': number,
        'card.holder': 'Jane Jones',
        'card.expiryMonth': month,
        'card.expiryYear': year,
        'card.cvv': '123',
      }),
    ),
  );
  return Object.fromEntries(ids.map((id, at) => [`registrations[${at}].id`, id]));
}

interface Studio {
  readonly browser: Browser;
  readonly gateway: Gateway;
  readonly merchant: MerchantSite;
}

interface Shot extends ElementState {
  readonly code: string;
  readonly screen: keyof typeof SCREENS;
  readonly colorScheme?: 'light' | 'dark';
  /** Of the page, as source text between braces. */
  readonly options: string;
  readonly brands?: string;
  readonly checkout?: Readonly<Record<string, string>>;
  readonly scale?: number;
}

const NO_FRAMES = `<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">`;

async function takePicture({ browser, gateway, merchant }: Studio, shot: Shot): Promise<Picture> {
  const { code, screen, reach, colorScheme = 'light', options, brands } = shot;
  const context = await browser.newContext({
    ...SCREENS[screen],
    deviceScaleFactor: shot.scale ?? 1,
    colorScheme,
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    const html = `lang="${LANGUAGES[code] ?? code}" dir="${directionOf(code)}"`;
    const head = `<style>:root { color-scheme: ${colorScheme}; }
      body { margin: 16px; font-family: system-ui, sans-serif; }</style>
      ${shot.without === 'fields' ? NO_FRAMES : ''}`;
    const checkoutId = await gateway.createCheckout(shot.checkout);
    if (shot.isExpired) await gateway.expire(checkoutId);
    if (shot.without === 'data') await page.route('**/v1/checkouts/*/form?**', () => {});
    const wanted = { html, head, options: `{locale: '${code}', stayOnDecline: true, ${options}}` };
    await page.goto(
      merchant.publish(
        formPage(gateway.url, merchant.origin, checkoutId, {
          ...wanted,
          ...(brands && { brands }),
        }),
      ),
    );
    const form = new CardForm(page);
    await reach(form);
    // The heading is the test page's own.
    const heading = page.locator('main > h1');
    if ((await heading.count()) > 0) await heading.evaluate((title) => title.remove());
    const subject = page.locator(screen === 'wide' ? '.wpwl-list' : 'main');
    return { code, png: await subject.screenshot() };
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
  scale = 1,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
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
    deviceScaleFactor: scale,
  });
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>
    body { display: grid; grid-template-columns: repeat(${columns}, ${width}px); gap: 24px;
      margin: 24px; background: #e8e8ec; font: 600 16px/1.6 system-ui, sans-serif; }
    figure { margin: 0; } img { display: block; max-width: 100%; background: #fff; }
  </style>${cells.join('')}`);
  if (/webp$/.test(path)) {
    writeWebp(path, [{ png: await page.screenshot({ fullPage: true }), time: 1 }]);
  } else {
    await page.screenshot({ path, fullPage: true, ...(/jpg$/.test(path) && { quality: 60 }) });
  }
  await page.close();
}

const codes = Object.keys(LANGUAGES).filter((code) => existsSync(`locales/${code}.json`));
const { gateway, end } = await startGateway();
const merchant = await startMerchantSite();
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox'],
});
const studio: Studio = { browser, gateway, merchant };

async function classicSheets(): Promise<void> {
  for (const screen of ['desktop', 'phone'] as const) {
    for (const [state, reach] of Object.entries(STATES)) {
      const path = join('test-results/contact-sheet', `${screen}-${state}.png`);
      const { width } = SCREENS[screen].viewport;
      const take = (code: string) => takePicture(studio, { code, screen, reach, options: '' });
      await writeSheet(browser, path, width, await inParallel(codes, take));
      console.log(path);
    }
  }
}

async function elementSheets(): Promise<void> {
  const stored = await storeCards(gateway);
  const shots = (['light', 'dark'] as const).flatMap((colorScheme) =>
    ELEMENT_LANGUAGES.map((code) => ({ code, colorScheme })),
  );
  for (const [screen, layout, ending] of [
    ['long', 'list', ''],
    ['wide', 'tabs', '-1280'],
  ] as const) {
    for (const [name, state] of Object.entries(ELEMENT_STATES)) {
      const path = join('docs/element', `${name}${ending}.jpg`);
      const take = (shot: (typeof shots)[number]) =>
        takePicture(studio, {
          ...state,
          ...shot,
          screen,
          options: `layout: '${layout}', onDeleteRegistration() {}`,
          brands: BRANDS,
          ...(state.isStored && { checkout: stored }),
        });
      await writeSheet(browser, path, ELEMENT_WIDTH[screen], await inParallel(shots, take));
      console.log(path);
    }
  }
}

async function languagesSheet(): Promise<void> {
  const path = 'docs/languages.webp';
  await using sharp = await chromium.launch(SHARP_CHROMIUM);
  const { reach = async () => {} } = ELEMENT_STATES['declined'] ?? {};
  const take = (code: string) =>
    takePicture(
      { ...studio, browser: sharp },
      {
        ...{ code, screen: 'long', reach, scale: SHARP, brands: 'VISA MASTER PAYPAL IDEAL' },
        options: `layout: 'list'`,
      },
    );
  await writeSheet(sharp, path, ELEMENT_WIDTH.long, await inParallel(codes, take), SHARP);
  console.log(path);
}

const SHEETS: Readonly<Record<string, () => Promise<void>>> = {
  classic: classicSheets,
  element: elementSheets,
  languages: languagesSheet,
};

try {
  const chosen = SHEETS[wanted];
  for (const draw of chosen ? [chosen] : Object.values(SHEETS)) await draw();
} finally {
  await browser.close();
  await merchant.close();
  await end();
}
