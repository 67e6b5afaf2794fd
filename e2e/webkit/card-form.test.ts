/** What is different in WebKit: whom it lets put the focus into a frame; and a whole payment. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeCard } from '../blocks/store-card.ts';
import { type FormPage, formPage } from '../form-page.ts';
import { type Fields, type Gateway, startGateway } from '../gateway.ts';
import { type MerchantSite, startMerchantSite } from '../merchant-site.ts';
import { startWebKit, type WebKit } from './driver.ts';

let end: () => Promise<void>;
let gateway: Gateway;
let merchant: MerchantSite;
let webkit: WebKit;

beforeAll(async () => {
  ({ gateway, end } = await startGateway());
  merchant = await startMerchantSite();
});
afterAll(async () => {
  await merchant.close();
  await end();
});
// What a shopper has touched counts for a browser's whole life: each test has one of its own.
beforeEach(async () => {
  webkit = await startWebKit();
  return () => webkit.end();
});

const FORM = 'form.wpwl-form-card';
const STORED = 'form.wpwl-form-registrations';
const ENTER = '\uE007';

async function openForm(page: FormPage = {}, checkout: Fields = {}): Promise<string> {
  const checkoutId = await gateway.createCheckout(checkout);
  await webkit.open(merchant.publish(formPage(gateway.url, merchant.origin, checkoutId, page)));
  const isReady = () =>
    webkit.run(`return document.querySelector('form[data-phase]')?.dataset.phase === 'ready'
      && [...document.querySelectorAll('iframe.wpwl-control')].every((f) => 'ready' in f.dataset)
      && document.querySelectorAll('iframe.wpwl-control').length > 0`);
  expect(await webkit.until(isReady, true)).toBe(true);
  return checkoutId;
}

const valueIn = (frame: string) => () =>
  webkit.runInFrame(frame, 'return document.querySelector("input").value');

/** The form shows that the focus is in the field of a frame; what is typed then arrives there. */
async function expectTypingIn(frame: string, digits: string, value = digits): Promise<void> {
  const shown = `return document.querySelector('iframe[name="${frame}"][data-focus]') !== null`;
  expect(await webkit.until(() => webkit.run(shown), true)).toBe(true);
  await webkit.type(digits);
  expect(await webkit.until(valueIn(frame), value)).toBe(value);
}

const typeRest = async () => {
  await webkit.click(`${FORM} .wpwl-control-expiry`);
  await webkit.type('1234');
  await webkit.click(`${FORM} .wpwl-control-cardHolder`);
  await webkit.type('Jane Jones');
};

describe('digits arrive in a frame that the shopper has not touched', () => {
  test.each([
    ['Card Number', '.wpwl-label-cardNumber', 'card.number'],
    ['CVV', '.wpwl-label-cvv', 'card.cvv'],
  ])('after a click on the label %s', async (_, label, frame) => {
    await openForm();
    await webkit.click(`${FORM} ${label} > label`);
    await expectTypingIn(frame, '421');
  });

  test('after Pay with an empty form', async () => {
    await openForm();
    await webkit.click(`${FORM} .wpwl-button-pay`);
    await expectTypingIn('card.number', '42');
  });

  test.each([
    ['Pay', () => webkit.click(`${FORM} .wpwl-button-pay`)],
    ['Enter in the holder', () => webkit.type(ENTER)],
  ])('after %s without the CVV', async (_, pay) => {
    await openForm();
    await webkit.click('iframe[name="card.number"]');
    await expectTypingIn('card.number', '4200000000000000', '4200 0000 0000 0000');
    await typeRest();
    await pay();
    await expectTypingIn('card.cvv', '123');
  });

  test('after Pay with a stored card without its CVV', async () => {
    const id = await storeCard(gateway);
    await openForm(
      { options: '{registrations: {requireCvv: true, hideInitialPaymentForms: true}}' },
      { 'registrations[0].id': id },
    );
    await webkit.click(`${STORED} .wpwl-button-pay`);
    await expectTypingIn('card.cvv', '123');
  });
});

test('a shopper pays', async () => {
  const checkoutId = await openForm();
  await webkit.click(`${FORM} .wpwl-label-cardNumber > label`);
  await expectTypingIn('card.number', '4200000000000000', '4200 0000 0000 0000');
  await typeRest();
  await webkit.click(`${FORM} .wpwl-label-cvv > label`);
  await expectTypingIn('card.cvv', '123');
  await webkit.click(`${FORM} .wpwl-button-pay`);
  expect(await webkit.until(() => webkit.run('return document.title'), 'Result')).toBe('Result');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
});
