/** The bank's question: in the page and in the whole tab. */
import { describe, expect, test } from 'vitest';
import { CHALLENGE, CHALLENGE_WITH_METHOD_CALL } from '../waiting-payment.ts';
import { ENGINE, FORM, useShop } from './shop.ts';

const shop = useShop();
const BANK = 'iframe[name="bank"]';
const PLACES = [
  ['in the page', '{}', ['iframe.wpwl-target']],
  ['in the whole tab', '{paymentTarget: "_top"}', []],
] as const;

describe.each(PLACES)('%s', (_, options, holder) => {
  const bank = () => shop.tab.in(...holder, BANK);
  const gatewayPage = () => shop.tab.in(...holder);

  // Its bank's frame loads a second document: docs/browsers.md says why not there.
  test.skipIf(ENGINE === 'firefox')(
    'the shopper confirms, after the issuer has looked',
    async () => {
      const checkoutId = await shop.openForm({ options });
      await shop.pay({ number: CHALLENGE_WITH_METHOD_CALL });
      await bank().click('button');
      await shop.landed();
      const { result, threeDSecure } = await shop.gateway.status(checkoutId);
      expect(result.code).toBe('000.100.110');
      expect(threeDSecure).toMatchObject({ eci: '05', flow: 'challenge' });
    },
  );

  test('the shopper confirms', async () => {
    const checkoutId = await shop.openForm({ options });
    await shop.pay({ number: CHALLENGE });
    await bank().click('button');
    await shop.landed();
    expect(await shop.resultOf(checkoutId)).toBe('000.100.110');
  });

  test('the shopper fails it', async () => {
    const checkoutId = await shop.openForm({ options });
    await shop.pay({ number: CHALLENGE });
    await expect.poll(() => bank().isVisible('button')).toBe(true);
    await bank().run(() => {
      const select = document.querySelector<HTMLSelectElement>('select[name=transStatus]');
      if (select) select.value = 'N';
    });
    await bank().click('button');
    await shop.landed();
    expect(await shop.resultOf(checkoutId)).toBe('100.380.401');
  });

  test('the shopper gives it up', async () => {
    const checkoutId = await shop.openForm({ options });
    await shop.pay({ number: CHALLENGE });
    await expect.poll(() => bank().isVisible('button')).toBe(true);
    await gatewayPage().click('button');
    await shop.landed();
    expect(await shop.resultOf(checkoutId)).toBe('100.396.101');
  });
});

test('the issuer asks nothing', async () => {
  const checkoutId = await shop.openForm();
  await shop.pay({ number: '4200000000000026' });
  await shop.landed();
  const { result, threeDSecure } = await shop.gateway.status(checkoutId);
  expect(result.code).toBe('000.100.110');
  expect(threeDSecure).toMatchObject({ transStatus: 'Y', eci: '05' });
});

test('who cancels gets the form back and pays with another card', async () => {
  const { tab } = shop;
  const checkoutId = await shop.openForm({ options: '{stayOnDecline: true}' });
  await shop.pay({ number: CHALLENGE });
  await tab.in('iframe.wpwl-target').click('button');
  await expect.poll(() => tab.text(`${FORM} .wpwl-message`)).toContain('You cancelled');
  await shop.enter('number');
  await tab.press('a', 'Control');
  await tab.type('4200000000000000');
  await shop.fill({ cvv: '123' });
  await shop.pressPay();
  await shop.landed();
  expect(await shop.resultOf(checkoutId)).toBe('000.100.110');
});

test('Arabic is written from right to left, in the gateway’s page and in the bank’s', async () => {
  await shop.openForm({ options: '{locale: "ar"}' });
  await shop.pay({ number: CHALLENGE });
  const direction = (...frames: string[]) =>
    expect.poll(() => shop.tab.in(...frames).attribute('html', 'dir')).toBe('rtl');
  await direction('iframe.wpwl-target');
  await direction('iframe.wpwl-target', BANK);
});
