/** The card form as a shopper sees it: found by role and accessible name, or as outside suites do. */
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { type Card, GOOD_CARD } from './card.ts';

export class CardForm {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.locator('form.wpwl-form-card');
  }

  frame(name: 'card.number' | 'card.cvv'): FrameLocator {
    return this.page.frameLocator(`iframe[name="${name}"]`);
  }

  get number(): Locator {
    return this.frame('card.number').locator('input[name="card.number"]');
  }

  get cvv(): Locator {
    return this.frame('card.cvv').locator('input[name="card.cvv"]');
  }

  get expiry(): Locator {
    return this.root.locator('input.wpwl-control-expiry');
  }

  get holder(): Locator {
    return this.root.locator('input[name="card.holder"]');
  }

  get brand(): Locator {
    return this.root.locator('select[name="paymentBrand"]');
  }

  get payButton(): Locator {
    // In the list of ways to pay it stands below all of them.
    return this.root
      .locator('button.wpwl-button-pay')
      .or(this.page.locator('.wpwl-pay button.wpwl-button-pay:visible'));
  }

  /** The live region: what a screen reader says unasked. */
  get announcement(): Locator {
    return this.root.getByRole('status');
  }

  /** What concerns the form as a whole. */
  get message(): Locator {
    return this.root.locator('.wpwl-message');
  }

  get retryButton(): Locator {
    return this.root.locator('button.wpwl-retry');
  }

  /** Resolves when the shopper can type into every field. */
  async isReady(): Promise<void> {
    await expect(this.root).toHaveAttribute('data-phase', 'ready');
    await expect(this.page.locator('iframe.wpwl-control-cardNumber[data-ready=""]')).toBeVisible();
    await expect(this.page.locator('iframe.wpwl-control-cvv[data-ready=""]')).toBeVisible();
  }

  hint(key: string): Locator {
    return this.root.locator(`.wpwl-hint-${key}`);
  }

  /** Types the card as a shopper does, key by key. */
  async type(card: Partial<Card> = {}): Promise<void> {
    const { number, expiry, holder, cvv } = { ...GOOD_CARD, ...card };
    await this.number.pressSequentially(number);
    await this.expiry.pressSequentially(expiry);
    await this.holder.pressSequentially(holder);
    await this.cvv.pressSequentially(cvv);
  }

  async pay(card: Partial<Card> = {}): Promise<void> {
    await this.type(card);
    await this.payButton.click();
  }
}
