/** The playground as a designer uses it: the real form in its states, links, files, and what the checks find. */
import { TOKEN_NAMES } from '../../contract/design-tokens.ts';
import { accessibilityProblems } from '../axe.ts';
import { expect, linkOf, open, previewOf, test } from './fixtures.ts';

const BOLD_ACCENT = 'rgb(91, 22, 208)';

test('a token is seen in the real form, in its link, and is undone', async ({
  page,
  workbench,
}) => {
  const outside: string[] = [];
  const gateways = new Set<string>();
  page.on('request', (request) => {
    const { hostname, origin } = new URL(request.url());
    gateways.add(origin);
    if (!['localhost', '127.0.0.1'].includes(hostname)) outside.push(request.url());
  });
  await open(page, workbench);
  const form = previewOf(page, 'empty');
  const button = form.locator('.wpwl-button-pay:visible');
  await expect(button).toHaveCSS('background-color', 'rgb(17, 85, 221)');
  await page.getByLabel('accent', { exact: true }).fill('rgb(1 2 3)');
  await page.locator('summary', { hasText: 'Sizes' }).click();
  await page.getByLabel('fieldRadius', { exact: true }).fill('21px');
  await expect(button).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  const number = form.locator('iframe[name="card.number"]');
  await expect(number).toHaveCSS('border-radius', '21px');
  await page.getByLabel('text', { exact: true }).fill('rgb(4 5 6)');
  await expect(number.contentFrame().locator('input')).toHaveCSS('color', 'rgb(4, 5, 6)');

  const link = await linkOf(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(number).toHaveCSS('border-radius', '8px');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(number).toHaveCSS('border-radius', '21px');

  await page.goto('about:blank');
  await page.goto(link);
  await expect(button).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await expect(page.getByLabel('fieldRadius', { exact: true })).toHaveValue('21px');
  expect(outside).toEqual([]);
  expect(gateways.size).toBe(2);
});

test('a control that is dragged changes the address seldom, and to what it shows in the end', async ({
  page,
  workbench,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  // As WebKit does.
  await page.addInitScript(() => {
    const write = history.replaceState.bind(history);
    let count = 0;
    history.replaceState = (...state) => {
      if (++count > 100)
        throw new DOMException('more than 100 times per 30 seconds', 'SecurityError');
      write(...state);
    };
  });
  await open(page, workbench);
  await expect(previewOf(page, 'empty').locator('.wpwl-button-pay:visible')).toBeVisible();
  await page.getByRole('slider', { name: 'Width' }).evaluate(async (range: HTMLInputElement) => {
    for (let n = 0; n <= 300; n++) {
      range.value = String(290 + (n % 90) * 10);
      range.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  await expect.poll(() => page.url()).toContain('&width=590&');
  // The address of another design, while one is written.
  await page.getByRole('slider', { name: 'Width' }).fill('700');
  await page.evaluate(() => {
    location.hash = location.hash.replace(/width=\d+/, 'width=350');
  });
  await expect(page.getByRole('slider', { name: 'Width' })).toHaveValue('350');
  await expect.poll(() => page.url()).toContain('&width=350&');
  expect(errors).toEqual([]);
});

test('a size of 0 without a unit leaves the condensed form in its place', async ({
  page,
  workbench,
}) => {
  const gap = async (link: string) => {
    await page.goto('about:blank');
    await open(page, workbench, `density=condensed&layout=card&${link}`);
    const form = previewOf(page, 'empty');
    await expect(form.locator('iframe[name="card.number"][data-ready=""]')).toBeVisible();
    const bottomOf = (selector: string) =>
      form.locator(selector).evaluate((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return { top, bottom };
      });
    const number = await bottomOf('.wpwl-wrapper-cardNumber');
    const expiry = await bottomOf('.wpwl-wrapper-expiry');
    return Math.round(expiry.top - number.bottom);
  };
  expect(await gap('t.fieldBorder=0')).toBe(await gap('t.fieldBorder=0px'));
  await page.locator('summary', { hasText: 'Sizes' }).click();
  await page.getByLabel('fieldBorder', { exact: true }).fill('3');
  await expect(page.locator('#token-fieldBorder-about')).toHaveText(
    'Left out: fieldBorder must have a unit, as px; it is 3. The form keeps 0px.',
  );
});

test('one state after the other comes about', async ({ page, workbench }) => {
  await open(page, workbench);
  const choice = page.getByRole('combobox', { name: 'State' });
  for (const [state, name] of [
    ['incomplete', 'Incomplete'],
    ['empty', 'Empty'],
    ['stored', 'Stored cards'],
    ['removal', 'Removing a stored card'],
  ]) {
    await choice.selectOption(name ?? '');
    await expect(page.locator(`[data-state="${state}"]`)).toHaveAttribute('data-status', 'reached');
  }
});

test('a form that is brought to its state leaves the focus where the designer types', async ({
  page,
  workbench,
}) => {
  test.slow();
  for (const link of ['state=incomplete', 'state=removal', 'shows=board']) {
    await page.goto('about:blank');
    await open(page, workbench, link);
    const name = page.getByLabel('Name', { exact: true });
    await name.focus();
    await expect(page.locator('[data-status="loading"]')).toHaveCount(0, { timeout: 120_000 });
    // It may be away for a blink.
    await page.waitForTimeout(500);
    await expect(name, link).toBeFocused();
    await page.keyboard.type('Mine');
    await expect(name, link).toHaveValue(/Mine$/);
  }
});

test('a form that is paid by the playground never has the focus meanwhile, and then can be typed into', async ({
  page,
  workbench,
}) => {
  test.slow();
  for (const link of ['state=incomplete', 'layout=list&state=incomplete', 'state=removal']) {
    await page.goto('about:blank');
    await open(page, workbench, link);
    const name = page.getByLabel('Name', { exact: true });
    await name.evaluate((input) =>
      input.addEventListener('focusout', () => input.setAttribute('data-lost', '')),
    );
    await name.focus();
    await expect(page.locator('[data-status="reached"]')).toHaveCount(1, { timeout: 90_000 });
    // Its script has asked for the last time by then.
    await page.waitForTimeout(1000);
    await expect(name, link).not.toHaveAttribute('data-lost');
  }
  await page.goto('about:blank');
  await open(page, workbench, 'state=incomplete');
  const number = previewOf(page, 'incomplete').frameLocator('iframe[name="card.number"]');
  await expect(async () => {
    await number.locator('input').click();
    await page.keyboard.type('42');
    expect(await number.locator('input').inputValue()).toMatch(/^42/);
  }).toPass();
});

test('the board stays where it is while its states come about', async ({ page, workbench }) => {
  // To bring 25 forms to their states is most of the work.
  test.slow();
  await open(page, workbench, 'shows=board');
  const reached = page.locator('[data-state][data-status="reached"]');
  await expect(reached).toHaveCount(25, { timeout: 120_000 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('every state on the board is what it says, and axe finds nothing in any', async ({
  page,
  workbench,
}) => {
  // To bring 25 forms to their states is most of the work.
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, workbench, 'shows=board');
  const board = page.locator('[data-state]');
  await expect(board).toHaveCount(25);
  const says: Readonly<Record<string, string>> = {
    declined: 'declined',
    'declined-funds': 'funds',
    'declined-expired': 'expired',
    'declined-cvv': 'the CVV is wrong',
    'declined-limit': 'exceeds the limit',
    'declined-restricted': 'cannot be used for this payment',
    'declined-authentication': 'could not confirm that it is you',
    'declined-unavailable': 'cannot be reached at the moment',
    'cvv-again': 'Enter your CVV once more',
    offline: 'connection',
    expired: 'expired',
    'not-loaded': 'Try again',
    blocked: 'cannot',
    undecided: 'you pay only once',
    renewed: 'has been renewed',
  };
  for (const state of await board.all()) {
    await expect(state, (await state.getAttribute('data-state')) ?? '').toHaveAttribute(
      'data-status',
      'reached',
      { timeout: 90_000 },
    );
  }
  for (const [state, words] of Object.entries(says)) {
    await expect.soft(previewOf(page, state).locator('body')).toContainText(words);
  }
  await expect(previewOf(page, 'incomplete').locator('.wpwl-hint:visible').first()).toBeVisible();
  await expect(previewOf(page, 'stored').locator('body')).toContainText('5454');
  await expect(previewOf(page, 'challenge').locator('iframe.wpwl-target').first()).toBeVisible();
  await page.getByRole('button', { name: 'Check with axe' }).click();
  await expect(page.locator('[data-axe="done"]')).toHaveText('axe finds nothing in 25 forms.', {
    timeout: 120_000,
  });
});

test('a design goes out as a file and comes in the same; a file that would do harm does not', async ({
  page,
  workbench,
}) => {
  await open(
    page,
    workbench,
    'state=empty&t.accent=%23123456&t.gap=2em&t.cardShadow=none&name=Mine',
  );
  await page.getByLabel('Format').selectOption('json');
  const file = await page.getByRole('textbox', { name: 'Design tokens (JSON)' }).inputValue();
  await page.getByLabel('Theme').selectOption('Bold');
  await expect(previewOf(page, 'empty').locator('.wpwl-button-pay:visible')).toHaveCSS(
    'background-color',
    BOLD_ACCENT,
  );

  const text = page.getByLabel('Or the text of one');
  const said = page.locator('#imported');
  const harm = { acent: { $value: '#fff' }, font: { $value: '</style><script>' } };
  await text.fill(JSON.stringify(harm));
  await page.getByRole('button', { name: 'Use this text' }).click();
  await expect(said).toContainText('acent is no token: did you mean accent?: #fff');
  await expect(said).toContainText('font.$value must load nothing');
  await expect(page.getByLabel('Theme')).toHaveValue('Bold');

  await page.getByLabel('File of design tokens').setInputFiles({
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(file),
  });
  await expect(said).toContainText('The design is in use.');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mine');
  await expect(page.getByRole('textbox', { name: 'Design tokens (JSON)' })).toHaveValue(file);
  for (const [format, words] of [
    ['options', "accent: '#123456',"],
    ['css', '--wpwl-card-shadow: none;'],
    ['html', 'data-brands="VISA MASTER AMEX PAYPAL IDEAL"'],
    ['react', 'tokens={tokens}'],
    ['vue', ':tokens="tokens"'],
  ] as const) {
    await page.getByLabel('Format').selectOption(format);
    await expect(page.locator('textarea[readonly]')).toHaveValue(
      new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
    );
  }
});

test('each token has a control, and fonts of fields reach the frames', async ({
  page,
  workbench,
}) => {
  await open(page, workbench);
  const ids = await page
    .locator('.token input[id]')
    .evaluateAll((all) => all.map(({ id }) => id.replace('token-', '')));
  expect(ids.sort()).toEqual([...TOKEN_NAMES].sort());
  await page.locator('summary').getByText('Text', { exact: true }).click();
  await page.getByLabel('fieldFont', { exact: true }).fill('monospace');
  await page.locator('summary', { hasText: 'Sizes' }).click();
  await page.getByLabel('fieldSize', { exact: true }).fill('19px');
  const number = previewOf(page, 'empty').frameLocator('iframe[name="card.number"]');
  await expect(number.locator('input')).toHaveCSS('font-family', 'monospace');
  await expect(number.locator('input')).toHaveCSS('font-size', '19px');
});

test('a colour that is mistyped leaves the last right one, and says so', async ({
  page,
  workbench,
}) => {
  await open(page, workbench, 't.accent=%23c9a45c');
  const field = page.getByLabel('accent', { exact: true });
  const button = previewOf(page, 'empty').locator('.wpwl-button-pay:visible');
  await expect(button).toHaveCSS('background-color', 'rgb(201, 164, 92)');
  await field.fill('c9a45d');
  await expect(field).toHaveAccessibleDescription(/^Left out: .* The form keeps #c9a45c\.$/);
  await expect(page.getByLabel('accent, light', { exact: true })).toHaveValue('#c9a45c');
  await expect(page.getByRole('textbox', { name: 'wpwlOptions' })).toHaveValue(/'#c9a45c'/);
  await expect(button).toHaveCSS('background-color', 'rgb(201, 164, 92)');
  await expect(field).toHaveValue('c9a45d');
  await field.fill('#c9a45d');
  await expect(field).toHaveAccessibleDescription('');
  await expect(button).toHaveCSS('background-color', 'rgb(201, 164, 93)');
  // What is wrong goes with the value that it was typed over.
  await field.fill('c9');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(field).toHaveValue('#c9a45c');
});

test('a size below which the form does not go is said beside its field', async ({
  page,
  workbench,
}) => {
  await open(page, workbench);
  await page.locator('summary', { hasText: 'Sizes' }).click();
  for (const name of ['textSize', 'fieldSize']) {
    const field = page.getByLabel(name, { exact: true });
    for (const [size, said] of [
      ['12px', 'The form stays at 16 px: below that, phones zoom in.'],
      ['0.9rem', 'The form stays at 16 px: below that, phones zoom in.'],
      ['16px', ''],
      ['max(12px, 1vw)', ''],
    ] as const) {
      await field.fill(size);
      await expect(field).toHaveAccessibleDescription(said);
    }
  }
});

for (const width of [1024, 1280]) {
  test(`colours of the panel can be read to their end at ${width} pixels`, async ({
    page,
    workbench,
  }) => {
    await page.setViewportSize({ width, height: 720 });
    await open(page, workbench, 't.accent=light-dark(%231155dd, %2388bbff)');
    const colours = page.locator('.token:has([type="color"]) > input:not([type="color"])');
    await expect(colours.first()).toHaveValue('light-dark(#1155dd, #88bbff)');
    const cut = await colours.evaluateAll((all) =>
      (all as HTMLInputElement[])
        .map((field) => {
          field.value ||= field.placeholder;
          return field.scrollWidth > field.clientWidth ? field.value : '';
        })
        .filter(Boolean),
    );
    expect(cut).toEqual([]);
  });
}

test('the swatch of a state begins with the colour that the state looks like', async ({
  page,
  workbench,
}) => {
  await open(page, workbench, 't.accent=light-dark(%23102030, %23405060)');
  await expect(page.getByLabel('accentHover, light')).toHaveValue('#0e1c2a');
  await page.getByLabel('accentHover, light').fill('#0a0b0c');
  await expect(page.getByLabel('accentHover', { exact: true })).toHaveValue(
    'light-dark(#0a0b0c, #384654)',
  );
  await expect(page.locator('.checks')).toContainText('on-accent on accent-hover');
});

test('fields of the card and logos stand where the panel puts them, in the link and at home', async ({
  page,
  workbench,
}) => {
  await open(page, workbench, 'layout=card');
  const form = previewOf(page, 'empty');
  const FIELDS = ['cardNumber', 'expiry', 'cvv', 'cardHolder'];
  const groups = form
    .locator('.wpwl-form-card')
    .locator(FIELDS.map((field) => `> .wpwl-group-${field}:visible`).join());
  // An assertion of Playwright's own: it looks again when the preview was loaded anew meanwhile.
  const expectFields = (...fields: string[]) =>
    expect(groups).toContainClass(fields.map((field) => `wpwl-group-${field}`));
  await expectFields(...FIELDS);
  await page.locator('summary', { hasText: 'Fields' }).click();
  for (let place = 4; place > 1; place--) {
    await page.getByRole('button', { name: 'cardHolder earlier' }).click();
  }
  await page.getByLabel('Width of cvv').selectOption('full');
  await page.getByRole('combobox', { name: 'Logos' }).selectOption('below');
  await expectFields('cardHolder', 'cardNumber', 'expiry', 'cvv');
  await expect(form.locator('[data-icons="below"]').first()).toBeVisible();
  await expect(form.locator('.wpwl-group-cvv')).toHaveAttribute('data-width', 'full');
  await page.getByLabel('Format').selectOption('options');
  await expect(page.locator('textarea[readonly]')).toHaveValue(
    /icons: 'below',\n {2}fields: \['brand', 'cardHolder', 'cardNumber', 'expiryDate', \{ name: 'cvv', width: 'full' \}\],/,
  );
  // The CVV may be left out; what nothing can be paid without may not.
  await expect(page.getByRole('checkbox', { name: 'cardNumber' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'cardHolder' }).click();
  await expectFields('cardNumber', 'expiry', 'cvv');
  const link = await linkOf(page);
  await page.getByRole('button', { name: 'As usual' }).click();
  await expectFields(...FIELDS);
  await page.goto('about:blank');
  await page.goto(link);
  await expectFields('cardNumber', 'expiry', 'cvv');
});

test('two designs stand side by side, and a link of another version is told', async ({
  page,
  workbench,
}) => {
  await open(page, workbench);
  await page.getByRole('button', { name: 'Compare two designs' }).click();
  await page.getByLabel('Theme').selectOption('Bold');
  const buttons = page.locator('.preview iframe');
  const pay = (n: number) => buttons.nth(n).contentFrame().locator('.wpwl-button-pay:visible');
  await expect(pay(0)).toHaveCSS('background-color', BOLD_ACCENT);
  await expect(pay(1)).toHaveCSS('background-color', 'rgb(17, 85, 221)');
  await page.goto('about:blank');
  await page.goto(`${workbench}/playground#v=9&t.accent=red`);
  await expect(page.getByRole('alert')).toContainText('The link is of version 9');
});

test('a design that is too long for a link says so, and is still there after a reload', async ({
  page,
  workbench,
}) => {
  // Six characters of an address each.
  const css = encodeURIComponent(`/* ${'ي'.repeat(9000)} */`);
  await open(page, workbench, `css=${css}`);
  const isTooLong = page.getByText('Too long for a link: take it home as JSON.');
  await expect(page.locator('.preview')).toHaveCount(1);
  await expect(isTooLong).toHaveCount(0);
  await page.getByRole('button', { name: 'Compare two designs' }).click();
  await expect(isTooLong).toBeVisible();
  await expect.poll(() => page.evaluate('location.hash')).toBe('');
  await page.reload();
  await expect(page.locator('.preview')).toHaveCount(2);
  await expect(isTooLong).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // What fits is a link again.
  await page.locator('summary', { hasText: 'CSS' }).click();
  await page.locator('#style-sheet').fill('');
  await expect(isTooLong).toHaveCount(0);
  await expect.poll(() => page.evaluate('location.hash')).toContain('shows=compare');
});

test('contrast that is too little, and labels that do not fit, are found while designing', async ({
  page,
  workbench,
}) => {
  test.slow();
  await open(
    page,
    workbench,
    'width=280&text=200&layout=classic&t.accent=%23fd0&t.onAccent=%23fff',
  );
  await expect(page.getByText('pairs have too little')).toBeVisible();
  await expect(page.getByRole('row', { name: /on-accent on accent / })).toContainText(
    '1.34 too little',
  );
  await page.getByRole('button', { name: 'Try all 25 languages' }).click();
  await expect(page.locator('[data-fit="done"]')).toContainText(/languages? ha(s|ve) labels that/, {
    timeout: 120_000,
  });
  await expect(page.locator('.checks').getByRole('button', { name: 'German' })).toBeVisible();
});

test('a state that needs a hand says so, and is reached by typing what it names', async ({
  page,
  workbench,
}) => {
  await open(page, workbench, 'state=invalid');
  const number = await page.locator('.hand code').innerText();
  const form = previewOf(page, 'invalid');
  const field = form.frameLocator('iframe[name="card.number"]').locator('input');
  await field.pressSequentially(number);
  await field.press('Tab');
  await expect(form.locator('.wpwl-hint-cardNumberError')).toBeVisible();
});

test('the keyboard undoes a change, and leaves what is typed to its field', async ({
  page,
  workbench,
}) => {
  await open(page, workbench);
  const theme = page.getByLabel('Theme');
  await theme.selectOption('Soft');
  await theme.press('Control+z');
  await expect(theme).toHaveValue('Calm');
  await theme.press('Control+Shift+z');
  await expect(theme).toHaveValue('Soft');
  const name = page.getByLabel('Name', { exact: true });
  await name.focus();
  await name.press('Control+z');
  await expect(theme).toHaveValue('Soft');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`there is nothing that axe finds, ${colorScheme}`, async ({ browser, workbench }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await open(page, workbench, `scheme=${colorScheme}&locale=de`);
    await expect(previewOf(page, 'empty').locator('.wpwl-button-pay:visible')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await context.close();
  });
}

test('nothing is cut off on a phone or a tablet', async ({ page, workbench }) => {
  for (const width of [375, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, workbench);
    await expect(previewOf(page, 'empty').locator('.wpwl-button-pay:visible')).toBeVisible();
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over).toBeLessThanOrEqual(0);
  }
});

test('a token that is none of its kind is named beside its field, and is not taken home', async ({
  page,
  workbench,
}) => {
  await open(page, workbench, 't.gap=2em');
  const preview = previewOf(page, 'empty');
  await expect(preview.locator('.wpwl-button-pay:visible')).toBeVisible();
  for (const title of ['Sizes', 'Text']) {
    await page
      .locator('summary', { hasText: new RegExp(`^${title}$`) })
      .first()
      .click();
  }
  for (const [name, value, rule] of [
    ['accent', 'notacolour', 'must be a colour, as #15d'],
    ['radius', '-5px', 'must not be below 0'],
    ['lineHeight', '0', 'must be a number above 0'],
  ] as const) {
    const field = page.getByLabel(name, { exact: true });
    await field.fill(value);
    await expect(field).toHaveAccessibleDescription(`Left out: ${name} ${rule}; it is ${value}.`);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  // The form is as it would be without them, and so is what the designer is shown of it.
  await expect(preview.locator('.wpwl-button-pay:visible')).toHaveCSS(
    'background-color',
    'rgb(17, 85, 221)',
  );
  await expect(page.getByLabel('accent, light', { exact: true })).toHaveValue('#1155dd');
  await expect(page.getByText('All 22 pairs have enough.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'wpwlOptions' })).toHaveValue(
    / {2}tokens: \{\n {4}gap: '2em',\n {2}\}/,
  );
});

test('what a link could not say is told until its design is left', async ({ page, workbench }) => {
  await open(page, workbench, 't.gap=2em');
  await expect(page.locator('.preview')).toHaveCount(1);
  await page.evaluate(() => {
    location.hash = 'v=1&t.accent=notacolour&t.radius=-5px&t.lineHeight=0&t.gap=1em';
  });
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('listitem')).toHaveText([
    'accent must be a colour, as #15d: notacolour',
    'radius must not be below 0: -5px',
    'lineHeight must be a number above 0: 0',
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('textbox', { name: 'wpwlOptions' })).toHaveValue(/gap: '2em'/);
  await expect(alert).toHaveCount(0);
});

test('a focus that looks like an error is told, and a button that dark pages make unreadable', async ({
  page,
  workbench,
}) => {
  await open(page, workbench, 't.accent=%237a1fa2');
  const contrast = page.getByRole('region', { name: 'Contrast' });
  await expect(
    contrast.getByRole('row', { name: 'on-accent on accent', exact: false }).first(),
  ).toContainText('8.252.25 too little4.5');
  const told = contrast.locator('[data-focus-like-error]');
  await expect(told).toHaveAttribute('data-focus-like-error', '0');
  const accent = page.getByLabel('accent', { exact: true });
  await accent.fill('light-dark(#c2185b, #8bf)');
  await expect(told.getByRole('listitem')).toHaveText([
    'The focus (#c2185b) looks like an error (#bb1122) in a light page: without lightness they differ by 0.033, which should be 0.05.',
  ]);
  await expect(page.getByLabel('focus, light')).toHaveValue('#c2185b');
  await page.getByLabel('focus', { exact: true }).fill('#15d');
  await expect(told).toHaveAttribute('data-focus-like-error', '0');
});

test('a file that was refused can be chosen again, once it is mended', async ({
  page,
  workbench,
}) => {
  await open(page, workbench);
  const input = page.getByLabel('File of design tokens');
  const file = (text: string) => ({
    name: 'shop.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await input.setInputFiles(file('{ "accent": '));
  await expect(page.locator('#imported')).toContainText('must be JSON');
  const chooser = page.waitForEvent('filechooser');
  await input.click();
  // A browser takes no file for a change that is in the field already.
  await expect(input).toHaveValue('');
  await (await chooser).setFiles(file('{ "accent": { "$value": "#0a7a3c" } }'));
  await expect(page.locator('#imported')).toContainText('The design is in use.');
});
