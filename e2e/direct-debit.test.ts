/** SEPA direct debit, bought as shoppers buy: the account typed, the mandate read, to every end. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO } from '../server/tests/support/gateway-process.ts';
import { accessibilityProblems } from './axe.ts';
import { DebitForm } from './debit-form.ts';
import { expect, type Fields, formPage, test } from './fixtures.ts';
import { spyInPage } from './page-spy.ts';
import { advanceClock } from './waiting-payment.ts';

const PAID = '000.100.110';
const TAKEN = '800.400.501';
const DAY_S = 24 * 3600;
const IBAN = 'DE89370400440532013000';
const MASKED = 'DE••••3000';
const RETURNED = 'DE44500000000000001024';

const LANGUAGES = [
  ['en', 'By paying you authorise Demo shop to debit', 'Invalid IBAN.'],
  ['de', 'Mit der Zahlung ermächtigen Sie Demo shop', 'IBAN ungültig.'],
  ['ar', 'بإتمام الدفع تفوّض Demo shop', 'رقم IBAN غير صحيح.'],
] as const;

for (const [locale, mandate, wrong] of LANGUAGES) {
  const opened = {
    brands: 'DIRECTDEBIT_SEPA',
    options: `{ locale: '${locale}' }`,
  };

  test(`a debit is agreed to, taken and settled, a wrong IBAN corrected before, ${locale} @phone`, async ({
    page,
    openForm,
    gateway,
    consoleMessages,
  }) => {
    const { checkoutId } = await openForm(opened);
    const form = new DebitForm(page);
    await expect(form.root.locator('.wpwl-mandate')).toContainText(mandate);
    await expect(form.root.locator('.wpwl-mandate')).toContainText('8');
    await expect(form.root.locator('.wpwl-control-accountBic')).toHaveCount(0);
    await form.type('de89 3704 0044 0532 0130 01');
    await expect(form.iban).toHaveValue('DE89 3704 0044 0532 0130 01');
    await form.button.click();
    await expect(form.root.locator('.wpwl-hint-accountIbanError')).toContainText(wrong);
    await expect(form.iban).toBeFocused();
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.iban.press('Backspace');
    await form.iban.press('0');
    await expect(form.root.locator('.wpwl-hint-accountIbanError')).toHaveCount(0);
    await form.button.click();
    await page.waitForURL('**/result?**');
    const { id, result, bankAccount } = await gateway.status(checkoutId);
    expect(result.code).toBe(TAKEN);
    expect(bankAccount).toMatchObject({ holder: 'Jane Jones', iban: MASKED, country: 'DE' });
    await advanceClock(gateway, 2 * DAY_S);
    const codeNow = async () => (await gateway.read(`/v1/payments/${id}`)).result.code;
    await expect.poll(codeNow).toBe(PAID);
    expect(consoleMessages).toEqual([]);
  });
}

test('a debit is returned after it was settled', async ({ page, openForm, gateway }) => {
  const { checkoutId } = await openForm({ brands: 'DIRECTDEBIT_SEPA' });
  const form = new DebitForm(page);
  await form.type(RETURNED);
  await form.iban.press('Enter');
  await page.waitForURL('**/result?**');
  const { id } = await gateway.status(checkoutId);
  const records = async () => {
    const { records: found } = await gateway.read(`/v3/query/${id}?includeLinkedTransactions=true`);
    return found.map(({ paymentType, result }: Record<string, { code: string }>) => [
      paymentType,
      result?.code,
    ]);
  };
  await advanceClock(gateway, 2 * DAY_S);
  await expect.poll(records).toEqual([['DB', PAID]]);
  await advanceClock(gateway, 3 * DAY_S);
  await expect.poll(records).toEqual([
    ['DB', PAID],
    ['CB', '000.100.203'],
  ]);
});

test('the IBAN is in nothing that leaves the page and in nothing that the page can reach', async ({
  page,
  openForm,
  gateway,
}) => {
  // Not that of the sandbox's vouchers, which their payments name.
  const iban = 'DE02120300000000202051';
  const rest = iban.slice(2, -4);
  const secret = new RegExp([...rest].join('[\\s-]?'));
  const spy = await spyInPage(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url(), request.postData() ?? ''));
  const { checkoutId } = await openForm({ brands: 'DIRECTDEBIT_SEPA' });
  const form = new DebitForm(page);
  await form.type(iban);
  const reached = await spy.reach();
  await form.button.click();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).bankAccount.iban).toBe('DE••••2051');
  // The net holds: what may be known is in it.
  expect(spy.heard.some((text) => text.includes('"type":"sealed"'))).toBe(true);
  expect(sent.some((text) => decodeURIComponent(text).includes('sealed[bankAccount.iban]'))).toBe(
    true,
  );
  const files = await Promise.all(
    (await readdir(gateway.dataDir)).map((name) => readFile(join(gateway.dataDir, name), 'latin1')),
  );
  for (const text of [...spy.heard, ...sent, ...reached, gateway.output(), ...files]) {
    expect(text).not.toMatch(secret);
  }
  // Nothing of it is told in part, and not whether it is right before the field is left.
  const states = spy.heard.filter((text) => text.includes('"event":"input"'));
  expect(states.length).toBeGreaterThan(10);
  for (const state of states) expect(state).not.toMatch(/"(?:bin|brands|valid)":(?!\[\])/);
});

test('of two IBANs of one length a page sees the same boxes: every letter is as wide as any', async ({
  page,
  openForm,
}) => {
  await openForm({
    brands: 'DIRECTDEBIT_SEPA',
    options: `{ iframeStyles: { 'account-iban': { 'font-family': 'serif' } } }`,
  });
  const form = new DebitForm(page);
  await form.isReady();
  await form.iban.pressSequentially('MT');
  const widths = await form.iban.evaluate((input) => {
    const { fontFamily, fontSize } = getComputedStyle(input);
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    canvas.font = `${fontSize} ${fontFamily}`;
    return [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map(
      (character) => canvas.measureText(character.repeat(16)).width,
    );
  });
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(0.1);
});

test('a page may stop it, and ask for the BIC', async ({ page, openForm, gateway }) => {
  const { checkoutId } = await openForm({
    brands: 'VISA DIRECTDEBIT_SEPA',
    options: `{ displayBic: true, onBeforeSubmitDirectDebit(event) {
      window.asked = (window.asked || 0) + 1;
      return window.asked > 1 && this === event.currentTarget;
    } }`,
  });
  const form = new DebitForm(page);
  await form.type(IBAN);
  const bic = form.root.locator('input.wpwl-control-accountBic');
  await bic.fill('COBADEFF9');
  await form.button.click();
  await expect(form.root.locator('.wpwl-hint-accountBicError')).toBeVisible();
  await bic.fill('COBADEFFXXX');
  await form.button.click();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'asked'))).toBe(1);
  await expect(form.root).toHaveAttribute('data-phase', 'ready');
  await form.button.click();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).bankAccount.bic).toBe('COBADEFFXXX');
});

test('a mandate that the shopper keeps stands among what is stored, and pays again', async ({
  page,
  openForm,
  gateway,
}) => {
  const first = await openForm({
    brands: 'DIRECTDEBIT_SEPA',
    options: '{ registrations: { offerToStore: true } }',
  });
  const form = new DebitForm(page);
  await form.type(IBAN);
  await form.root.getByRole('checkbox').check();
  await form.button.click();
  await page.waitForURL('**/result?**');
  const { registrationId } = await gateway.status(first.checkoutId);
  const { checkoutId } = await openForm({
    brands: 'VISA DIRECTDEBIT_SEPA',
    checkout: { 'registrations[0].id': registrationId },
  });
  const stored = page.locator('form.wpwl-form-registrations');
  await expect(stored).toContainText(MASKED);
  expect(await accessibilityProblems(page)).toEqual([]);
  await stored.locator('.wpwl-button-pay').click();
  await page.waitForURL('**/result?**');
  expect(await gateway.status(checkoutId)).toMatchObject({
    registrationId,
    bankAccount: { iban: MASKED },
    result: { code: TAKEN },
  });
});

for (const [locale, width, colorScheme] of [
  ['en', 1280, 'light'],
  ['de', 320, 'dark'],
  ['ar', 320, 'light'],
] as const) {
  test(`the form fits and can be read, ${locale}, ${width}, ${colorScheme}`, async ({
    page,
    openForm,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await openForm({
      brands: 'VISA DIRECTDEBIT_SEPA',
      head: '<meta name="color-scheme" content="light dark">',
      options: `{ locale: '${locale}', displayBic: true }`,
    });
    const form = new DebitForm(page);
    await form.isReady();
    await page.screenshot({
      path: `test-results/direct-debit-${locale}-empty.png`,
      fullPage: true,
    });
    await form.type('DE88370400440532013000');
    await form.button.click();
    await expect(form.root.locator('.wpwl-hint-accountIbanError')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.screenshot({ path: `test-results/direct-debit-${locale}.png`, fullPage: true });
  });
}

for (const [locale, mandate, label] of [
  ['en', 'By saving your account you authorise Demo shop', 'Save SEPA Direct Debit'],
  ['de', 'Indem Sie Ihr Konto speichern, ermächtigen Sie Demo shop', 'SEPA-Lastschrift'],
  ['ar', 'بحفظ حسابك تفوّض Demo shop', 'حفظ'],
] as const) {
  test(`an account is kept without a payment, ${locale}`, async ({ page, gateway, merchant }) => {
    const headers = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` };
    const post = async (path: string, fields: Fields) => {
      const body = new URLSearchParams({ entityId: DEMO.DEMO_ENTITY_ID, ...fields });
      return (await fetch(gateway.url + path, { method: 'POST', headers, body })).json();
    };
    const { id } = await post('/v1/checkouts', { createRegistration: 'true' });
    const shop = formPage(gateway.url, merchant.origin, `${id}/registration`, {
      brands: 'DIRECTDEBIT_SEPA',
      options: `{ locale: '${locale}' }`,
    });
    await page.goto(merchant.publish(shop));
    const form = new DebitForm(page);
    await expect(form.root.locator('.wpwl-mandate')).toContainText(mandate);
    await expect(form.button).toContainText(label);
    await form.type(IBAN);
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.button.click();
    await page.waitForURL('**/result?**');
    const path = new URL(page.url()).searchParams.get('resourcePath') ?? '';
    expect(path).toBe(`/v1/checkouts/${id}/registration`);
    const stored = await (await fetch(gateway.url + path, { headers })).json();
    expect(stored.bankAccount).toMatchObject({ holder: 'Jane Jones', iban: MASKED });
    const debit = await post(`/v1/registrations/${stored.id}/payments`, {
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      recurringType: 'REPEATED',
    });
    expect(debit.result.code).toBe(TAKEN);
  });
}
