import { expect, test } from './fixtures.ts';

test.describe('a shopper pays', () => {
  test('and lands on the result page, where the merchant reads the status @phone', async ({
    page,
    openForm,
    gateway,
    merchant,
    consoleMessages,
  }) => {
    const { form, checkoutId } = await openForm();
    await form.pay();
    await page.waitForURL(`${merchant.origin}/result?**`);
    const query = new URL(page.url()).searchParams;
    expect(query.get('id')).toBe(checkoutId);
    expect(query.get('resourcePath')).toBe(`/v1/checkouts/${checkoutId}/payment`);
    const status = await gateway.status(checkoutId);
    expect(status.result.code).toBe('000.100.110');
    expect(status).toMatchObject({
      paymentBrand: 'VISA',
      amount: '92.00',
      card: { last4Digits: '0000', holder: 'Jane Jones', expiryMonth: '12', expiryYear: '2034' },
    });
    expect(consoleMessages).toEqual([]);
  });

  test('is declined, and with a good card pays the same checkout', async ({
    page,
    openForm,
    gateway,
  }) => {
    const { form, checkoutId } = await openForm({ options: '{stayOnDecline: true}' });
    await form.pay({ number: '4200000000001024' });
    await expect(form.root.getByText(/declined/i).first()).toBeVisible();
    expect((await gateway.status(checkoutId)).result.code).toBe('800.100.155');
    await form.number.fill('4200000000000000');
    await form.cvv.fill('123');
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });

  test('is declined and lands on the result page, where no stayOnDecline is set', async ({
    page,
    openForm,
    gateway,
  }) => {
    const { form, checkoutId } = await openForm();
    await form.pay({ number: '4200000000001016' });
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('800.100.152');
  });
});
