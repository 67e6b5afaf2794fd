/** The page of a channel: every section is read and changed, by mouse and by keyboard, and says why it refuses. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { readTheme } from '../../contract/design-tokens.ts';
import { testFont } from '../../server/tests/support/test-fonts.ts';
import { accessibilityProblems } from '../axe.ts';
import { expectNoProblems } from './at-any-width.ts';
import { test as base, expect } from './fixtures.ts';
import { reportScripts, setUpChannel } from './set-up-channel.ts';

/** A gateway of their own: they change what the others pay through. */
const test = base.extend<object, { isApart: boolean }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  isApart: [async ({}, use) => use(true), { scope: 'worker', auto: true }],
});

const section = (page: Page, name: string): Locator => page.getByRole('region', { name });
const dialogOf = (page: Page): Locator => page.getByRole('dialog');

/** Opens the question of a section's button. */
async function open(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click();
  return dialogOf(page);
}

test('origins are changed by keyboard alone: a wrong one is refused in words, and once is asked', async ({
  desk,
}) => {
  await desk.goto('/');
  await desk.getByRole('link', { name: 'Channel', exact: true }).press('Enter');
  await expect(desk).toHaveURL(/\/channel$/);
  const origins = section(desk, 'Allowed origins');
  await expect(origins).toContainText('Every page may embed the form.');
  const change = desk.getByRole('button', { name: 'Change origins' });
  await change.press('Enter');
  const dialog = dialogOf(desk);
  const field = dialog.getByLabel('Allowed origins');
  await expect(field).toBeFocused();
  await desk.keyboard.type('https://shop.example/pay');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('must be an origin such as');
  await field.fill('https://shop.example\n\nhttps://checkout.shop.example\n');
  let sent = 0;
  desk.on('request', (request) => {
    if (request.method() === 'PATCH') sent += 1;
  });
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(desk.getByText('Saved.')).toBeVisible();
  await expect(change).toBeFocused();
  await expect(origins.getByRole('listitem')).toHaveText([
    'https://shop.example',
    'https://checkout.shop.example',
  ]);
  expect(sent).toBe(1);
  await desk.keyboard.press('Enter');
  await desk.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(change).toBeFocused();
  expect(sent).toBe(1);
});

test('origins of an older tab do not replace what another tab has changed, and it says so', async ({
  desk,
}) => {
  await desk.goto('/channel');
  const dialog = await open(desk, 'Change origins');
  const field = dialog.getByLabel('Allowed origins');
  const other = await desk.context().newPage();
  await other.goto('/channel');
  await (await open(other, 'Change origins'))
    .getByLabel('Allowed origins')
    .fill('https://shop.example\nhttps://b.example');
  await dialogOf(other).getByRole('button', { name: 'Save' }).click();
  await expect(section(other, 'Allowed origins')).toContainText('https://b.example');
  await other.close();
  await field.fill('https://c.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Changed meanwhile: origins. Load the page again to see it; what you have typed here is lost then.',
  );
  // What was typed can still be copied, and is not sent again.
  await expect(field).toHaveValue('https://c.example');
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0);
  expect(await accessibilityProblems(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Load the page again' }).press('Enter');
  await expect(section(desk, 'Allowed origins')).toContainText('https://b.example');
});

test('brands are named with their payment types, and any is one click', async ({ desk }) => {
  await desk.goto('/channel');
  const brands = section(desk, 'Brands');
  await expect(brands).toContainText('Any brand');
  const dialog = await open(desk, 'Change brands');
  await dialog.getByLabel('Any brand').uncheck();
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await dialog.getByLabel('Add a brand').selectOption('Visa');
  await dialog.getByLabel('Add a brand').selectOption('PayPal');
  await dialog.getByRole('group', { name: 'Visa' }).getByLabel('Credit').check();
  await dialog.getByRole('button', { name: 'Remove: PayPal' }).click();
  expect(await accessibilityProblems(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(brands.getByRole('row')).toHaveCount(2);
  await expect(brands.getByRole('row').last()).toContainText('Authorisation, Debit, Credit');
  await open(desk, 'Change brands');
  await dialog.getByLabel('Any brand').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(brands).toContainText('Any brand');
});

test('options are changed together, and those that are wrong are named', async ({ desk }) => {
  await desk.goto('/channel');
  const dialog = await open(desk, 'Change options');
  await dialog.getByLabel('On the statement').fill('SHOP <b>EXAMPLE</b>');
  await dialog.getByLabel('Installments at most').selectOption('6');
  await dialog.getByLabel('CVV of saved cards').selectOption('Required');
  await dialog.getByLabel('Given name and surname').check();
  expect(await accessibilityProblems(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const options = section(desk, 'Options');
  // What was typed is text.
  await expect(options).toContainText('SHOP <b>EXAMPLE</b>');
  await expect(options).toContainText('Required');
  await desk.reload();
  await expect(options).toContainText('SHOP <b>EXAMPLE</b>');
  await open(desk, 'Change options');
  await dialog.getByLabel('On the statement').fill('');
  await dialog.getByLabel('Given name and surname').uncheck();
  const sent = desk.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(options).toContainText('None');
  // What was not changed here is not put back to what it was: another may have changed it.
  expect((await sent).postDataJSON()).toEqual({
    ...{ descriptor: null, strictCustomerData: false },
    shown: { descriptor: 'SHOP <b>EXAMPLE</b>', strictCustomerData: true },
  });
});

test('another notification key is shown once', async ({ desk }) => {
  await desk.goto('/channel');
  const dialog = await open(desk, 'Draw another key');
  await dialog.getByRole('button', { name: 'Draw another key' }).click();
  const shown = desk.getByRole('dialog', { name: 'Notification key' });
  await expect(shown.locator('bdi')).toHaveText(/^[0-9A-Fa-f]{64}$/);
  const key = await shown.locator('bdi').textContent();
  expect(await accessibilityProblems(desk)).toEqual([]);
  await shown.getByRole('button', { name: 'Close' }).click();
  await expect(section(desk, 'Notification key')).toContainText('a key of its own');
  await desk.reload();
  await expect(section(desk, 'Notification key')).toContainText('a key of its own');
  expect(await desk.content()).not.toContain(key ?? 'no key');
});

test('a font that its reader refuses says why; another is taken, and removed', async ({ desk }) => {
  await desk.goto('/channel');
  const dialog = await open(desk, 'Add a font');
  const file = (font: Buffer) => ({ name: 'a.woff2', mimeType: 'font/woff2', buffer: font });
  await dialog.getByLabel('Family').fill('Shop Sans');
  await dialog.getByLabel('File').setInputFiles(file(testFont({ same: ['3', '8'] })));
  await dialog.getByRole('button', { name: 'Add a font' }).click();
  const refusal = dialog.getByRole('alert');
  await expect(refusal).toContainText('The gateway refused:');
  await expect(refusal).toContainText(/3.*8|8.*3/);
  expect(await accessibilityProblems(desk)).toEqual([]);
  await dialog.getByLabel('File').setInputFiles(file(testFont()));
  await dialog.getByRole('button', { name: 'Add a font' }).click();
  const fonts = section(desk, 'Fonts');
  await expect(fonts).toContainText('Shop Sans 400');
  await desk.getByRole('button', { name: 'Remove: Shop Sans 400' }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(fonts).toContainText('No fonts of your own.');
});

test('a theme is downloaded, as the command line looks for it', async ({ desk }) => {
  await desk.goto('/channel');
  const themes = section(desk, 'Themes');
  await expect(themes.getByRole('link')).toHaveCount(6);
  const download = desk.waitForEvent('download');
  await themes.getByRole('link', { name: 'Download: Soft' }).click();
  expect((await download).suggestedFilename()).toBe('wpwl.theme.json');
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(readTheme(file).name).toBe('Soft');
});

test('a release is pinned and let go', async ({ desk }) => {
  const { release } = JSON.parse(readFileSync('dist/release.json', 'utf8'));
  await desk.goto('/channel');
  await desk.getByRole('button', { name: `Pin: ${release}` }).click();
  await dialogOf(desk).getByRole('button', { name: 'Pin', exact: true }).click();
  const place = section(desk, 'Release');
  await expect(place).toContainText(`New checkouts get ${release}`);
  await expect(place.getByText('Pinned', { exact: true })).toBeVisible();
  const dialog = await open(desk, 'Unpin');
  await dialog.getByRole('button', { name: 'Unpin' }).click();
  await expect(place).toContainText('the release that is in use');
});

test('page watch: a script that was reported is approved with a reason, a page is read', async ({
  desk,
  office,
}) => {
  await desk.goto('/channel');
  const dialog = await open(desk, 'Change page watch');
  await dialog.getByLabel('Watch the payment pages').check();
  await dialog.getByLabel('Percent of checkouts').fill('100');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(desk.getByText('Saved.')).toBeVisible();
  await reportScripts(office.gatewayUrl, ['https://shop.example/till.js']);
  await desk.reload();
  const watch = section(desk, 'Page watch');
  const script = watch.getByRole('row').filter({ hasText: 'till.js' });
  await expect(script).toContainText('Not decided');
  await script.getByRole('button', { name: 'Approve: https://shop.example/till.js' }).click();
  const approve = dialog.getByRole('button', { name: 'Approve', exact: true });
  await expect(approve).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Reason').fill('The till of the shop.');
  await approve.click();
  await expect(script).toContainText('Approved');
  await expect(script).toContainText('The till of the shop.');
  await open(desk, 'Add a page');
  await dialog.getByLabel('Address').fill('shop.example');
  await dialog.getByRole('button', { name: 'Add a page' }).click();
  await expect(dialog.getByRole('alert')).toContainText('must be an https address');
  await dialog.getByLabel('Address').fill('https://localhost:1/till');
  await dialog.getByRole('button', { name: 'Add a page' }).click();
  await expect(watch).toContainText('Not read yet.');
  await open(desk, 'Read now');
  await dialog.getByRole('button', { name: 'Read now' }).click();
  await expect(dialog).toHaveCount(0);
  // The gateway may be reading it by itself just then, and is not asked twice.
  await expect
    .poll(async () => {
      await desk.reload();
      await expect(watch).toContainText('https://localhost:1/till');
      return watch.textContent();
    })
    .toContain('it cannot be reached');
  await desk.getByRole('button', { name: 'Remove: https://localhost:1/till' }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(watch).not.toContainText('https://localhost:1/till');
});

test('the test clock goes forward, and the simulated bank is disturbed', async ({ desk }) => {
  await desk.goto('/channel');
  const sandbox = section(desk, 'Test clock and bank');
  const timeOf = async () =>
    Date.parse((await sandbox.locator('time').getAttribute('datetime')) ?? '');
  await expect(sandbox).toContainText('Answers as usual');
  const before = await timeOf();
  const dialog = await open(desk, 'Move the clock');
  await dialog.getByLabel('Forward by').selectOption('30 minutes');
  await dialog.getByRole('button', { name: 'Move the clock' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(timeOf).toBeGreaterThanOrEqual(before + 30 * 60_000);
  for (const behaviour of ['Answers slowly', 'Answers as usual']) {
    await open(desk, 'Change the bank');
    await dialog.getByLabel('Simulated bank').selectOption(behaviour);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(sandbox).toContainText(behaviour);
  }
});

test('a support agent sees how it is set up, and changes nothing', async ({ agent }) => {
  await agent.goto('/channel');
  for (const name of ['Allowed origins', 'Brands', 'Options', 'Fonts', 'Release', 'Page watch']) {
    await expect(section(agent, name)).toBeVisible();
  }
  await expect(agent.getByText('Your role may look at it, not change it.')).toBeVisible();
  await expect(agent.getByText('Scripts').or(agent.getByText('No scripts')).first()).toBeVisible();
  const buttons = agent.locator('main').getByRole('button');
  const names = await buttons.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? one.textContent),
  );
  expect(names.filter((name) => name !== 'Copy: Id' && name !== 'Read now')).toEqual([]);
});

test('each question is asked by Enter, given up by Escape, and axe finds nothing in it', async ({
  desk,
  office,
}) => {
  // Each dialog is read by axe.
  test.slow();
  // A dialog that is still coming in has less contrast than it will have.
  await desk.emulateMedia({ reducedMotion: 'reduce' });
  await desk.goto('/channel');
  await setUpChannel(desk, office.gatewayUrl);
  await desk.reload();
  await expect(section(desk, 'Page watch').getByRole('table')).toBeVisible();
  const changes: string[] = [];
  desk.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(request.url());
  });
  const buttons = desk.locator('main').getByRole('button').and(desk.locator(':not(.plain)'));
  const count = await buttons.count();
  expect(count).toBeGreaterThan(13);
  for (let n = 0; n < count; n += 1) {
    const button = buttons.nth(n);
    const name = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
    await button.press('Enter');
    await expect(desk.getByRole('dialog', { name }), name).toBeVisible();
    expect.soft(await accessibilityProblems(desk), name).toEqual([]);
    await desk.keyboard.press('Escape');
    await expect(button, name).toBeFocused();
  }
  expect(changes).toEqual([]);
});

for (const language of ['en', 'ar'] as const) {
  test(`axe finds nothing in "${language}", and nothing overflows at 320 pixels`, async ({
    desk,
    office,
  }) => {
    await desk.goto('/channel');
    await setUpChannel(desk, office.gatewayUrl);
    await expectNoProblems(desk, language, ['/channel']);
  });
}
