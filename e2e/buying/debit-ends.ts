/** Ends of a direct debit: taken first, settled days later. */
import { type Ends, finds, findsForm, PAID } from './end.ts';
import type { Purchase } from './purchase.ts';

const DEBIT_TAKEN = '800.400.501';
const BLOCKED_IBAN = 'DE66500000000000001016';

const debit = async (purchase: Purchase, iban?: string) => {
  await purchase.type(iban ? { iban } : {});
  await purchase.button.click();
  await purchase.isLedToTheShop();
};

export const DEBIT: Ends = {
  async paid(purchase) {
    await debit(purchase);
    await purchase.hasResult(DEBIT_TAKEN);
    await purchase.passADay();
    await purchase.passADay();
    await purchase.hasResult(PAID);
  },
  async refused(purchase) {
    await debit(purchase, BLOCKED_IBAN);
    await purchase.hasResult('800.100.172');
    await findsForm(purchase);
  },
  async pending(purchase) {
    await debit(purchase);
    await purchase.hasResult(DEBIT_TAKEN);
    await finds('resultPending')(purchase);
  },
  async 'back a day later'(purchase) {
    await DEBIT.paid?.(purchase);
    await finds('alreadyPaid')(purchase);
  },
  // The form is filled in, and sent a day later.
  async 'left for a day'(purchase) {
    await purchase.type();
    await purchase.passADay();
    await purchase.button.click();
    await purchase.isTold('sessionExpired');
  },
};
