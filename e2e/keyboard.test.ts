import type { Page } from '@playwright/test';
import type { CardForm } from './card-form.ts';
import { expect, test } from './fixtures.ts';
import { focused, moveFocus } from './focus.ts';
import { recordPayments } from './payment-requests.ts';

const ORDER = [
  'before',
  'paymentBrand',
  'frame card.number',
  'card.expiry',
  'frame card.cvv',
  'card.holder',
  'pay',
  'after',
] as const;

const LINKS = {
  before: '<a id="before" href="#">Before</a>',
  after: '<a id="after" href="#">After</a>',
};

/** From now on: every move of the focus, also one that is taken back at once. */
const listenToFocus = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const moves: string[] = [];
    for (const type of ['focusin', 'focusout', 'blur']) {
      addEventListener(type, ({ target }) => moves.push(`${type} ${String(target)}`));
    }
    Object.assign(window, { moves });
  });
const focusMoves = (page: Page) =>
  page.evaluate(() => (window as unknown as { moves: string[] }).moves);

/** Everything that a live region has said, in order. */
async function listenToAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    const isLive = (node: Node) =>
      (node instanceof Element ? node : node.parentElement)?.closest(
        '[role=status], [role=alert], [aria-live]:not([aria-live=off])',
      );
    new MutationObserver((changes) => {
      for (const region of new Set(changes.map(({ target }) => isLive(target)))) {
        if (region?.textContent) said.push(region.textContent);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { said });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

test.describe('by keyboard alone', () => {
  test('Tab goes through page and frames in reading order, Shift+Tab back', async ({
    page,
    openForm,
  }) => {
    const { form } = await openForm(LINKS);
    await form.isReady();
    for (const expected of ORDER) await moveFocus(page, 'Tab', expected);
    for (const expected of ORDER.toReversed().slice(1)) {
      await moveFocus(page, 'Shift+Tab', expected);
    }
  });

  test('Tab and Shift+Tab into a frame select what is in it', async ({ page, openForm }) => {
    const { form } = await openForm(LINKS);
    await form.type();
    const selected = (field: CardForm['number']) =>
      field.evaluate((input) => {
        const { value, selectionStart, selectionEnd } = input as HTMLInputElement;
        return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
      });
    await form.brand.focus();
    await moveFocus(page, 'Tab', 'frame card.number');
    await expect.poll(() => selected(form.number)).toBe('4200 0000 0000 0000');
    await form.holder.focus();
    await moveFocus(page, 'Shift+Tab', 'frame card.cvv');
    await expect.poll(() => selected(form.cvv)).toBe('123');
  });

  test('a shopper pays, is declined, corrects it and pays', async ({ page, openForm, gateway }) => {
    const { form, checkoutId } = await openForm({ ...LINKS, options: '{stayOnDecline: true}' });
    await form.isReady();
    const { keyboard } = page;
    const tab = (expected: string) => moveFocus(page, 'Tab', expected);
    const back = (expected: string) => moveFocus(page, 'Shift+Tab', expected);
    await tab('before');
    await tab('paymentBrand');
    await tab('frame card.number');
    await keyboard.type('4200000000001065');
    await tab('card.expiry');
    await keyboard.type('1234');
    await tab('frame card.cvv');
    await keyboard.type('123');
    await tab('card.holder');
    await keyboard.type('Jane Jones');
    await tab('pay');
    await listenToFocus(page);
    await keyboard.press('Enter');
    await expect(form.message).toContainText('the CVV is wrong');
    expect(await focused(page)).toBe('pay');
    expect(await focusMoves(page)).toEqual([]);
    await back('card.holder');
    await back('frame card.cvv');
    await keyboard.type('321');
    await back('card.expiry');
    await back('frame card.number');
    await keyboard.type('4200000000000000');
    await tab('card.expiry');
    await tab('frame card.cvv');
    await tab('card.holder');
    await tab('pay');
    await keyboard.press('Space');
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });

  const FIELDS: readonly [string, (form: CardForm) => CardForm['number']][] = [
    ['the card number', (form) => form.number],
    ['the CVV', (form) => form.cvv],
    ['the expiry date', (form) => form.expiry],
    ['the card holder', (form) => form.holder],
  ];
  for (const [title, field] of FIELDS) {
    test(`Enter in ${title} pays, once @phone`, async ({ page, openReady, gateway }) => {
      const { form, checkoutId } = await openReady();
      await form.type();
      const payments = recordPayments(page);
      await field(form).press('Enter');
      await page.waitForURL('**/result?**');
      expect(payments).toHaveLength(1);
      expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
    });
  }

  test('the connection is lost: Try again is reached and keeps the focus in the form', async ({
    page,
    openReady,
  }) => {
    await page.route('**/payment', (route) => route.abort(), { times: 1 });
    const { form } = await openReady();
    await form.type();
    await form.payButton.focus();
    await page.keyboard.press('Enter');
    await expect(form.retryButton).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    // Within the page it moves at once.
    await expect(form.retryButton).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/result?**');
  });
});

test.describe('the focus goes to the first wrong field, where it can be typed at once', () => {
  test('into the frame of the card number', async ({ page, openForm }) => {
    const { form } = await openForm();
    await form.isReady();
    await form.payButton.click();
    await expect(form.hint('cardNumberError')).toBeVisible();
    await expect.poll(() => focused(page)).toBe('frame card.number');
    await page.keyboard.type('42');
    await expect(form.number).toHaveValue('42');
  });

  test('into the page', async ({ page, openForm }) => {
    const { form } = await openForm();
    await form.pay({ expiry: '0120', cvv: '1' });
    await expect.poll(() => focused(page)).toBe('card.expiry');
  });

  test('into the frame of the CVV, from the frame of the number', async ({ page, openReady }) => {
    const { form } = await openReady();
    await form.type({ cvv: '1' });
    await form.number.press('Enter');
    await expect.poll(() => focused(page)).toBe('frame card.cvv');
    await page.keyboard.type('23');
    await expect(form.cvv).toHaveValue('123');
  });

  test('in the order of the page, where the merchant has moved the groups', async ({
    page,
    openForm,
  }) => {
    const { form } = await openForm({
      options: `{onReady() {
        const form = document.querySelector('form.wpwl-form-card');
        form.prepend(form.querySelector('.wpwl-group-cardHolder'));
      }}`,
    });
    await form.isReady();
    await form.payButton.click();
    await expect.poll(() => focused(page)).toBe('card.holder');
  });
});

test.describe('a screen reader is told', () => {
  test('all errors in one sentence, once, and each at its field', async ({ page, openForm }) => {
    const announcements = await listenToAnnouncements(page);
    const { form } = await openForm();
    await form.isReady();
    await form.payButton.click();
    await expect(form.announcement).toHaveText(
      'Please check 4 fields: Card Number, Expiry Date, CVV, and Card holder.',
    );
    const fields = [
      [form.number, /^Invalid card number or brand\. Check/],
      [form.expiry, /^Invalid expiry date\. Enter/],
      [form.cvv, /^Invalid CVV\. Enter the 3 digits/],
      [form.holder, /^Invalid card holder\. Enter/],
    ] as const;
    for (const [field, description] of fields) {
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(description);
    }
    expect(await announcements()).toHaveLength(1);

    await form.payButton.click();
    await expect.poll(announcements).toHaveLength(2);
    await form.type();
    for (const [field] of fields) {
      await expect(field).toHaveAttribute('aria-invalid', 'false');
      await expect(field).toHaveAccessibleDescription('');
    }
  });

  test('the name of each field, in its language', async ({ openForm }) => {
    const { form } = await openForm({ options: '{locale: "de"}' });
    await form.isReady();
    const { page, root } = form;
    await expect(
      form.frame('card.number').getByRole('textbox', { name: 'Kartennummer' }),
    ).toBeVisible();
    await expect(form.frame('card.cvv').locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('iframe[title="Kartennummer"]')).toBeVisible();
    await expect(root.getByRole('textbox', { name: 'Karteninhaber' })).toBeVisible();
    await expect(root.getByRole('combobox')).toHaveAccessibleName(/./);
    await expect(root.getByRole('button')).toHaveAccessibleName(await form.payButton.innerText());
  });

  test('a click on the label of a frame puts the focus into it', async ({ page, openForm }) => {
    const { form } = await openForm();
    await form.isReady();
    await form.root.getByText('CVV', { exact: true }).click();
    await expect.poll(() => focused(page)).toBe('frame card.cvv');
    await form.root.getByText('Card Number', { exact: true }).click();
    await expect.poll(() => focused(page)).toBe('frame card.number');
  });
});
