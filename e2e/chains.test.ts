/** The CVV and the holder: the form asks for what the gateway will want, whatever its page says. */

import { expect, test } from './fixtures.ts';
import { storeCard } from './form-fields/store-card.ts';
import { recordPayments } from './payment-requests.ts';

const AGAINST_IT = '{ requireCvv: false, allowEmptyCvv: true }';

test('the first payment of a chain asks for the CVV, though the page does not @phone', async ({
  page,
  openForm,
  gateway,
}) => {
  const { form, checkoutId } = await openForm({
    checkout: { recurringType: 'INITIAL' },
    options: AGAINST_IT,
  });
  await form.isReady();
  await form.pay({ cvv: '' });
  await expect(form.hint('cvvError')).toBeVisible();
  await form.cvv.pressSequentially('123');
  await form.payButton.click();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result).toMatchObject({
    code: '000.100.110',
    cvvResponse: 'M',
  });
});

test('a payment that becomes the first of a chain asks for the CVV in the form that is open', async ({
  page,
  openForm,
  gateway,
}) => {
  const { form, checkoutId } = await openForm({ options: AGAINST_IT });
  const pay = () => form.payButton.click();
  await expect(form.root).toHaveAttribute('data-phase', 'ready');
  await expect(form.root.locator('.wpwl-group-cvv')).toBeHidden();
  await form.number.pressSequentially('4200000000000000');
  await form.expiry.pressSequentially('1234');
  await form.holder.pressSequentially('Jane Jones');
  await gateway.update(checkoutId, { recurringType: 'INITIAL' });
  // Refused by the gateway; the form learns why, and asks.
  await pay();
  await expect(form.cvv).toBeVisible();
  await pay();
  await expect(form.hint('cvvError')).toBeVisible();
  await form.cvv.pressSequentially('123');
  await pay();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result).toMatchObject({
    code: '000.100.110',
    cvvResponse: 'M',
  });
});

test('wpwl.refresh() draws and takes away the CVV as the checkout wants it by then', async ({
  page,
  openForm,
  gateway,
}) => {
  const { form, checkoutId } = await openForm({ options: '{ requireCvv: false }' });
  await expect(form.root).toHaveAttribute('data-phase', 'ready');
  await gateway.update(checkoutId, { recurringType: 'INITIAL' });
  await page.evaluate('wpwl.refresh()');
  await expect(form.cvv).toBeVisible();
  await gateway.update(checkoutId, { recurringType: 'REPEATED' });
  await page.evaluate('wpwl.refresh()');
  await expect(form.root.locator('.wpwl-group-cvv')).toBeHidden();
});

test('a later payment neither shows nor sends one', async ({ page, openForm, gateway }) => {
  const bodies = recordPayments(page);
  const { form, checkoutId } = await openForm({
    checkout: { 'standingInstruction.mode': 'REPEATED' },
  });
  await expect(form.root).toHaveAttribute('data-phase', 'ready');
  await expect(form.root.locator('.wpwl-group-cvv')).toBeHidden();
  await form.number.pressSequentially('4200000000000000');
  await form.expiry.pressSequentially('1234');
  await form.holder.pressSequentially('Jane Jones');
  await form.payButton.click();
  await page.waitForURL('**/result?**');
  expect([...new URLSearchParams(bodies[0]).keys()].join()).not.toContain('cvv');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
});

test('a page that wants no CVV has no field for it', async ({ page, openForm }) => {
  const { form } = await openForm({ options: '{ requireCvv: false }' });
  await expect(form.root).toHaveAttribute('data-phase', 'ready');
  await expect(form.root.locator('.wpwl-group-cvv')).toBeHidden();
  await expect(page.locator('iframe[name="card.cvv"]')).toHaveCount(0);
  await form.number.pressSequentially('4200000000000000');
  await form.expiry.pressSequentially('1234');
  await form.holder.pressSequentially('Jane Jones');
  await form.payButton.click();
  await page.waitForURL('**/result?**');
});

test('a stored card starts a chain with its CVV', async ({ page, openForm, gateway }) => {
  const { checkoutId } = await openForm({
    checkout: { recurringType: 'INITIAL', 'registrations[0].id': await storeCard(gateway) },
    options: '{ allowEmptyCvv: true, registrations: { requireCvv: false } }',
  });
  const form = page.locator('form.wpwl-form-registrations');
  await form.locator('.wpwl-button-pay').click();
  await expect(form.locator('.wpwl-hint-cvvError')).toBeVisible();
  await form.frameLocator('iframe[name="card.cvv"]').locator('input').pressSequentially('123');
  await form.locator('.wpwl-button-pay').click();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result.cvvResponse).toBe('M');
});

test('a stored card of a later payment has its CVV where the channel requires it', async ({
  page,
  openForm,
  gateway,
}) => {
  await gateway.setChannel('storedCardCvv=required');
  try {
    await openForm({
      checkout: {
        'registrations[0].id': await storeCard(gateway),
        'standingInstruction.mode': 'REPEATED',
        'standingInstruction.source': 'CIT',
      },
      options: '{ registrations: { requireCvv: false } }',
    });
    const form = page.locator('form.wpwl-form-registrations');
    await form.frameLocator('iframe[name="card.cvv"]').locator('input').pressSequentially('123');
    await form.locator('.wpwl-button-pay').click();
    await page.waitForURL('**/result?**');
  } finally {
    await gateway.setChannel('storedCardCvv=optional');
  }
});

for (const [how, options, head] of [
  ['by an option', '{ requireCardHolder: false }', ''],
  ['that may stay empty', '{ allowEmptyCardHolderName: true }', ''],
  ['in its style', '{}', '<style>.wpwl-group-cardHolder { display: none }</style>'],
] as const) {
  test(`a page that gives the holder up ${how} is paid without`, async ({ page, openForm }) => {
    const bodies = recordPayments(page);
    const { form } = await openForm({ options, head });
    await form.isReady();
    await form.number.pressSequentially('4200000000000000');
    await form.expiry.pressSequentially('1234');
    await form.cvv.pressSequentially('123');
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect(new URLSearchParams(bodies[0]).get('card.holderHidden')).toBe('true');
  });
}

test('a holder that is only not checked is asked for by the gateway', async ({
  page,
  openForm,
}) => {
  const bodies = recordPayments(page);
  const { form } = await openForm({ options: '{ validation: false }' });
  await form.isReady();
  await form.pay({ holder: '' });
  await expect(form.hint('cardHolderError')).toBeVisible();
  await form.holder.fill('Jane Jones');
  await form.payButton.click();
  await page.waitForURL('**/result?**');
  expect(new URLSearchParams(bodies.at(-1)).has('card.holderHidden')).toBe(false);
});
