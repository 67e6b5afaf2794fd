/** The way of a payment: each path on which a number or a CVV is sealed, declines and corrections. */
import { describe, expect, test } from 'vitest';
import { GOOD_CARD } from '../card.ts';
import { storeCard } from '../form-fields/store-card.ts';
import { FORM, STORED, useShop } from './shop.ts';

const shop = useShop();
const SUCCESS = '000.100.110';

test('a shopper pays, and the merchant reads the status', async () => {
  const checkoutId = await shop.openForm();
  await shop.pay();
  await shop.landed();
  const { searchParams } = new URL(await shop.tab.run(() => location.href));
  expect(searchParams.get('id')).toBe(checkoutId);
  expect(await shop.gateway.status(checkoutId)).toMatchObject({
    result: { code: SUCCESS },
    paymentBrand: 'VISA',
    card: { last4Digits: '0000', holder: 'Jane Jones', expiryMonth: '12', expiryYear: '2034' },
  });
});

test('who is declined pays with a good card', async () => {
  const checkoutId = await shop.openForm({ options: '{stayOnDecline: true}' });
  await shop.pay({ number: '4200000000001024' });
  await expect.poll(() => shop.tab.text(`${FORM} .wpwl-message`)).toMatch(/declined/i);
  expect(await shop.resultOf(checkoutId)).toBe('800.100.155');
  await shop.enter('number');
  await shop.tab.press('a', 'Control');
  await shop.tab.type('4200000000000000');
  await shop.fill({ cvv: '123' });
  await shop.pressPay();
  await shop.landed();
  expect(await shop.resultOf(checkoutId)).toBe(SUCCESS);
});

test('who is declined lands in the shop, where the merchant wants no second try', async () => {
  const checkoutId = await shop.openForm();
  await shop.pay({ number: '4200000000001016' });
  await shop.landed();
  expect(await shop.resultOf(checkoutId)).toBe('800.100.152');
});

test('what is wrong is said at its field, and gone when it is corrected', async () => {
  const checkoutId = await shop.openForm();
  const hints = () =>
    shop.tab.run(() =>
      [...document.querySelectorAll('.wpwl-hint')].map(
        ({ className }) => /wpwl-hint-(\w+)/.exec(className)?.[1],
      ),
    );
  // Each is said a moment after its field was left, and the fields below move down by it.
  await shop.fill({ number: '4200000000000001', expiry: '0120' });
  await expect.poll(hints).toEqual(['cardNumberError']);
  await shop.enter('holder');
  await expect.poll(hints).toEqual(['cardNumberError', 'expiryMonthError']);
  await shop.fill({ holder: '4200000000000000', cvv: '1' });
  await shop.pressPay();
  await expect
    .poll(hints)
    .toEqual(['cardNumberError', 'expiryMonthError', 'cvvError', 'cardHolderError']);
  const replace = async (field: 'number' | 'expiry' | 'holder' | 'cvv', text: string) => {
    await shop.enter(field);
    await shop.tab.press('a', 'Control');
    await shop.tab.type(text);
  };
  await replace('number', '5454545454545454');
  await replace('expiry', '1234');
  await replace('cvv', '123');
  await replace('holder', 'Jane Jones');
  await expect.poll(hints).toEqual([]);
  await shop.pressPay();
  await shop.landed();
  expect(await shop.gateway.status(checkoutId)).toMatchObject({
    result: { code: SUCCESS },
    paymentBrand: 'MASTER',
  });
});

test('an American Express card, with its groups and four-digit CVV', async () => {
  const checkoutId = await shop.openForm();
  await shop.pay({ number: '377777777777770', cvv: '1234' });
  await shop.landed();
  expect(await shop.gateway.status(checkoutId)).toMatchObject({
    result: { code: SUCCESS },
    paymentBrand: 'AMEX',
  });
});

test('fields in an order and a frame of the page’s own, with logos below', async () => {
  const fields = "['cardHolder', 'cardNumber', 'expiryDate', 'cvv']";
  await shop.openForm({
    options: `{ density: 'condensed', fields: ${fields}, icons: 'below' }`,
  });
  const looks = () =>
    shop.tab.run(() => {
      const control = (name: string) => document.querySelector(`.wpwl-control-${name}`);
      const names = ['cardHolder', 'cardNumber', 'expiry', 'cvv'];
      const corners = names.map((name) => {
        const style = getComputedStyle(control(name) ?? document.body);
        return (['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'] as const)
          .map((corner) => (style[`border${corner}Radius`] === '0px' ? '-' : 'o'))
          .join('');
      });
      const tops = names.map((name) => Math.round(control(name)?.getBoundingClientRect().top ?? 0));
      const logo = document.querySelector('.wpwl-brands svg')?.getBoundingClientRect().top ?? 0;
      const number = control('cardNumber')?.getBoundingClientRect().bottom ?? 0;
      return {
        corners,
        isInOrder: tops.every((top, at) => top >= (tops[at - 1] ?? 0)),
        isPair: tops[2] === tops[3],
        isLogoBelow: logo > number,
      };
    });
  await expect.poll(looks).toEqual({
    corners: ['oo--', '----', '---o', '--o-'],
    isInOrder: true,
    isPair: true,
    isLogoBelow: true,
  });
  await shop.pay();
  await shop.landed();
});

test('fields in one frame, with their labels inside', async () => {
  const checkoutId = await shop.openForm({ options: "{ density: 'condensed' }" });
  /** Where each label is, and how far the second field is from the first. */
  const looks = () =>
    shop.tab.run(() =>
      ['cardNumber', 'expiry', 'cardHolder'].map((name) => {
        const label = document.querySelector(`.wpwl-label-${name}`);
        const field = document.querySelector(`.wpwl-control-${name}`);
        const above = document.querySelector('.wpwl-control-cardNumber');
        if (!label || !field || !above) return name;
        const { top, height } = field.getBoundingClientRect();
        const { top: start, height: high } = label.getBoundingClientRect();
        const isRisen = start + high / 2 < top + height / 3;
        const isSeen = getComputedStyle(label).visibility === 'visible';
        const gap = Math.round(top - above.getBoundingClientRect().bottom);
        return { isSeen, isRisen, ...(name === 'expiry' && { gap }) };
      }),
    );
  await expect.poll(looks).toEqual([
    { isSeen: false, isRisen: true },
    { isSeen: true, isRisen: false, gap: -1 },
    { isSeen: true, isRisen: false },
  ]);
  await shop.fill(GOOD_CARD);
  await expect.poll(looks).toEqual([
    { isSeen: true, isRisen: true },
    { isSeen: true, isRisen: true, gap: -1 },
    { isSeen: true, isRisen: true },
  ]);
  await shop.pressPay();
  await shop.landed();
  expect(await shop.resultOf(checkoutId)).toBe(SUCCESS);
});

describe('stored cards', () => {
  test('one is stored while paying, where the shopper ticks the box', async () => {
    const checkoutId = await shop.openForm({ options: '{registrations: {offerToStore: true}}' });
    await shop.fill(GOOD_CARD);
    await shop.tab.click(`${FORM} [name="createRegistration"]`);
    await shop.pressPay();
    await shop.landed();
    const status = await shop.gateway.status(checkoutId);
    expect(status).toMatchObject({ result: { code: SUCCESS } });
    expect(status).toHaveProperty('registrationId');
  });

  test('one is stored without a payment', async () => {
    const { tab, gateway } = shop;
    const nothingToPay = { amount: '', currency: '', paymentType: '' };
    const id = await gateway.createCheckout({ ...nothingToPay, createRegistration: 'true' });
    await shop.openFormOf(`${id}/registration`);
    await shop.pay();
    await shop.landed();
    const path = `/v1/checkouts/${id}/registration`;
    const { searchParams } = new URL(await tab.run(() => location.href));
    expect(searchParams.get('resourcePath')).toBe(path);
    const { card } = await gateway.read(path);
    expect(card).toMatchObject({ last4Digits: '0000' });
  });

  test('one is chosen among two, and paid with when its CVV is typed', async () => {
    const { tab, gateway } = shop;
    const visa = await storeCard(gateway);
    const master = await storeCard(gateway, { number: '5454545454545454', brand: 'MASTER' });
    const checkoutId = await shop.openForm({
      checkout: { 'registrations[0].id': visa, 'registrations[1].id': master },
      options: '{registrations: {requireCvv: true, hideInitialPaymentForms: true}}',
    });
    await tab.click(`${STORED} .wpwl-group-registration:nth-of-type(2) label`);
    await expect.poll(() => tab.text(`${STORED} .wpwl-selected`)).toContain('**5454');
    // The field of the CVV has come, and what is below has moved down.
    await shop.isReady();
    await tab.click(`${STORED} .wpwl-button-pay`);
    await expect.poll(() => tab.count(`${STORED} .wpwl-hint-cvvError`)).toBe(1);
    await shop.fill({ cvv: '123' });
    // With the hint goes its line, and what is below moves up.
    await expect.poll(() => tab.count(`${STORED} .wpwl-hint-cvvError`)).toBe(0);
    await tab.click(`${STORED} .wpwl-button-pay`);
    await shop.landed();
    expect(await gateway.status(checkoutId)).toMatchObject({
      result: { code: SUCCESS, cvvResponse: 'M' },
      paymentBrand: 'MASTER',
    });
  });

  test('one is paid with without a key, where no CVV is asked for', async () => {
    const id = await storeCard(shop.gateway);
    const checkoutId = await shop.openForm({ checkout: { 'registrations[0].id': id } });
    await shop.tab.click(`${STORED} .wpwl-button-pay`);
    await shop.landed();
    expect(await shop.resultOf(checkoutId)).toBe(SUCCESS);
  });
});
