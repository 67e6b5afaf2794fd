/** What a phone's keyboard, a browser's autofill and a composing keyboard find in the fields. */
import { expect, test } from './fixtures.ts';
import { storeCard } from './form-fields/store-card.ts';

test('each field says what it is for, and which keyboard fits @phone', async ({ openForm }) => {
  const { form } = await openForm();
  await form.isReady();
  const FIELDS = [
    [form.number, 'cc-number', 'numeric', 'tel'],
    [form.expiry, 'cc-exp', 'numeric', 'tel'],
    [form.cvv, 'cc-csc', 'numeric', 'tel'],
    [form.holder, 'cc-name', null, 'text'],
  ] as const;
  for (const [input, token, keyboard, type] of FIELDS) {
    await expect(input).toHaveAttribute('autocomplete', token);
    expect(await input.getAttribute('inputmode')).toBe(keyboard);
    await expect(input).toHaveAttribute('type', type);
  }
});

for (const size of ['100%', '62.5%']) {
  test(`text of 16 px and more, so that no phone zooms, in a page of ${size} @phone`, async ({
    openForm,
  }) => {
    const { form } = await openForm({ head: `<style>html { font-size: ${size} }</style>` });
    await form.isReady();
    for (const input of [form.number, form.expiry, form.cvv, form.holder, form.brand]) {
      const fontSize = await input.evaluate((element) => getComputedStyle(element).fontSize);
      expect(Number.parseFloat(fontSize)).toBeGreaterThanOrEqual(16);
    }
  });
}

test('a page that makes its own rem small leaves the form its width, and what is stored its size', async ({
  openForm,
  page,
  gateway,
}) => {
  const card = await storeCard(gateway);
  const { form } = await openForm({
    head: '<style>html { font-size: 62.5% }</style>',
    options: `{ layout: 'list' }`,
    checkout: { 'registrations[0].id': card },
  });
  await expect(form.root).toBeAttached();
  await expect(page.locator('.wpwl-list')).toHaveCSS('width', '480px');
  await expect(page.locator('.wpwl-wrapper-registration-number')).toHaveCSS('font-size', '16px');
});

test.describe('the frames may be filled together with the page', () => {
  const ALLOW = /autofill/;

  test('where the browser lists that feature', async ({ openForm, page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(document, 'featurePolicy', {
        value: { features: () => ['autofill'] },
      }),
    );
    const { form } = await openForm();
    await form.isReady();
    for (const name of ['cardNumber', 'cvv']) {
      await expect(form.root.locator(`iframe.wpwl-control-${name}`)).toHaveAttribute(
        'allow',
        ALLOW,
      );
    }
  });

  test('and elsewhere nothing is asked for that it would warn of', async ({
    openForm,
    page,
    consoleMessages,
  }) => {
    const { form } = await openForm();
    await form.isReady();
    const isListed = await page.evaluate(() => {
      const { featurePolicy } = document as { featurePolicy?: { features(): string[] } };
      return featurePolicy?.features().includes('autofill') ?? false;
    });
    const allow = await form.root.locator('iframe.wpwl-control-cardNumber').getAttribute('allow');
    expect(ALLOW.test(allow ?? '')).toBe(isListed);
    expect(consoleMessages).toEqual([]);
  });
});

test.describe('a composing keyboard', () => {
  for (const [what, composed, value] of [
    ['full-width digits', '４２００００００', '4200 0000'],
    ['Arabic digits', '٤٢٠٠٠٠٠٠', '4200 0000'],
  ] as const) {
    test(`writes the card number in ${what}`, async ({ openForm, page }) => {
      const { form } = await openForm();
      await form.isReady();
      await form.number.focus();
      const frame = page.frame({ name: 'card.number' });
      if (!frame) throw new Error('no frame');
      const keyboard = await page.context().newCDPSession(frame);
      for (let end = 1; end <= composed.length; end++) {
        const text = composed.slice(0, end);
        await keyboard.send('Input.imeSetComposition', {
          text,
          selectionStart: end,
          selectionEnd: end,
        });
        // Nothing is written over what is still being composed.
        await expect(form.number).toHaveValue(text);
      }
      await keyboard.send('Input.insertText', { text: composed });
      await expect(form.number).toHaveValue(value);
      await form.number.pressSequentially('00000000');
      await expect(form.number).toHaveValue('4200 0000 0000 0000');
    });
  }
});
