/** An issuer that wants the shopper challenged: the form goes on to it, and nothing is typed again. */
import { expect, test } from './fixtures.ts';
import { bankIn, confirmIn, openAndPay, PLACES, press } from './waiting-payment.ts';

const SOFT_DECLINE = '4200000000001107';
const AFTER_METHOD_CALL = '4200000000001123';

for (const [where, options, gatewayPage] of PLACES) {
  for (const number of [SOFT_DECLINE, AFTER_METHOD_CALL]) {
    test(`${where}, the shopper pays with ${number} after a challenge @phone`, async ({
      page,
      openForm,
      gateway,
    }) => {
      const { checkoutId } = await openAndPay(openForm, { options, number });
      await confirmIn(gatewayPage(page), page);
      const { result, threeDSecure } = await gateway.status(checkoutId);
      expect(result.code).toBe('000.100.110');
      expect(threeDSecure).toMatchObject({ eci: '05', flow: 'challenge', softDeclined: true });
    });
  }

  test(`${where}, the shopper gives it up`, async ({ page, openForm, gateway }) => {
    const { checkoutId } = await openAndPay(openForm, { options, number: SOFT_DECLINE });
    await press(gatewayPage(page).getByRole('button'));
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('100.396.101');
  });

  test(`${where}, the shopper fails`, async ({ page, openForm, gateway }) => {
    const { checkoutId } = await openAndPay(openForm, { options, number: SOFT_DECLINE });
    const bank = bankIn(gatewayPage(page));
    await bank.locator('select[name=transStatus]').selectOption('N');
    await press(bank.getByRole('button'));
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('100.380.401');
  });
}

test('an issuer that insists after the challenge is a decline, and another card pays', async ({
  page,
  openForm,
  gateway,
}) => {
  const { checkoutId, form } = await openAndPay(openForm, {
    options: '{stayOnDecline: true}',
    number: '4200000000001115',
  });
  const bank = bankIn(page.frameLocator('iframe.wpwl-target'));
  await press(bank.getByRole('button'));
  await expect(form.root.getByText(/declined/i).first()).toBeVisible();
  expect((await gateway.status(checkoutId)).result.code).toBe('300.100.100');
  await form.number.fill('4200000000000000');
  await form.cvv.fill('123');
  await form.payButton.click();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
});
