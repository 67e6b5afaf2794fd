/** Ways to pay that are no card. */
import { expect, test } from 'vitest';
import { GOOD_CARD } from '../card.ts';
import { FORM, useShop } from './shop.ts';

const shop = useShop();
const PAYPAL = '.wpwl-container-virtualAccount-PAYPAL .wpwl-button-brand';
const PAYSAFECARD = 'form.wpwl-form-virtualAccount-PAYSAFECARD';

test.each([
  ['accept', '000.100.110'],
  ['decline', '100.397.102'],
  ['cancel', '100.396.101'],
])('at the wallet the shopper can %s: %s', async (choice, code) => {
  const checkoutId = await shop.openForm({ brands: 'PAYPAL' });
  await shop.tab.click(PAYPAL);
  await shop.tab.click(`button[value="${choice}"]`);
  await shop.landed();
  expect(await shop.resultOf(checkoutId)).toBe(code);
});

test('who does not come back from the wallet can pay by card', async () => {
  const { tab } = shop;
  const checkoutId = await shop.openForm({
    after: '<form class="paymentWidgets" action="/result">PAYPAL</form>',
  });
  await tab.click(PAYPAL);
  await expect.poll(() => tab.isVisible('button[value="accept"]')).toBe(true);
  await tab.goBack();
  await expect.poll(() => tab.count(FORM)).toBe(1);
  await shop.isReady();
  await shop.fillAfterReturn(GOOD_CARD);
  await shop.pressPay();
  await shop.landed();
  expect(await shop.resultOf(checkoutId)).toBe('000.100.110');
});

test('an account is asked for, what is missing of it said, and the rest done at its bank', async () => {
  const { tab } = shop;
  const checkoutId = await shop.openForm({ brands: 'PAYSAFECARD' });
  await tab.click(`${PAYSAFECARD} [name="virtualAccount.accountId"]`);
  await tab.type('someone');
  await tab.click(`${PAYSAFECARD} .wpwl-button-pay`);
  await expect.poll(() => tab.isVisible(`${PAYSAFECARD} .wpwl-hint-passwordError`)).toBe(true);
  await expect.poll(() => tab.focused()).toBe('virtualAccount.password');
  await tab.type('secret');
  await tab.press('Enter');
  await tab.click('button[value="accept"]');
  await shop.landed();
  expect(await shop.resultOf(checkoutId)).toBe('000.100.110');
});
