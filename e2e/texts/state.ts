/** A state of what a shopper sees, for a picture: how a test gets there. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { directionOf, LANGUAGES } from '../../contract/languages.ts';
import { CardForm } from '../card-form.ts';
import { storeCard } from '../form-fields/store-card.ts';
import { formPage } from '../form-page.ts';
import type { Fields, Gateway } from '../gateway.ts';
import type { MerchantSite } from '../merchant-site.ts';
import { advanceClock, call } from '../waiting-payment.ts';

/** Where a state is brought up. */
export interface Desk {
  readonly context: BrowserContext;
  readonly gateway: Gateway;
  readonly merchant: MerchantSite;
  readonly locale: string;
}

export interface Scene extends Desk {
  readonly page: Page;
  readonly form: CardForm;
  /** Of the checkout; '' where the state has none. */
  readonly checkoutId: string;
  /** Ids of the cards that it has stored. */
  readonly stored: readonly string[];
}

export interface TextState {
  reach?(scene: Scene): Promise<unknown>;
  /** Before the form's page is opened. */
  prepare?(scene: Scene): Promise<unknown>;
  /** Of the page, as source text between braces. */
  readonly options?: string;
  readonly brands?: string;
  readonly checkout?: Fields;
  /** The checkout has two cards that are stored, the second of which ends soon. */
  readonly isStored?: boolean;
  /** Days that pass before the shopper comes. */
  readonly daysLater?: number;
  /** The checkout only stores what is typed. */
  readonly storesOnly?: boolean;
  /** There is no form: the state opens a page itself. */
  readonly isElsewhere?: boolean;
  /** What of the page is on the picture. */
  readonly part?: string;
  /** Something of the channel is another meanwhile: no other state is brought up beside it. */
  readonly changesChannel?: boolean;
  /** Of the picture, where a region says it in other words. */
  readonly language?: string;
}

/** As small as a phone's, and so high that all is there at once. */
export const SCREEN = { viewport: { width: 375, height: 1000 }, isMobile: true, hasTouch: true };

export const shown = ({ page }: Scene, selector: string) =>
  expect(page.locator(selector).first()).toBeVisible();

export const press = async ({ page }: Scene, selector: string) => {
  await page.locator(selector).first().click();
};

/** A list of choices as it is when the shopper has opened it. */
export const unfold = (list: Locator) =>
  list.evaluate((select: HTMLSelectElement) => {
    select.size = select.options.length;
    select.style.height = 'auto';
  });

const LOOK = `<meta name="color-scheme" content="light">
  <style>body { margin: 16px; font-family: system-ui, sans-serif; }</style>`;

/** Two cards, one of which ends soon. */
async function storeCards(gateway: Gateway): Promise<string[]> {
  // By the channel's clock, which a state before may have moved.
  const { channelTime } = await advanceClock(gateway, 0);
  const soon = new Date(Date.parse(channelTime) + 20 * 24 * 3_600_000);
  return [
    await storeCard(gateway),
    await storeCard(gateway, {
      number: '5454545454545454',
      brand: 'MASTER',
      expiryMonth: `${soon.getMonth() + 1}`.padStart(2, '0'),
      expiryYear: `${soon.getFullYear()}`,
    }),
  ];
}

/** Brings a new page of the context to the state. */
export async function bringUp(desk: Desk, state: TextState): Promise<Page> {
  const { context, gateway, merchant, locale } = desk;
  const { options = '', brands, storesOnly } = state;
  const page = await context.newPage();
  // The gateway's own pages put their words into the middle.
  if (state.part === 'body')
    await page.setViewportSize({ width: SCREEN.viewport.width, height: 560 });
  const form = new CardForm(page);
  const stored = state.isStored ? await storeCards(gateway) : [];
  if (state.daysLater) await advanceClock(gateway, state.daysLater * 24 * 3_600);
  const chosen = Object.fromEntries(stored.map((id, at) => [`registrations[${at}].id`, id]));
  const checkoutId = state.isElsewhere
    ? ''
    : storesOnly
      ? (await call(gateway, '/v1/checkouts', { createRegistration: 'true' })).id
      : await gateway.createCheckout({ ...state.checkout, ...chosen });
  const scene: Scene = { ...desk, page, form, checkoutId, stored };
  await state.prepare?.(scene);
  if (!state.isElsewhere) {
    const id = storesOnly ? `${checkoutId}/registration` : checkoutId;
    const wanted = {
      html: `lang="${LANGUAGES[locale] ?? locale}" dir="${directionOf(locale)}"`,
      head: LOOK,
      options: `{locale: '${locale}', stayOnDecline: true, ${options}}`,
      ...(brands && { brands }),
    };
    await page.goto(merchant.publish(formPage(gateway.url, merchant.origin, id, wanted)));
  }
  await (state.reach ?? (({ form }) => form.isReady()))(scene);
  // The heading is the test page's own.
  const heading = page.locator('main > h1', { hasText: /^Checkout$/ });
  if ((await heading.count()) > 0) await heading.evaluate((title) => title.remove());
  return page;
}

/** What is on the picture. */
export const onPicture = (page: Page, { part = 'main' }: TextState) => page.locator(part).first();
