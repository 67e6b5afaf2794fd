/** The form of a direct debit, as a shopper sees it. */
import { expect, type Locator, type Page } from '@playwright/test';

export class DebitForm {
  readonly root: Locator;
  readonly holder: Locator;
  readonly iban: Locator;
  readonly button: Locator;

  constructor(page: Page) {
    this.root = page.locator('.wpwl-container-directDebit form.wpwl-form-directDebit');
    this.holder = this.root.locator('input.wpwl-control-accountHolder');
    this.iban = page.frameLocator('iframe.wpwl-control-accountIban').locator('input');
    this.button = this.root.locator('.wpwl-button-pay');
  }

  async isReady(): Promise<void> {
    await expect(this.root).toHaveAttribute('data-phase', 'ready');
    await expect(this.root.locator('iframe.wpwl-control-accountIban[data-ready=""]')).toBeVisible();
  }

  async type(iban: string): Promise<void> {
    await this.isReady();
    await this.holder.fill('Jane Jones');
    await this.iban.pressSequentially(iban);
  }
}
