/** An end of a purchase, and what several ways to pay share on the way there. */
import { expect } from '../fixtures.ts';
import { bankIn, challengeIn, press } from '../waiting-payment.ts';
import type { Purchase } from './purchase.ts';

export const ENDS = [
  'refused',
  'cancelled',
  'pending',
  'back a day later',
  'left for a day',
  'paid',
] as const;
export type End = (typeof ENDS)[number];

export const PAID = '000.100.110';
export const PENDING = '000.200.000';
export const CANCELLED = '100.396.101';

export type Go = (purchase: Purchase) => Promise<void>;
export type Ends = Readonly<Partial<Record<End, Go>>>;

/** What a shopper finds who opens the shop's page with the form again. */
export const findsForm: Go = async (purchase) => {
  await purchase.comeBack();
  await expect(purchase.button).toBeEnabled();
};
export const finds =
  (key: string): Go =>
  async (purchase) => {
    await purchase.comeBack();
    await purchase.isTold(key);
  };

/** The form that is opened again leads on to what waits, and it is paid there. */
export const goesOn: Go = async (purchase) => {
  await purchase.comeBack();
  await expect(purchase.container).toContainText(purchase.word('confirmationOpen'));
  await purchase.container
    .getByRole('button', { name: purchase.word('confirmationContinue'), exact: true })
    .click();
  await press(bankIn(challengeIn(purchase.page)).getByRole('button'));
  await purchase.isLedToTheShop();
  await purchase.hasResult(PAID);
};
