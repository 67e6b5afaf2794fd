/** What merchants' pages do to the form after it was drawn; jQuery's idioms in plain DOM calls. */
import { expect, ofTheWidget, test } from './fixtures.ts';
import { recordPayments } from './payment-requests.ts';

/** As a page writes it: `form` is the drawn form, `$` the first element of a selector in it. */
const onReady = (script: string) => `{onReady() {
  const form = document.querySelector('form.wpwl-form-card');
  const $ = (selector) => form.querySelector(selector);
  ${script}
}}`;

test.describe('a page changes the form, and the shopper pays', () => {
  test('inputs before the button are posted', async ({ page, openForm, gateway }) => {
    const bodies = recordPayments(page);
    const { form, checkoutId } = await openForm({
      options: onReady(`$('.wpwl-button').before(document.createRange().createContextualFragment(
        '<label><input type="checkbox" name="createRegistration" checked> Keep my card</label>' +
        '<input type="hidden" name="customParameters[SHOPPER_note]" value="with ribbon">' +
        '<input name="customer.email" value="jane@example.com"><input value="without a name">'))`),
    });
    await form.isReady();
    await form.pay();
    await page.waitForURL('**/result?**');
    const sent = new URLSearchParams(bodies[0]);
    expect(sent.get('createRegistration')).toBe('true');
    expect(sent.get('customParameters[SHOPPER_note]')).toBe('with ribbon');
    expect(bodies[0]).not.toContain('without');
    expect(await gateway.status(checkoutId)).toMatchObject({
      customParameters: { SHOPPER_note: 'with ribbon' },
      customer: { email: 'jane@example.com' },
    });
  });

  test('inputs that the gateway does not take do no harm, and the console names them', async ({
    page,
    openForm,
    gateway,
    consoleMessages,
  }) => {
    const { form, checkoutId } = await openForm({
      options: onReady(`$('.wpwl-group-submit').insertAdjacentHTML('afterend',
        '<input type="hidden" name="form_key" value="csrf"><input type="hidden" name="amount" value="1.00">' +
        '<input name="card.number" value="4111111111111111"><input name="card.cvv" value="999">')`),
    });
    await form.isReady();
    const bodies = recordPayments(page);
    await form.pay();
    await page.waitForURL('**/result?**');
    expect(await gateway.status(checkoutId)).toMatchObject({
      amount: '92.00',
      card: { last4Digits: '0000' },
    });
    expect(ofTheWidget(consoleMessages)).toEqual([
      expect.stringMatching(/form_key.*amount|amount.*form_key/),
    ]);
    expect(bodies[0]).not.toContain('4111111111111111');
  });

  test('groups moved, nested and wrapped: the frames load again and work', async ({
    page,
    openForm,
    gateway,
    consoleMessages,
  }) => {
    const { form, checkoutId } = await openForm({
      options: onReady(`
        form.prepend($('.wpwl-group-cardHolder'));
        const box = document.createElement('section');
        const number = $('.wpwl-group-cardNumber');
        number.replaceWith(box);
        box.append(number);
        const cvv = $('.wpwl-group-cvv');
        cvv.remove();
        setTimeout(() => { $('.wpwl-group-submit').before(cvv); document.title = 'moved' }, 200);
        $('.wpwl-wrapper-cardNumber').append($('.wpwl-brand-card'));
        $('.wpwl-wrapper-brand').before(document.createElement('hr'));
        form.append($('.wpwl-brand').cloneNode(true));`),
    });
    await expect(page).toHaveTitle('moved');
    await form.isReady();
    await form.payButton.click();
    await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
    await form.pay({ number: '5454545454545454' });
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).paymentBrand).toBe('MASTER');
    expect(consoleMessages).toEqual([]);
  });

  test('a field moved after it was filled is empty, and the page is told', async ({
    page,
    openForm,
    consoleMessages,
  }) => {
    const { form } = await openForm();
    await form.type();
    await page.evaluate(() => {
      document
        .querySelector('.wpwl-form')
        ?.append(document.querySelector('.wpwl-group-cardNumber') ?? '');
    });
    await expect(form.number).toHaveValue('');
    await expect.poll(() => consoleMessages).toEqual([expect.stringContaining('Move it earlier')]);
    await expect(form.hint('cardNumberError')).toHaveText(/were loaded again.+once more/);
    await form.isReady();
    await form.payButton.click();
    await expect(form.hint('cardNumberError')).toBeVisible();
    await form.number.fill('4200000000000000');
    await form.payButton.click();
    await page.waitForURL('**/result?**');
  });

  test('the frame of a CVV that may be empty, while it is asked: what was typed is asked for again', async ({
    page,
    openForm,
  }) => {
    const { form } = await openForm({ options: '{ allowEmptyCvv: true }' });
    await form.isReady();
    await form.type();
    const bodies = recordPayments(page);
    await page.evaluate(() => {
      const { postMessage } = MessagePort.prototype;
      let seals = 0;
      MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [unknown]) {
        const isSeal = (args[0] as { type?: string }).type === 'seal';
        if (isSeal) seals += 1;
        if (isSeal && seals === 1) {
          document
            .querySelector('.wpwl-form')
            ?.append(document.querySelector('.wpwl-group-cvv') ?? '');
        }
        // The second is the CVV's. Its old frame lives in another process, and may hear it before it ends:
        // then what was typed is paid with.
        if (isSeal && seals === 2) return;
        postMessage.apply(this, args);
      };
    });
    await form.payButton.click();
    await expect(form.hint('cvvError')).toBeVisible();
    await form.isReady();
    expect(bodies).toEqual([]);
  });

  test('the button is renamed and switched off, the holder is filled in, a field is restyled', async ({
    page,
    openForm,
    gateway,
  }) => {
    const { form, checkoutId } = await openForm({
      options: onReady(`
        $('.wpwl-button-pay').textContent = 'Buy it';
        $('.wpwl-button-pay').disabled = true;
        setTimeout(() => { $('.wpwl-button-pay').disabled = false }, 500);
        $('.wpwl-control-cardHolder').value = 'John Smith';
        $('.wpwl-control-expiry').placeholder = 'month/year';
        $('.wpwl-control-expiry').autocomplete = 'off';
        new MutationObserver(() => {}).observe(form, { childList: true, subtree: true, attributes: true });`),
    });
    await form.isReady();
    await expect(form.payButton).toHaveText('Buy it');
    await expect(form.payButton).toBeEnabled();
    await form.number.fill('4200000000000000');
    await form.expiry.fill('1234');
    await form.cvv.fill('123');
    await expect(form.expiry).toHaveAttribute('placeholder', 'month/year');
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).card.holder).toBe('John Smith');
  });

  test('the form itself goes into another part of the page', async ({ page, openForm }) => {
    const { form } = await openForm({
      after: '<aside></aside>',
      options: onReady(`document.querySelector('aside').append(form.parentElement)`),
    });
    await expect(page.locator('aside form.wpwl-form-card')).toBeVisible();
    await form.isReady();
    await form.pay();
    await page.waitForURL('**/result?**');
  });
});

test('a page that puts a copy of the pay button above the form pays with either', async ({
  page,
  openReady,
}) => {
  for (const which of ['first', 'last'] as const) {
    const { form } = await openReady();
    await form.root.evaluate((root) => {
      const button = root.querySelector('button[name=pay]');
      if (button) root.prepend(button.cloneNode(true));
    });
    await form.type();
    await page.locator('button[name=pay]')[which]().click();
    await page.waitForURL('**/result?**');
  }
});
