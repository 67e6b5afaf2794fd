/** Ends of what is a card within: in a device's wallet, or of a brand that has cards as well. */
import { expect } from '../fixtures.ts';
import { bankIn, challengeIn } from '../waiting-payment.ts';
import { CANCELLED, type Ends, finds, findsForm, goesOn, PAID, PENDING } from './end.ts';
import type { Purchase } from './purchase.ts';

const DECLINED_CARD = '4200000000001016';
/** In Google Pay the card itself: its issuer asks. */
const CHALLENGED_CARD = '4200000000000018';

/** Says yes in the sandbox's sheet, with the card that is chosen there. */
const confirmSheet = async (purchase: Purchase, card?: string) => {
  await purchase.askToPay();
  if (card) await purchase.asked.locator('select').selectOption(card);
  await purchase.asked.locator('button[value="confirm"]').click();
};

export const DEVICE: Ends = {
  async paid(purchase) {
    await purchase.askToPay();
    await purchase.isWellShown();
    await purchase.asked.locator('button[value="confirm"]').click();
    await purchase.isLedToTheShop();
    expect(await purchase.payment()).toMatchObject({
      paymentBrand: purchase.way.brand,
      card: { brand: 'VISA', numberType: 'DPAN' },
      result: { code: PAID },
    });
  },
  async refused(purchase) {
    await confirmSheet(purchase, DECLINED_CARD);
    await purchase.isLedToTheShop();
    await purchase.hasResult('800.100.152');
    await findsForm(purchase);
  },
  async cancelled(purchase) {
    await purchase.askToPay();
    await purchase.asked.locator('form:not(#choice) button').click();
    await expect(purchase.button).toBeEnabled();
    await purchase.hasResult(PENDING);
  },
  async pending(purchase) {
    await confirmSheet(purchase, CHALLENGED_CARD);
    await expect(bankIn(purchase.asked).getByRole('combobox')).toBeVisible();
    await purchase.hasResult(PENDING);
    await goesOn(purchase);
  },
  async 'back a day later'(purchase) {
    await confirmSheet(purchase);
    await purchase.isLedToTheShop();
    await purchase.passADay();
    await finds('alreadyPaid')(purchase);
  },
  async 'left for a day'(purchase) {
    await purchase.askToPay();
    await purchase.passADay();
    await purchase.asked.locator('button[value="confirm"]').click();
    await purchase.isTold('sessionExpired');
  },
};

const answerIssuer = async (purchase: Purchase, status: string, code: string) => {
  await purchase.askToPay();
  await purchase.asked.locator('select').selectOption(status);
  await purchase.asked.getByRole('button').click();
  await purchase.isLedToTheShop();
  await purchase.hasResult(code);
};

export const CARD: Ends = {
  async paid(purchase) {
    await purchase.askToPay();
    await purchase.isWellShown();
    await purchase.asked.getByRole('button').click();
    await purchase.isLedToTheShop();
    await purchase.hasResult(PAID);
  },
  async refused(purchase) {
    await answerIssuer(purchase, 'N', '100.380.401');
    await findsForm(purchase);
  },
  async cancelled(purchase) {
    await purchase.askToPay();
    await challengeIn(purchase.page)
      .getByRole('button', { name: purchase.word('cancel') })
      .click();
    await purchase.isLedToTheShop();
    await purchase.hasResult(CANCELLED);
    await findsForm(purchase);
  },
  async pending(purchase) {
    await purchase.askToPay();
    await purchase.hasResult(PENDING);
    await goesOn(purchase);
  },
  async 'back a day later'(purchase) {
    await answerIssuer(purchase, 'Y', PAID);
    await purchase.passADay();
    await finds('alreadyPaid')(purchase);
  },
  async 'left for a day'(purchase) {
    await purchase.askToPay();
    const hasTimedOut = await purchase.timesOut();
    await purchase.asked.getByRole('button').click();
    await purchase.isLedToTheShop();
    await hasTimedOut();
    await finds('sessionExpired')(purchase);
  },
};
