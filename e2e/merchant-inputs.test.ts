/** What pages in use put into the form besides, as they write it, and what they read of the runtime. */

import { expect, test } from './fixtures.ts';
import { storeCard } from './form-fields/store-card.ts';
import { jQueryTag } from './merchant-page.ts';
import { recordPayments } from './payment-requests.ts';

const head = jQueryTag('3.7.1');

test('a select of the page’s own for installments is sent, and counts', async ({
  openForm,
  page,
  gateway,
}) => {
  const bodies = recordPayments(page);
  const { form, checkoutId } = await openForm({
    head,
    options: `{
      onReady: function() {
        var numberOfInstallmentsHtml = '<div class="wpwl-label wpwl-label-custom" style="display:inline-block">Number of installments</div>' +
          '<div class="wpwl-wrapper wpwl-wrapper-custom" style="display:inline-block"><select name="recurring.numberOfInstallments"><option value="1">1</option><option value="3">3</option></select></div>';
        $('form.wpwl-form-card').find('.wpwl-button').before(numberOfInstallmentsHtml);
      }
    }`,
  });
  await form.isReady();
  await page.locator('select[name="recurring.numberOfInstallments"]').selectOption('3');
  await form.pay();
  await page.waitForURL('**/result?**');
  expect(new URLSearchParams(bodies[0]).getAll('recurring.numberOfInstallments')).toEqual(['3']);
  expect((await gateway.status(checkoutId)).recurring.numberOfInstallments).toBe(3);
});

test('a holder of the page’s own goes before the form’s', async ({ openForm, page, gateway }) => {
  const { form, checkoutId } = await openForm({
    head,
    options: `{
      onReady: function() {
        $('.wpwl-group-cardHolder').hide();
        $('form.wpwl-form-card').find('.wpwl-button').before('<input type="hidden" name="card.holder" value="Joan Shop">');
      }
    }`,
  });
  await form.isReady();
  await form.number.pressSequentially('4200000000000000');
  await form.expiry.pressSequentially('1234');
  await form.cvv.pressSequentially('123');
  await form.payButton.click();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).card.holder).toBe('Joan Shop');
});

test('a hidden brand of the page’s own is the one that is paid with', async ({
  openForm,
  page,
  gateway,
}) => {
  const { form, checkoutId } = await openForm({
    head,
    brands: 'VISA MADA',
    options: `{
      onReady: function() {
        $('form.wpwl-form-card').find('.wpwl-button').before('<input type="hidden" name="paymentBrand" value="VISA">');
      }
    }`,
  });
  await form.isReady();
  await form.pay({ number: '4464040000000007' });
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).paymentBrand).toBe('VISA');
});

test('stored cards are known to the page, and what it adds to their form is sent', async ({
  openForm,
  page,
  gateway,
}) => {
  const bodies = recordPayments(page);
  const id = await storeCard(gateway);
  await openForm({
    head,
    checkout: { 'registrations[0].id': id },
    options: `{
      registrations: { requireCvv: 'true', hideInitialPaymentForms: 'true' },
      onReady: function() {
        window.known = wpwl.checkout.config.registrations;
        var form = $('form.wpwl-form-registrations');
        form.find('.wpwl-button').before('<input type="hidden" name="standingInstruction.mode" value="REPEATED">' +
          '<input type="hidden" name="standingInstruction.source" value="CIT"><input type="hidden" name="standingInstruction.type" value="UNSCHEDULED">');
      }
    }`,
  });
  await expect.poll(() => page.evaluate('window.known')).toMatchObject([{ id, brand: 'VISA' }]);
  await page.frameLocator('iframe[name="card.cvv"]').first().locator('input').fill('123');
  await page.locator('.wpwl-form-registrations .wpwl-button-pay').click();
  await page.waitForURL('**/result?**');
  const sent = new URLSearchParams(bodies[0]);
  expect(sent.get('registrationId')).toBe(id);
  expect(sent.get('standingInstruction.mode')).toBe('REPEATED');
});

test('the picture of a brand that a style sheet points at is drawn', async ({
  openForm,
  page,
  gateway,
}) => {
  const { form } = await openForm({
    head: `<style>
      div.wpwl-brand-card { background: url(${gateway.url}/v1/paymentWidgets/img/brand.png); }
      div.wpwl-brand-card.wpwl-brand-VISA { background-position: 0 -24px; }
    </style>`,
  });
  await form.isReady();
  await expect(form.root.locator('div.wpwl-brand-card.wpwl-brand-VISA')).toHaveCSS(
    'background-position',
    '0px -24px',
  );
  const loaded = await page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight % 24];
  }, `${gateway.url}/v1/paymentWidgets/img/brand.png`);
  expect(loaded).toEqual([36, 0]);
});

test('the usual recovery: on InvalidCheckoutIdError the page loads a fresh checkout', async ({
  openPage,
  page,
  gateway,
}) => {
  const fresh = await gateway.createCheckout();
  const { form } = await openPage(
    ({ script, result }) => `<!doctype html><title>Shop</title><script>
      var wpwlOptions = { onError: function(error) {
        if (error.name === 'InvalidCheckoutIdError' && !window.retried) {
          window.retried = true;
          if (window.wpwl && wpwl.unload) wpwl.unload();
          var tags = document.querySelectorAll('script');
          for (var i = 0; i < tags.length; i++) if (tags[i].src.indexOf('static.min.js') !== -1 || tags[i].src.indexOf('paymentWidgets.js') !== -1) tags[i].remove();
          var tag = document.createElement('script');
          tag.src = '${script}'.replace(/checkoutId=.*/, 'checkoutId=${fresh}');
          document.head.appendChild(tag);
        }
      } };
      document.write('<script src="${script}gone"><\\/script>');
      </script><form class="paymentWidgets" action="${result}">VISA</form>`,
  );
  await form.isReady();
  expect(await page.evaluate('wpwl.checkout.id')).toBe(fresh);
  await form.pay();
  await page.waitForURL('**/result?**');
});
