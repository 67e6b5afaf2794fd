/** How a shopper who wants to pay goes on, from wherever the page is. */
import { expect } from '@playwright/test';
import { GOOD_CARD } from '../card.ts';
import { bankIn, challengeIn } from '../waiting-payment.ts';
import { fillCard, payButton, type Shopping, SOON } from './acts.ts';

export const isAtResult = ({ page }: Shopping): boolean =>
  new URL(page.url()).pathname === '/result';

/** The way to pay by a card that is not stored. */
const newCard = ({ page, texts }: Shopping) =>
  page
    .getByRole('radio', { name: texts.payByCard, exact: true })
    .or(page.getByRole('radio', { name: texts.anotherCard, exact: true }));

/** Does one thing that the page offers, unless that is to wait. */
async function goOn(shopping: Shopping): Promise<void> {
  const { page, form } = shopping;
  // The browser's own page: there was no network.
  if (page.url().startsWith('chrome-error:')) {
    await page.reload();
    return;
  }
  const offers = [
    page.locator('button[value=accept]'),
    bankIn(challengeIn(page)).getByRole('button'),
    challengeIn(page).getByRole('button').first(),
    page.locator('button.wpwl-retry:visible').first(),
  ];
  for (const offer of offers) {
    if (!(await offer.isVisible())) continue;
    await offer.click(SOON);
    return;
  }
  if (!(await form.root.isVisible())) await newCard(shopping).check(SOON);
  await fillCard(shopping, GOOD_CARD.number);
  await payButton(shopping).click(SOON);
}

/** Resolves at the result page, or where the page says that all is paid. */
export async function payInTheEnd(shopping: Shopping): Promise<void> {
  const { page, texts } = shopping;
  await page.context().setOffline(false);
  const paid = page.getByText(texts.alreadyPaid).first();
  await expect(async () => {
    if (isAtResult(shopping) || (await paid.isVisible())) return;
    await goOn(shopping);
    throw new Error('not yet');
  }).toPass({ timeout: 120_000 });
}
