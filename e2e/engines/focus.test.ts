/** Where typed digits go: into frames that the shopper has not touched, too. */
import { describe, expect, test } from 'vitest';
import { storeCard } from '../form-fields/store-card.ts';
import { FORM, STORED, useShop } from './shop.ts';

const shop = useShop();

/** The form shows that the focus is in the field of a frame; what is typed then arrives there. */
async function expectTypingIn(field: 'number' | 'cvv', digits: string, value = digits) {
  const { tab } = shop;
  await expect.poll(() => tab.count(`iframe[name="card.${field}"][data-focus]`)).toBe(1);
  await expect.poll(() => tab.in(`iframe[name="card.${field}"]`).focused()).toBe(`card.${field}`);
  await tab.type(digits);
  await expect.poll(() => shop.value(field)).toBe(value);
}

describe('digits arrive in a frame that the shopper has not touched', () => {
  test.each([
    ['Card Number', '.wpwl-label-cardNumber', 'number'],
    ['CVV', '.wpwl-label-cvv', 'cvv'],
  ] as const)('after a click on the label %s', async (_, label, field) => {
    await shop.openForm();
    await shop.tab.click(`${FORM} ${label} > label`);
    await expectTypingIn(field, '421');
  });

  test('after Pay with an empty form', async () => {
    await shop.openForm();
    await shop.pressPay();
    await expectTypingIn('number', '42');
  });

  test.each([
    ['Pay', () => shop.pressPay()],
    ['Enter in the holder', () => shop.tab.press('Enter')],
  ])('after %s without the CVV', async (_, pay) => {
    await shop.openForm();
    await shop.fill({ number: '4200000000000000', expiry: '1234', holder: 'Jane Jones' });
    await pay();
    await expectTypingIn('cvv', '123');
  });

  test('after Pay with a stored card without its CVV', async () => {
    const id = await storeCard(shop.gateway);
    await shop.openForm({
      options: '{registrations: {requireCvv: true, hideInitialPaymentForms: true}}',
      checkout: { 'registrations[0].id': id },
    });
    await shop.tab.click(`${STORED} .wpwl-button-pay`);
    await expectTypingIn('cvv', '123');
  });
});

test('a shopper pays by the labels of the fields', async () => {
  const checkoutId = await shop.openForm();
  await shop.tab.click(`${FORM} .wpwl-label-cardNumber > label`);
  await expectTypingIn('number', '4200000000000000', '4200 0000 0000 0000');
  await shop.fill({ expiry: '1234', holder: 'Jane Jones' });
  await shop.tab.click(`${FORM} .wpwl-label-cvv > label`);
  await expectTypingIn('cvv', '123');
  await shop.pressPay();
  await shop.landed();
  expect(await shop.resultOf(checkoutId)).toBe('000.100.110');
});
