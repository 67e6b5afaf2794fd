/** What pages in use do to the form, as they write it, with the jQuery that they bring. */
import { expect, test } from './fixtures.ts';
import { JQUERIES, jQueryTag } from './merchant-page.ts';
import { recordPayments } from './payment-requests.ts';

const WITH_JQUERY = JQUERIES.filter((version) => version !== 'none');

for (const version of WITH_JQUERY) {
  test.describe(`with jQuery ${version}`, () => {
    test('inputs put before the pay button are sent', async ({ openForm, page }) => {
      const bodies = recordPayments(page);
      const { form } = await openForm({
        head: jQueryTag(version),
        options: `{
          style: "plain",
          onReady: function() {
            var createRegistrationHtml = '<div class="customLabel">Store payment details?</div><div class="customInput"><input type="checkbox" name="createRegistration" value="true" /></div>';
            $('form.wpwl-form-card').find('.wpwl-button').before(createRegistrationHtml);
            $('form.wpwl-form-card').find('.wpwl-button').before('<input type="hidden" name="customParameters[SHOPPER_orderId]" value="4711"><input type="hidden" name="form_key" value="csrf"><input type="text" value="without a name">');
          }
        }`,
      });
      await form.isReady();
      await page.getByRole('checkbox').check();
      await form.pay();
      await page.waitForURL('**/result?**');
      const sent = new URLSearchParams(bodies[0]);
      expect(sent.get('createRegistration')).toBe('true');
      expect(sent.get('customParameters[SHOPPER_orderId]')).toBe('4711');
    });

    test('groups are moved, logos cloned, the button renamed, and it is paid', async ({
      openForm,
      page,
    }) => {
      const { form } = await openForm({
        head: jQueryTag(version),
        options: `{
          onReady: function() {
            $('.wpwl-group-cardHolder').after($('.wpwl-group-expiry'));
            $('.wpwl-wrapper-cardNumber').append($('.wpwl-brand-card'));
            $('.wpwl-group-brand').prepend($('.wpwl-brand:first').clone());
            $('.wpwl-group-submit').after('<p class="terms">Terms</p>');
            $('.wpwl-button-pay').text('Buy now');
            $('.wpwl-control-expiry').attr('placeholder', 'MM/JJ').attr('autocomplete', 'off');
            $('.wpwl-control-cardHolder').val('Pre Filled');
          },
          onBeforeSubmitCard: function() {
            if ($('.wpwl-control-cardHolder').val() === '') {
              $('.wpwl-control-cardHolder').addClass('wpwl-has-error').after('<div class="wpwl-hint wpwl-hint-cardHolderError">Invalid card holder</div>');
              return false;
            }
            return true;
          }
        }`,
      });
      await form.isReady();
      await expect(form.payButton).toHaveText('Buy now');
      await expect(form.expiry).toHaveAttribute('placeholder', 'MM/JJ');
      await expect(form.root.locator('.terms')).toBeVisible();
      await form.number.pressSequentially('4200000000000000');
      await form.expiry.pressSequentially('1234');
      await form.cvv.pressSequentially('123');
      await form.payButton.click();
      await page.waitForURL('**/result?**');
    });

    test('it is paid by executePayment', async ({ openForm, page }) => {
      const { form } = await openForm({
        head: jQueryTag(version),
        before: '<button id="mine" type="button">Order</button>',
        options: `{ onReady: function() { $('#mine').on('click', function() { wpwl.executePayment('wpwl-container-card') }) } }`,
      });
      await form.isReady();
      await form.type();
      await page.getByRole('button', { name: 'Order' }).click();
      await page.waitForURL('**/result?**');
    });
  });
}

test('callbacks assigned after the script was inserted are called, on defaults filled in', async ({
  openPage,
  page,
}) => {
  const { form } = await openPage(
    ({ script, result }) => `<!doctype html><title>Shop</title>
<form class="paymentWidgets" action="${result}">VISA</form><script>
window.wpwlOptions = { style: 'card', onReady: function() {
  window.wpwlOptions.paypal.onApprove = function() {};
  window.wpwlOptions.onBeforeSubmitCard = function() { window.asked = true; return false };
} };
var tag = document.createElement('script'); tag.src = '${script}'; document.head.appendChild(tag);
</script>`,
  );
  await form.isReady();
  await form.pay();
  await expect.poll(() => page.evaluate('window.asked')).toBe(true);
  await expect(form.root).toHaveAttribute('data-phase', 'ready');
});
