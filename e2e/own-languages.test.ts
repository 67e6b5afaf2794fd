/** Languages that a page brings along in `wpwlOptions.languages`: as whole as ours. */
import { GOOD_CARD } from './card.ts';
import { expect, ofTheWidget, test } from './fixtures.ts';

type Texts = Readonly<Record<string, string>>;

const HEBREW: Texts = {
  cardNumber: 'מספר כרטיס',
  expiryDate: 'תוקף',
  cvv: 'קוד אבטחה (CVV)',
  cardHolder: 'שם בעל הכרטיס',
  brand: 'סוג כרטיס',
  mmyy: 'חודש / שנה',
  submit: 'לתשלום',
  submitAmount: 'לתשלום {{amount}}',
  processing: 'מעבדים…',
  tryAgain: 'לנסות שוב',
  cardNumberError: 'מספר כרטיס שגוי. יש לבדוק את הספרות שעל הכרטיס.',
  expiryMonthError: 'תוקף שגוי. יש להזין חודש ושנה כפי שמופיעים על הכרטיס.',
  expiryPastError: 'תוקף שגוי. תוקף הכרטיס פג. יש לבדוק את התאריך או להשתמש בכרטיס אחר.',
  cvvError: 'קוד אבטחה שגוי. יש להזין את 3 הספרות שבגב הכרטיס.',
  cvvErrorAmex: 'קוד אבטחה שגוי. יש להזין את 4 הספרות שבחזית הכרטיס.',
  cardHolderError: 'שם שגוי. יש להזין את השם כפי שמופיע על הכרטיס.',
};

const PERSIAN: Texts = {
  cardNumber: 'شماره کارت',
  expiryDate: 'تاریخ انقضا',
  cvv: 'کد امنیتی (CVV)',
  cardHolder: 'نام دارنده کارت',
  brand: 'نوع کارت',
  mmyy: 'ماه / سال',
  submit: 'پرداخت',
  submitAmount: 'پرداخت {{amount}}',
  cardNumberError: 'شماره کارت نادرست است. ارقام روی کارت را بررسی کنید.',
  expiryMonthError: 'تاریخ انقضا نادرست است. ماه و سال روی کارت را وارد کنید.',
  cvvError: 'کد امنیتی نادرست است. ۳ رقم پشت کارت را وارد کنید.',
  cardHolderError: 'نام نادرست است. نام روی کارت را وارد کنید.',
};

const SERBIAN: Texts = {
  cardNumber: 'Broj kartice',
  expiryDate: 'Važi do',
  cvv: 'Sigurnosni kod (CVV)',
  cardHolder: 'Ime vlasnika kartice',
  brand: 'Vrsta kartice',
  submit: 'Plati',
  submitAmount: 'Plati {{amount}}',
  cardNumberError: 'Neispravan broj kartice. Proverite cifre na kartici.',
  cvvError: 'Neispravan kod. Unesite 3 cifre sa poleđine kartice.',
  cardHolderError: 'Neispravno ime. Unesite ime kao na kartici.',
  errorSummary_one: 'Proverite {{count}} polje: {{fields}}.',
  errorSummary_few: 'Proverite {{count}} polja: {{fields}}.',
  errorSummary_other: 'Proverite {{count}} polja, sva: {{fields}}.',
};

const optionsFor = (locale: string, languages: Readonly<Record<string, Texts>>, more = {}) =>
  JSON.stringify({ locale, languages, ...more });

for (const { name, locale, texts, tag, direction, price } of [
  {
    name: 'Hebrew',
    locale: 'he-IL',
    texts: HEBREW,
    tag: 'he-IL',
    direction: 'rtl',
    price: /92\.00.*€/,
  },
  {
    name: 'Persian',
    locale: 'fa',
    texts: PERSIAN,
    tag: 'fa-u-nu-latn',
    direction: 'rtl',
    price: /€.*92\.00/,
  },
  {
    name: 'Serbian',
    locale: 'sr-Latn-RS',
    texts: SERBIAN,
    tag: 'sr-Latn-RS',
    direction: 'ltr',
    price: /92,00\s€/,
  },
]) {
  const [language = ''] = locale.split('-');
  const options = optionsFor(locale, { [language]: texts }, { showAmount: true });

  test(`one buys something in ${name}, with form and frames in that language @phone`, async ({
    page,
    openForm,
    gateway,
  }) => {
    const { form, checkoutId } = await openForm({ html: '', options });
    await form.isReady();
    await expect(form.root).toHaveAttribute('lang', tag);
    await expect(form.root).toHaveCSS('direction', direction);
    await expect(form.payButton).toHaveText(price);
    await expect(form.payButton).toHaveText(new RegExp(texts['submit'] ?? ''));
    for (const [field, key] of [
      ['card.number', 'cardNumber'],
      ['card.cvv', 'cvv'],
    ] as const) {
      const root = form.frame(field).locator('html');
      await expect(root).toHaveAttribute('lang', tag);
      await expect(root).toHaveAttribute('dir', direction);
      await expect(form.frame(field).getByRole('textbox')).toHaveAccessibleName(texts[key] ?? '');
    }
    await form.number.pressSequentially('1');
    await form.payButton.click();
    await expect(form.hint('cardNumberError')).toHaveText(texts['cardNumberError'] ?? '');
    await expect(form.number).toHaveCSS('direction', 'ltr');
    await form.number.press('Backspace');
    await form.type();
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });
}

test('Hebrew: labels, hints and placeholders begin at the right', async ({ openForm }) => {
  const { form } = await openForm({ html: '', options: optionsFor('he', { he: HEBREW }) });
  await form.isReady();
  await form.payButton.click();
  const edges = [
    form.root.locator('.wpwl-label-cardNumber label'),
    form.root.locator('.wpwl-control-cardNumber'),
    form.hint('cardNumberError'),
  ].map(async (part) => part.evaluate((node) => node.getBoundingClientRect().right));
  const [label = 0, field = 0, hint = 0] = await Promise.all(edges);
  expect(Math.abs(label - field)).toBeLessThan(2);
  expect(Math.abs(hint - field)).toBeLessThan(2);
});

test('Serbian is counted by its own grammar', async ({ openForm }) => {
  const { form } = await openForm({ options: optionsFor('sr-Latn', { sr: SERBIAN }) });
  await form.isReady();
  await form.type({ number: '', cvv: '' });
  await form.payButton.click();
  const live = form.root.locator('.wpwl-live');
  await expect(live).toHaveText('Proverite 2 polja: Broj kartice i Sigurnosni kod (CVV).');
});

test('what a language lacks is English, and named in the console', async ({
  openForm,
  consoleMessages,
}) => {
  const { form } = await openForm({
    options: optionsFor('sr', { sr: SERBIAN, serbian: {} }),
  });
  await form.isReady();
  await form.payButton.click();
  await expect(form.hint('expiryMonthError')).toHaveText(/^Invalid expiry date\. /);
  const said = ofTheWidget(consoleMessages);
  expect(said.filter((line) => line.includes('these texts are missing'))).toEqual([
    expect.stringMatching(/mmyy, .*expiryMonthError, .*sessionEnding_one, sessionEnding_few/),
  ]);
  expect(said.join()).not.toMatch(/cardNumberError|errorSummary/);
  expect(said.filter((line) => line.includes('"serbian" is no language tag'))).toHaveLength(1);
});

test('a page puts words of its own before those of a language of ours', async ({ openForm }) => {
  const { form } = await openForm({
    options: optionsFor('de-AT', { de: { submit: 'Jetzt zahlen, bitte' } }),
  });
  await form.isReady();
  await expect(form.root).toHaveAttribute('lang', 'de-AT');
  await expect(form.payButton).toHaveText('Jetzt zahlen, bitte');
  await expect(form.root.locator('.wpwl-label-cardNumber')).toHaveText('Kartennummer');
});

test('one plural form of our texts can be another', async ({ openForm }) => {
  const { form } = await openForm({
    options: JSON.stringify({ locale: 'pl', labels: { errorSummary_few: 'Trzy: {{count}}.' } }),
  });
  await form.isReady();
  await form.type({ number: '' });
  await form.holder.fill('');
  await form.expiry.fill('');
  await form.payButton.click();
  const live = form.root.locator('.wpwl-live');
  await expect(live).toHaveText('Trzy: 3.');
  // It goes to the first of them, in another process: what is typed before that would land there.
  await expect(form.number).toBeFocused();
  await form.holder.fill(GOOD_CARD.holder);
  await form.expiry.pressSequentially(GOOD_CARD.expiry);
  await form.payButton.click();
  await expect(live).not.toHaveText(/Trzy/);
});

test('a shopper in another region of Arabic has Arabic frames', async ({ openForm }) => {
  const { form } = await openForm({ options: "{locale: 'ar-EG'}" });
  await form.isReady();
  const root = form.frame('card.number').locator('html');
  await expect(root).toHaveAttribute('dir', 'rtl');
  await expect(root).toHaveAttribute('lang', 'ar-EG-u-nu-latn');
});

test('the language of a page changes to one of its own, and what was typed stays', async ({
  page,
  openForm,
}) => {
  const { form } = await openForm({ options: optionsFor('en', { he: HEBREW }) });
  await form.isReady();
  await form.type();
  await page.evaluate("wpwlOptions.locale = 'he'; document.body.append('תשלום')");
  await expect(form.payButton).toHaveText(HEBREW['submit'] ?? '');
  await expect(form.root).toHaveCSS('direction', 'rtl');
  await expect(form.number).toHaveValue('4200 0000 0000 0000');
});

test('what a form says before its data are there is in the words of the page', async ({
  page,
  openForm,
}) => {
  const { promise: isHeard, resolve: hear } = Promise.withResolvers<void>();
  await page.route('**/form?*', async (route) => {
    await isHeard;
    await route.abort();
  });
  const words = { ...HEBREW, loadFailed: 'טופס התשלום לא נטען.' };
  const { form } = await openForm({ options: optionsFor('he', { he: words }) });
  await expect(form.holder).toHaveAccessibleName(HEBREW['cardHolder'] ?? '');
  await expect(form.payButton).toHaveAccessibleName(HEBREW['submit'] ?? '');
  await expect(form.frame('card.number').getByRole('textbox')).toHaveAccessibleName(
    HEBREW['cardNumber'] ?? '',
  );
  hear();
  await expect(form.message).toContainText(words.loadFailed);
  await expect(form.retryButton).toHaveText(HEBREW['tryAgain'] ?? '');
});
