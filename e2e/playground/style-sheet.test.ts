/** CSS of a designer's own: live in the form, with names of ours suggested, and what is none of them told. */
import { isClassName } from '../../playground/style-sheet/class-names.ts';
import { expect, linkOf, open, previewOf, test } from './fixtures.ts';

test('rules are written with suggestions, hold at once, and go home', async ({
  page,
  workbench,
}) => {
  await open(page, workbench);
  const button = previewOf(page, 'empty').locator('.wpwl-button-pay:visible');
  await expect(button).toBeVisible();
  const frame = await page.locator('.preview iframe').getAttribute('src');
  await page.locator('summary', { hasText: 'CSS' }).click();
  const field = page.getByLabel('Rules around the form.');
  await field.pressSequentially('.button');
  await expect(page.getByRole('option', { name: '.wpwl-button', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await field.press('ArrowDown');
  const second = await page.locator('.suggestions > [aria-selected="true"]').innerText();
  await expect(field).toHaveAttribute('aria-activedescendant', 'style-sheet-name-1');
  await field.press('Escape');
  await expect(page.locator('.suggestions > *')).toHaveCount(0);
  expect(second).not.toBe('.wpwl-button');
  await field.fill('');
  await field.pressSequentially('.wpwl-button-p');
  await field.press('Enter');
  await expect(field).toHaveValue('.wpwl-button-pay');
  await field.pressSequentially(' { letter-spacing: 3px; --card-r');
  await page.getByRole('option', { name: '--wpwl-card-radius' }).click();
  await field.pressSequentially(': 0; }');
  await expect(field).toHaveValue(
    '.wpwl-button-pay { letter-spacing: 3px; --wpwl-card-radius: 0; }',
  );
  await expect(button).toHaveCSS('letter-spacing', '3px');
  // Without loading the page anew.
  expect(await page.locator('.preview iframe').getAttribute('src')).toBe(frame);

  const file = async (format: string) => {
    await page.getByLabel('Format').selectOption(format);
    return page.locator('textarea[readonly]').inputValue();
  };
  for (const format of ['options', 'css', 'html', 'react', 'vue']) {
    expect(await file(format)).toContain('letter-spacing: 3px;');
  }
  const json = await file('json');
  const link = await linkOf(page);
  await field.press('Tab');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(button).toHaveCSS('letter-spacing', 'normal');
  await page.getByLabel('Or the text of one').fill(json);
  await page.getByRole('button', { name: 'Use this text' }).click();
  await expect(button).toHaveCSS('letter-spacing', '3px');
  await page.goto('about:blank');
  await page.goto(link);
  await expect(button).toHaveCSS('letter-spacing', '3px');
});

test('what would load something is left out, and slips in names are told', async ({
  page,
  workbench,
}) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('evil.example')) outside.push(request.url());
  });
  await open(page, workbench);
  await page.locator('summary', { hasText: 'CSS' }).click();
  const field = page.locator('#style-sheet');
  const said = page.locator('#style-sheet-said');
  await field.fill('.wpwl-buton { --wpwl-acent: red }');
  await expect(said).toContainText('wpwl-buton is none of ours: did you mean wpwl-button?');
  await expect(said).toContainText('--wpwl-acent is none of ours: did you mean --wpwl-accent?');
  await field.fill('.wpwl-button { letter-spacing: 3px; background: url(//evil.example/x) }');
  await expect(said).toContainText('Left out: it must have functions that load nothing.');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const button = previewOf(page, 'empty').locator('.wpwl-button-pay:visible');
  await expect(button).toHaveCSS('letter-spacing', 'normal');
  await page.goto('about:blank');
  await open(page, workbench, 'css=%3C/style>%3Cscript>alert(1)%3C/script>');
  await expect(page.getByRole('alert')).toContainText('css must stay in its style element');
  expect(outside).toEqual([]);
});

for (const layout of ['list', 'classic']) {
  test(`every class of the form is among those that are suggested, ${layout}`, async ({
    page,
    workbench,
  }) => {
    test.slow();
    for (const state of [
      'incomplete',
      'stored',
      'removal',
      'billing',
      'installments',
      'declined',
    ]) {
      // What can be removed is a matter of the list.
      if (state === 'removal' && layout === 'classic') continue;
      await page.goto('about:blank');
      await open(
        page,
        workbench,
        `state=${state}&layout=${layout}&brands=VISA MASTER PAYPAL IDEAL DIRECTDEBIT_SEPA PAYSAFECARD`,
      );
      const form = previewOf(page, state);
      await expect(form.locator('.wpwl-container').first()).toBeAttached();
      const classes = await form
        .locator('[class*="wpwl-"]')
        .evaluateAll((elements) => elements.flatMap((element) => [...element.classList]));
      const unknown = classes.filter((name) => name.startsWith('wpwl-') && !isClassName(name));
      expect([...new Set(unknown)], state).toEqual([]);
    }
  });
}
