/** Ends of what is paid at a page of the brand's own, wherever that comes up. */
import { settle } from '../waiting-payment.ts';
import { CANCELLED, type Ends, finds, findsForm, PAID, PENDING } from './end.ts';
import type { Purchase } from './purchase.ts';

const REFUSED = '100.397.102';

/** Answers the page that asks, and is led to the shop. */
const answer = async (purchase: Purchase, choice: string, code: string) => {
  await purchase.askToPay();
  await purchase.asked.locator(`button[value="${choice}"]`).click();
  await purchase.isLedToTheShop();
  await purchase.hasResult(code);
};

export const AT_BRAND: Ends = {
  async paid(purchase) {
    await purchase.askToPay();
    await purchase.isWellShown();
    await purchase.asked.locator('button[value="accept"]').click();
    await purchase.isLedToTheShop();
    await purchase.hasResult(PAID);
  },
  async refused(purchase) {
    await answer(purchase, 'decline', REFUSED);
    await findsForm(purchase);
  },
  async cancelled(purchase) {
    await answer(purchase, 'cancel', CANCELLED);
    await findsForm(purchase);
  },
  async pending(purchase) {
    await answer(purchase, 'pend', PENDING);
    await finds('resultPending')(purchase);
  },
  async 'back a day later'(purchase) {
    await answer(purchase, 'pend', PENDING);
    await purchase.passADay();
    await settle(purchase.gateway, (await purchase.payment()).id, 'accept');
    await purchase.page.reload();
    await purchase.hasResult(PAID);
    await finds('alreadyPaid')(purchase);
  },
  async 'left for a day'(purchase) {
    await purchase.askToPay();
    const hasTimedOut = await purchase.timesOut();
    await purchase.asked.locator('button[value="accept"]').click();
    await purchase.isLedToTheShop();
    await hasTimedOut();
    await finds('sessionExpired')(purchase);
  },
};
