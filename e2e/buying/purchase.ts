/** A shopper who buys with one of the ways: what they do, and what they are told. */
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { OTHER_BRANDS } from '../../contract/other-brands.ts';
import { translationFor } from '../../locales/translations.ts';
import { accessibilityProblems } from '../axe.ts';
import { CardForm } from '../card-form.ts';
import { DebitForm } from '../debit-form.ts';
import { drawn } from '../drawn.ts';
import { expect, type Gateway, type OpenForm } from '../fixtures.ts';
import { advanceClock, bankIn, challengeIn } from '../waiting-payment.ts';
import { containerOf, currencyOf, type Place, TYPED, type Way } from './ways.ts';

const A_DAY_S = 24 * 3600;
const IBAN = 'DE89370400440532013000';
/** Of Bancontact: its issuer asks the shopper, and it has no CVV. */
const CHALLENGED_CARD = { number: '6703000300000053', cvv: '' };

interface Shop {
  readonly page: Page;
  readonly gateway: Gateway;
  readonly openForm: OpenForm;
}

/** Types what the brand wants to know, where that is no frame's. */
export async function fillIn(form: Locator, brand: string): Promise<void> {
  for (const { name } of OTHER_BRANDS.get(brand)?.fields ?? []) {
    const typed = TYPED[name];
    if (typed) await form.locator(`[name="${name}"]`).fill(typed);
  }
}

export class Purchase {
  readonly page: Page;
  readonly gateway: Gateway;
  readonly way: Way;
  readonly container: Locator;
  readonly button: Locator;
  readonly #openForm: OpenForm;
  readonly #place: Place;
  #checkoutId = '';
  #address = '';

  constructor({ page, gateway, openForm }: Shop, way: Way, place: Place) {
    this.page = page;
    this.gateway = gateway;
    this.way = way;
    this.#openForm = openForm;
    this.#place = place;
    this.container = page.locator(containerOf(way));
    this.button = this.container.locator(
      '.wpwl-button-pay, .wpwl-button-brand, .wpwl-button-wallet',
    );
  }

  async open(): Promise<void> {
    const { brand, kind } = this.way;
    const { locale } = this.#place;
    // Its form asks by itself, after a while, what became of it.
    if (kind === 'voucher') await this.page.clock.install();
    const { checkoutId } = await this.#openForm({
      brands: brand,
      html: `lang="${locale}" dir="${this.#direction}"`,
      head: '<meta name="color-scheme" content="light dark">',
      checkout: { currency: currencyOf(this.way), paymentType: kind === 'voucher' ? 'PA' : 'DB' },
      options: `{ locale: '${locale}', inlineFlow: ${JSON.stringify(kind === 'inline' ? brand : '')} }`,
    });
    this.#checkoutId = checkoutId;
    this.#address = this.page.url();
    await expect(this.button).toBeEnabled();
  }

  /** Fills the form in. */
  async type({ iban = IBAN } = {}): Promise<void> {
    const { brand, kind } = this.way;
    if (kind === 'card') await new CardForm(this.page).type(CHALLENGED_CARD);
    else if (kind === 'debit') await new DebitForm(this.page).type(iban);
    else await fillIn(this.container, brand);
  }

  /** Goes on until the page of the brand or bank asks, in the shopper's language. */
  async askToPay(): Promise<void> {
    await this.type();
    await this.button.click();
    if (this.way.kind === 'elsewhere') await this.page.waitForURL('**/bank/wallet?**');
    if (this.way.kind === 'inline') {
      const { name = '' } = OTHER_BRANDS.get(this.way.brand) ?? {};
      await expect(this.page.locator('iframe.wpwl-target')).toHaveAttribute('title', name);
      await expect(this.button).toBeHidden();
      expect(this.page.url()).toBe(this.#address);
    }
    const html = this.asked.locator('html');
    await expect(this.asked.getByRole('button').first()).toBeVisible();
    await expect(html).toHaveAttribute('lang', this.#place.locale);
    await expect(html).toHaveAttribute('dir', this.#direction);
    await drawn(html);
  }

  /** The page of the brand or bank, wherever it comes up. */
  get asked(): Page | FrameLocator {
    const { kind } = this.way;
    if (kind === 'elsewhere') return this.page;
    const shown = challengeIn(this.page);
    return kind === 'device' ? shown : bankIn(shown);
  }

  async isLedToTheShop(): Promise<void> {
    await this.page.waitForURL('**/result?**');
  }

  /** As the shop's server reads it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers as untyped code does
  payment(): Promise<any> {
    return this.gateway.status(this.#checkoutId);
  }

  async hasResult(code: string): Promise<void> {
    await expect.poll(async () => (await this.payment()).result.code).toBe(code);
  }

  /** A day passes, after which the checkout cannot be read any more: its payment can. */
  async timesOut(days = 1): Promise<() => Promise<void>> {
    const { id } = await this.payment();
    for (let day = 0; day < days; day += 1) await this.passADay();
    return async () => {
      const read = async () => (await this.gateway.read(`/v1/payments/${id}`)).result.code;
      await expect.poll(read).toBe('100.396.103');
    };
  }

  /** Opens the shop's page with the form once more. */
  async comeBack(): Promise<void> {
    await this.page.goto(this.#address);
  }

  async passADay(): Promise<void> {
    await advanceClock(this.gateway, A_DAY_S);
  }

  /** The form says a text, in the shopper's words, and nothing can be paid with it. */
  async isTold(key: string): Promise<void> {
    await expect(this.page.getByText(this.word(key)).first()).toBeVisible();
    await expect(this.button).toBeHidden();
  }

  word(key: string): string {
    return translationFor(this.#place.locale).word(key);
  }

  /** All of what is shown is for everybody, and no wider than the screen. */
  async isWellShown(): Promise<void> {
    expect(await accessibilityProblems(this.page)).toEqual([]);
    expect(await this.page.evaluate(() => document.documentElement.scrollWidth)).toBe(
      this.#place.width,
    );
  }

  get #direction(): 'rtl' | 'ltr' {
    return this.#place.locale === 'ar' ? 'rtl' : 'ltr';
  }
}
