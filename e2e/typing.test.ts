import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** The value with a bar where the caret stands. */
const withCaret = (input: Locator) =>
  input.evaluate((element) => {
    const { value, selectionStart } = element as HTMLInputElement;
    const at = selectionStart ?? 0;
    return `${value.slice(0, at)}|${value.slice(at)}`;
  });

test.describe('a shopper types the card number', () => {
  const GROUPS = [
    ['Visa', '4200000000000000', '4200 0000 0000 0000'],
    ['American Express', '377777777777770', '3777 777777 77770'],
    ['with spaces and dashes', '4200-0000 0000-0000', '4200 0000 0000 0000'],
    ['in full-width digits', '４２００００００００００００００', '4200 0000 0000 0000'],
    ['in Arabic-Indic digits', '٤٢٠٠٠٠٠٠٠٠٠٠٠٠٠٠', '4200 0000 0000 0000'],
    ['in Persian digits', '۴۲۰۰۰۰۰۰۰۰۰۰۰۰۰۰', '4200 0000 0000 0000'],
    ['with letters in it', 'card 4200x0000y', '4200 0000'],
  ] as const;

  test('and sees it in groups, whatever its digits look like @phone', async ({ openForm }) => {
    const { form } = await openForm();
    await form.isReady();
    for (const [title, typed, shown] of GROUPS) {
      await form.number.fill('');
      await form.number.pressSequentially(typed);
      await expect(form.number, title).toHaveValue(shown);
    }
    // The same at once, as an autofill does it.
    for (const [title, typed, shown] of GROUPS) {
      await form.number.fill(typed);
      await expect(form.number, title).toHaveValue(shown);
    }
  });

  test('corrects it in the middle, and the caret stays where it was', async ({
    openForm,
    page,
  }) => {
    const { form } = await openForm();
    await form.isReady();
    await form.number.pressSequentially('411122223333');
    expect(await withCaret(form.number)).toBe('4111 2222 3333|');
    const { keyboard } = page;
    const press = async (key: string, times = 1) => {
      for (let n = 0; n < times; n++) await keyboard.press(key);
    };
    await press('ArrowLeft', 6);
    expect(await withCaret(form.number)).toBe('4111 222|2 3333');
    await keyboard.type('9');
    expect(await withCaret(form.number)).toBe('4111 2229 |2333 3');
    await press('Backspace');
    expect(await withCaret(form.number)).toBe('4111 222|2 3333');
    await press('Delete');
    expect(await withCaret(form.number)).toBe('4111 222|3 333');
    // Over a gap: the digit before it goes, not only the gap.
    await press('ArrowLeft', 3);
    expect(await withCaret(form.number)).toBe('4111 |2223 333');
    await press('Backspace');
    expect(await withCaret(form.number)).toBe('411|2 2233 33');
  });

  test('pastes it from a message @phone', async ({ openForm, page }) => {
    const { form } = await openForm({ before: '<textarea aria-label="Note"></textarea>' });
    await form.isReady();
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('4200 0000-0000.0000');
    await note.press('Control+a');
    await note.press('Control+c');
    await form.number.click();
    await expect(form.number).toBeFocused();
    await page.keyboard.press('Control+v');
    await expect(form.number).toHaveValue('4200 0000 0000 0000');
  });

  test('and no more digits than a card has are taken', async ({ openForm, page }) => {
    const { form } = await openForm();
    await form.isReady();
    await form.number.pressSequentially('42000000000000001234567');
    await expect(form.number).toHaveValue('4200 0000 0000 0000 123');
    await page.keyboard.press('Home');
    await page.keyboard.type('9');
    await expect(form.number).toHaveValue('4200 0000 0000 0000 123');
    expect(await withCaret(form.number)).toMatch(/^\|/);
    await form.number.fill('');
    await form.number.fill('9'.repeat(5000));
    await expect(form.number).toHaveValue('9999 9999 9999 9999 999');
    await form.number.fill('');
    await form.number.fill('3777777777777701234');
    await expect(form.number).toHaveValue('3777 777777 77770');
  });
});

test.describe('the brand follows the card number', () => {
  test('in the select, in the logos and in the length of the CVV', async ({ openForm }) => {
    const { form } = await openForm();
    await form.isReady();
    const logos = form.root.locator('.wpwl-brands svg');
    const brand = form.root.locator('.wpwl-brand');
    await expect(form.brand).toHaveValue('VISA');
    await expect(logos).toHaveCount(3);
    await form.number.pressSequentially('37');
    await expect(form.brand).toHaveValue('AMEX');
    await expect(brand).toHaveClass('wpwl-brand wpwl-brand-card wpwl-brand-AMEX');
    await expect(logos).toHaveCount(1);
    await form.cvv.pressSequentially('12345');
    await expect(form.cvv).toHaveValue('1234');
    await form.number.fill('5454');
    await expect(form.brand).toHaveValue('MASTER');
    await expect(brand).toHaveClass('wpwl-brand wpwl-brand-card wpwl-brand-MASTER');
    await form.cvv.fill('');
    await form.cvv.pressSequentially('12345');
    await expect(form.cvv).toHaveValue('123');
    await form.number.fill('');
    await expect(logos).toHaveCount(3);
  });

  test('until the shopper chooses one, which then stays', async ({ openForm }) => {
    const { form } = await openForm();
    await form.isReady();
    await form.brand.selectOption('MASTER');
    await form.number.pressSequentially('4200000000000000');
    await form.expiry.click();
    await expect(form.brand).toHaveValue('MASTER');
    await expect(form.hint('cardNumberError')).toContainText('Invalid card number or brand');
    await form.brand.selectOption('VISA');
    await expect(form.hint('cardNumberError')).toHaveCount(0);
  });

  test('which keeps its fourth digit until a number says that the card has three', async ({
    openReady,
  }) => {
    const { form } = await openReady();
    await form.cvv.fill('1234');
    await form.number.fill('377777777777770');
    await expect(form.brand).toHaveValue('AMEX');
    await expect(form.cvv).toHaveValue('1234');
    await form.number.fill('4200');
    await expect(form.brand).toHaveValue('VISA');
    await form.cvv.fill('');
    await form.cvv.pressSequentially('1234');
    await expect(form.cvv).toHaveValue('123');
    await form.brand.selectOption('AMEX');
    await form.number.fill('');
    await form.cvv.fill('1234');
    await expect(form.cvv).toHaveValue('1234');
  });

  test('American Express is paid with its four-digit CVV', async ({ openForm, gateway, page }) => {
    const { form, checkoutId } = await openForm();
    await form.pay({ number: '377777777777770', cvv: '1234' });
    await page.waitForURL('**/result?**');
    const { paymentBrand, card } = await gateway.status(checkoutId);
    expect({ paymentBrand, last: card.last4Digits }).toEqual({
      paymentBrand: 'AMEX',
      last: '7770',
    });
  });
});

test.describe('a shopper types the expiry date', () => {
  test('in any of the usual ways @phone', async ({ openForm }) => {
    const { form } = await openForm();
    await form.isReady();
    const month = form.root.locator('input[name="card.expiryMonth"]');
    const year = form.root.locator('input[name="card.expiryYear"]');
    const expectDate = async (shown: string) => {
      await expect(form.expiry).toHaveValue(shown);
      await expect(month).toHaveValue('12');
      await expect(year).toHaveValue('2028');
    };
    await form.expiry.pressSequentially('1228');
    await expectDate('12 / 28');
    for (const filled of ['12/28', '12 / 28', '12-28', '1228', '١٢٢٨', '１２/２８']) {
      await form.expiry.fill(filled);
      await expectDate('12 / 28');
    }
    for (const filled of ['12/2028', '2028-12']) {
      await form.expiry.fill(filled);
      await expectDate('12 / 2028');
    }
  });

  test('and takes digits back over the slash', async ({ openForm, page }) => {
    const { form } = await openForm();
    await form.isReady();
    await form.expiry.pressSequentially('123');
    expect(await withCaret(form.expiry)).toBe('12 / 3|');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    expect(await withCaret(form.expiry)).toBe('1|');
    await page.keyboard.type('028');
    await expect(form.expiry).toHaveValue('10 / 28');
    await page.keyboard.type('99');
    await expect(form.expiry).toHaveValue('10 / 28');
    await form.expiry.fill('');
    await form.expiry.pressSequentially('5');
    await expect(form.expiry).toHaveValue(/^05/);
  });
});
