/** Tokens of states, borders, shadows and sizes: each is seen where it belongs, and nowhere else. */
import { expect, test } from './fixtures.ts';

const tokens = (values: Readonly<Record<string, string>>) => JSON.stringify({ tokens: values });

test('borders, shadows and sizes of field, card, button and logo', async ({ openReady, page }) => {
  await openReady({
    options: tokens({
      fieldBorder: '3px',
      fieldShadow: 'rgb(1 2 3) 0px 1px 2px 0px',
      cardBorder: '4px',
      buttonBorder: '5px',
      buttonEdge: 'rgb(4 5 6)',
      buttonSize: '20px',
      textSize: '18px',
      errorSize: '17px',
      logoBorder: '2px',
      logoShadow: 'rgb(7 8 9) 0px 1px 2px 0px',
    }),
  });
  const number = page.locator('iframe[name="card.number"]');
  const expiry = page.locator('.wpwl-control-expiry');
  for (const field of [number, expiry]) {
    await expect(field).toHaveCSS('border-top-width', '3px');
    await expect(field).toHaveCSS('box-shadow', 'rgb(1, 2, 3) 0px 1px 2px 0px');
    await expect(field).toHaveCSS('font-size', '18px');
  }
  await expect(number.contentFrame().locator('input')).toHaveCSS('font-size', '18px');
  await expect(page.locator('.wpwl-form-card')).toHaveCSS('border-top-width', '4px');
  const button = page.locator('.wpwl-button-pay');
  await expect(button).toHaveCSS('border-top-width', '5px');
  await expect(button).toHaveCSS('border-top-color', 'rgb(4, 5, 6)');
  await expect(button).toHaveCSS('font-size', '20px');
  const logo = page.locator('.wpwl-wrapper-cardNumber svg, .wpwl-brand svg').first();
  await expect(logo).toHaveCSS('outline-width', '2px');
  await expect(logo).toHaveCSS('box-shadow', 'rgb(7, 8, 9) 0px 1px 2px 0px');
  await button.click();
  await expect(page.locator('.wpwl-hint:visible').first()).toHaveCSS('font-size', '17px');
});

const FONTS = {
  labelFont: 'monospace',
  labelLine: '1.75',
  fieldFont: 'sans-serif',
  fieldSize: '20px',
  fieldWeight: '600',
  errorFont: 'cursive',
  errorLine: '1.25',
  errorWeight: '700',
  buttonFont: 'fantasy',
  buttonLine: '1.2',
};

for (const labelPosition of ['above', 'floating']) {
  test(`family, size, weight and lines of label, field, error and button, labels ${labelPosition}`, async ({
    openReady,
    page,
  }) => {
    await openReady({ options: JSON.stringify({ labelPosition, tokens: { font: 'serif' } }) });
    const number = page.locator('iframe[name="card.number"]');
    const expiry = page.locator('.wpwl-control-expiry');
    const inputs = [expiry, number.contentFrame().locator('input')];
    for (const input of inputs) await expect(input).toHaveCSS('font-family', 'serif');
    await page.evaluate(async (tokens) => {
      Object.assign(window, { wpwlOptions: { tokens } });
      await (window as unknown as { wpwl: { refresh(): Promise<void> } }).wpwl.refresh();
    }, FONTS);
    for (const input of inputs) {
      await expect(input).toHaveCSS('font-family', 'sans-serif');
      await expect(input).toHaveCSS('font-size', '20px');
      await expect(input).toHaveCSS('font-weight', '600');
    }
    // Logos stay in the middle of the field, and fields as high as each other.
    const middle = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      return box && Math.round(box.y + box.height / 2);
    };
    expect(await middle('.wpwl-wrapper-cardNumber svg')).toBe(
      await middle('iframe[name="card.number"]'),
    );
    const button = page.locator('.wpwl-button-pay');
    await expect(button).toHaveCSS('font-family', 'fantasy');
    await expect(button).toHaveCSS('line-height', '19.2px');
    await expect(button).toHaveCSS('font-size', '16px');
    const label = page.locator('.wpwl-label-cardHolder');
    await expect(label).toHaveCSS('font-family', 'monospace');
    if (labelPosition === 'above') await expect(label).toHaveCSS('line-height', '24.5px');
    // It stands where a placeholder would, as large as that.
    else await expect(label).toHaveCSS('font-size', '20px');
    await button.click();
    const error = page.locator('.wpwl-hint:visible').first();
    await expect(error).toHaveCSS('font-family', 'cursive');
    await expect(error).toHaveCSS('font-weight', '700');
    await expect(error).toHaveCSS('line-height', '21.875px');
  });
}

test('text in fields below 16 pixels would make phones zoom in', async ({ openReady, page }) => {
  await openReady({ options: tokens({ fieldSize: '12px' }) });
  await expect(page.locator('.wpwl-control-expiry')).toHaveCSS('font-size', '16px');
});

test('width, colour and place of the ring around what has the focus', async ({
  openReady,
  page,
}) => {
  const ring = { focus: 'rgb(90 0 200)', focusWidth: '3px', focusOffset: '4px' };
  await openReady({
    brands: 'VISA MASTER IDEAL',
    options: JSON.stringify({ layout: 'list', tokens: ring }),
  });
  const number = page.locator('iframe[name="card.number"]');
  await number.contentFrame().locator('input').focus();
  const expiry = page.locator('.wpwl-control-expiry');
  const pay = page.locator('button[name=pay]:visible');
  for (const element of [number, expiry, pay]) {
    if (element !== number) await element.focus();
    await expect(element).toHaveCSS('outline', 'rgb(90, 0, 200) solid 3px');
    await expect(element).toHaveCSS('outline-offset', '4px');
  }
  await page.keyboard.press('Shift+Tab');
  await page.locator('.wpwl-method input').last().focus();
  await page.keyboard.press('ArrowUp');
  const row = page.locator('.wpwl-method:has(:focus-visible)');
  await expect(row).toHaveCSS('outline', 'rgb(90, 0, 200) solid 3px');
  await expect(row).toHaveCSS('outline-offset', '-5px');
});

test('the ring is inside of a field that a design says nothing of, however thin its border', async ({
  openReady,
  page,
}) => {
  await openReady({ options: tokens({ fieldBorder: '0' }) });
  const expiry = page.locator('.wpwl-control-expiry');
  await expiry.focus();
  await expect(expiry).toHaveCSS('outline', 'rgb(17, 85, 221) solid 2px');
  await expect(expiry).toHaveCSS('outline-offset', '-2px');
});

test('height of lines, and how long what opens takes', async ({ openReady, page }) => {
  await openReady({
    brands: 'VISA MASTER TRUSTLY',
    options: JSON.stringify({
      layout: 'list',
      labelPosition: 'floating',
      tokens: { lineHeight: '1.25', motion: '400ms', fieldBorder: '0' },
    }),
  });
  await expect(page.locator('.wpwl-method-name').first()).toHaveCSS('line-height', '20px');
  await expect(page.locator('button[name=pay]:visible')).toHaveCSS('line-height', '20px');
  const form = page.locator('.wpwl-container-virtualAccount-TRUSTLY form');
  await expect(form).toHaveCSS('transition-duration', /^0\.4s/);
  await expect(page.locator('.wpwl-label-expiry')).toHaveCSS('transition-duration', '0.32s');
  // Sizes are added up with it, so it has its unit.
  await expect(page.locator('.wpwl-container-card')).toHaveCSS('--wpwl-field-border', '0px');
});

test('a text below 16 pixels would make phones zoom in', async ({ openReady, page }) => {
  await openReady({ options: tokens({ textSize: '12px' }) });
  await expect(page.locator('.wpwl-control-expiry')).toHaveCSS('font-size', '16px');
});

test('what a design says nothing of looks as it did', async ({ openReady, page }) => {
  await openReady({});
  const expiry = page.locator('.wpwl-control-expiry');
  await expect(expiry).toHaveCSS('border-top-width', '1px');
  await expect(expiry).toHaveCSS('box-shadow', 'none');
  const button = page.locator('.wpwl-button-pay');
  await expect(button).toHaveCSS('border-top-width', '0px');
  await expect(button).toHaveCSS('font-size', '16px');
  await button.hover();
  await expect(button).toHaveCSS('background-image', /rgba\(0, 0, 0, 0\.12\)/);
});

test('a button under the pointer, pressed, and one that cannot be pressed', async ({
  openReady,
  page,
}) => {
  await openReady({
    options: tokens({
      accentHover: 'rgb(1 2 3)',
      accentActive: 'rgb(4 5 6)',
      disabled: 'rgb(7 8 9)',
      onDisabled: 'rgb(10 11 12)',
    }),
  });
  const button = page.locator('.wpwl-button-pay');
  await button.hover();
  await expect(button).toHaveCSS('background-image', /rgb\(1, 2, 3\)/);
  await page.mouse.down();
  await expect(button).toHaveCSS('background-image', /rgb\(4, 5, 6\)/);
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await expect(button).toHaveCSS('background-image', 'none');
  await button.evaluate((element) => element.setAttribute('aria-disabled', 'true'));
  await expect(button).toHaveCSS('background-image', /rgb\(7, 8, 9\)/);
  await expect(button).toHaveCSS('-webkit-text-fill-color', 'rgb(10, 11, 12)');
  await expect(button).toHaveCSS('opacity', '1');
});

test('forced colours are those of the system, of a button that cannot be pressed too', async ({
  openReady,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openReady({ options: tokens({ disabled: 'rgb(7 8 9)', onDisabled: 'rgb(255 255 255)' }) });
  const button = page.locator('.wpwl-button-pay');
  const before = await button.evaluate((element) => getComputedStyle(element).color);
  await button.evaluate((element) => element.setAttribute('aria-disabled', 'true'));
  const [color, fill, picture] = await button.evaluate((element) => {
    const style = getComputedStyle(element);
    return [style.color, style.webkitTextFillColor, style.backgroundImage];
  });
  expect(color).not.toBe(before);
  expect({ fill, picture }).toEqual({ fill: color, picture: 'none' });
});

test('items of a list: tabs, and lines between rows', async ({ openReady, page }) => {
  const items = { itemBorder: '3px', itemRadius: '11px', itemShadow: 'rgb(1 2 3) 0px 1px 2px 0px' };
  await page.setViewportSize({ width: 1000, height: 800 });
  await openReady({
    brands: 'VISA IDEAL',
    options: JSON.stringify({ layout: 'tabs', tokens: items }),
  });
  const tab = page.locator('.wpwl-method:visible').last();
  await expect(tab).toHaveCSS('border-top-width', '3px');
  await expect(tab).toHaveCSS('border-top-left-radius', '11px');
  await expect(tab).toHaveCSS('box-shadow', 'rgb(1, 2, 3) 0px 1px 2px 0px');
  await page.setViewportSize({ width: 400, height: 800 });
  const row = page.locator('.wpwl-methods > .wpwl-container').last();
  await expect(row).toHaveCSS('border-top-width', '3px');
  await expect(tab).toHaveCSS('box-shadow', 'none');
});

test('a button of a wallet keeps its colours under the pointer', async ({ openReady, page }) => {
  await openReady({
    brands: 'VISA PAYPAL',
    options: JSON.stringify({ layout: 'list', tokens: { accentHover: 'rgb(1 2 3)' } }),
  });
  const paypal = page.locator('.wpwl-button-PAYPAL:visible');
  await paypal.hover();
  await expect(paypal).toHaveCSS('background-color', 'rgb(255, 196, 57)');
  await expect(paypal).toHaveCSS('background-image', /rgba\(0, 0, 0, 0\.12\)/);
});
