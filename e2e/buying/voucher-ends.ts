/** Ends of a voucher: ordered in the form, and paid elsewhere or not. */
import { OTHER_BRANDS } from '../../contract/other-brands.ts';
import { VOUCHER_DETAILS } from '../../contract/voucher-details.ts';
import { expect } from '../fixtures.ts';
import { formHasAsked, payVoucher } from '../waiting-payment.ts';
import { type Ends, finds, type Go, PAID } from './end.ts';

const VOUCHER_WAITS = '800.400.500';

/** What is to be paid stands in the form's place, with all that it is paid by. */
const seesVoucher: Go = async (purchase) => {
  const shown = purchase.container.locator('.wpwl-instead');
  await expect(shown.locator('.wpwl-voucher-row').first()).toBeVisible();
  await expect(purchase.button).toBeHidden();
  const { resultDetails } = await purchase.payment();
  const said = Object.entries(VOUCHER_DETAILS).flatMap(([name, label]) =>
    label && name in resultDetails ? [resultDetails[name]] : [],
  );
  const text = ((await shown.textContent()) ?? '').replace(/\s/g, '');
  for (const value of said) expect(text).toContain(value.replace(/\s/g, ''));
  const isScanned = 'PixCode' in resultDetails || 'BoletoBarcode' in resultDetails;
  await expect(shown.locator('svg.wpwl-voucher-code')).toHaveCount(isScanned ? 1 : 0);
};

const orderVoucher: Go = async (purchase) => {
  await purchase.type();
  await purchase.button.click();
  // It has the focus, so that a screen reader says what has happened.
  await expect(purchase.container.locator('.wpwl-voucher-title')).toBeFocused();
  await seesVoucher(purchase);
  await purchase.hasResult(VOUCHER_WAITS);
};

const isPaidAtBank: Go = async (purchase) => {
  await payVoucher(purchase.gateway, (await purchase.payment()).id);
};

export const VOUCHER: Ends = {
  async paid(purchase) {
    await orderVoucher(purchase);
    await purchase.isWellShown();
    await isPaidAtBank(purchase);
    // The form asks by itself whether it is paid, and leads on.
    const shown = purchase.container.locator('.wpwl-instead');
    await formHasAsked(purchase.page);
    await expect(shown.locator('.wpwl-voucher-row')).toHaveCount(0);
    await shown.locator('a.wpwl-voucher-main').click();
    await purchase.isLedToTheShop();
    await purchase.hasResult(PAID);
  },
  async pending(purchase) {
    await orderVoucher(purchase);
    await purchase.comeBack();
    await seesVoucher(purchase);
  },
  async 'back a day later'(purchase) {
    await orderVoucher(purchase);
    await purchase.passADay();
    await purchase.comeBack();
    await seesVoucher(purchase);
    await isPaidAtBank(purchase);
    await finds('resultPaid')(purchase);
  },
  async 'left for a day'(purchase) {
    await orderVoucher(purchase);
    const hours = OTHER_BRANDS.get(purchase.way.brand)?.payableHours ?? 0;
    const hasTimedOut = await purchase.timesOut(hours / 24 + 1);
    await hasTimedOut();
    await finds('sessionExpired')(purchase);
  },
};
