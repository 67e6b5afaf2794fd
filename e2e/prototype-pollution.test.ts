/**
 * A script of the page has set properties of `Object.prototype`, as faulty libraries and their
 * attackers do: nothing of the form goes elsewhere, no option and no value changes; or the form does
 * not start, and says why.
 */
import type { Page } from '@playwright/test';
import type { CardForm } from './card-form.ts';
import { expect, type OpenForm, ofTheWidget, test } from './fixtures.ts';
import { storeCard } from './form-fields/store-card.ts';
import type { Gateway } from './gateway.ts';
import { recordPayments } from './payment-requests.ts';
import { OPTION_NAMES, propertyNames } from './property-names.ts';

const EVIL = 'http://evil.example/';
/** Statements that set each `name`. */
const HOSTILE: readonly (readonly [title: string, statement: string])[] = [
  ['the address of another host', `Object.prototype[name] = '${EVIL}'`],
  ['a function', 'Object.prototype[name] = (...all) => { called.push(name); return true }'],
  ['true', 'Object.prototype[name] = true'],
  ['the text false', `Object.prototype[name] = 'false'`],
  ['a table', `Object.prototype[name] = tables`],
  [
    'a getter and a setter',
    `define(Object.prototype, name, assign(create(null), {
      get() { return '${EVIL}' }, set() {}, configurable: true }))`,
  ],
];
const pollute = (names: readonly string[], statement: string) => `{
  const { defineProperty: define, assign, create } = Object;
  const called = window.called = [];
  const tables = assign(create(null), { baseUrl: '${EVIL}', cardNumber: 'evil', cvvError: 'evil' });
  for (const name of ${JSON.stringify(names)}) { ${statement} }
}`;

/** As `widget/page/interface/prototype-check.ts` has them. */
const isInTheWay = (name: string) =>
  /-|^(.|__.?.?|class|for|is|key|name|peek|ref|render|then)$/.test(name);
const READ = propertyNames();
const HARMLESS = READ.filter((name) => !isInTheWay(name));
const IN_THE_WAY = READ.filter(isInTheWay);

/** Where requests of the page and its frames went, but for the gateway and the merchant. */
function recordStrays(page: Page, own: readonly string[]): readonly string[] {
  const strays: string[] = [];
  page.on('request', (request) => {
    if (!own.some((origin) => request.url().startsWith(origin))) strays.push(request.url());
  });
  return strays;
}

/** What is posted, without what is never the same twice. */
const comparable = (body = ''): string[] =>
  [...new URLSearchParams(body)]
    .map(([name, value]) => (name.startsWith('sealed[') ? name : `${name}=${value}`))
    .toSorted();

/** What a shopper sees and hears of the form. */
const drawn = async (form: CardForm): Promise<string> => {
  // Not by a function: it would run among the page's prototypes.
  const html = await form.root.innerHTML();
  return html.replaceAll(/[A-F\d]{32}\.uat01-gw01/g, 'checkout').replaceAll(/card_\d+/g, 'id');
};

async function openAndPay(openForm: OpenForm, page: Page, head: string, before = '') {
  const bodies = recordPayments(page);
  const { form, checkoutId } = await openForm({ head });
  await form.isReady();
  const html = await drawn(form);
  await form.type();
  if (before) await page.addScriptTag({ content: before });
  await form.payButton.click();
  await page.waitForURL('**/result?**');
  return { html, checkoutId, bodies: bodies.map(comparable) };
}

const CALLED = `addEventListener('pagehide', () => {
  const { called = [] } = window;
  // The recorder of the test writes JSON among the page's prototypes.
  if (called.some((name) => name !== 'toJSON')) document.cookie = 'called=' + called;
})`;
const called = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'called')?.value ?? '';

async function expectPaid(gateway: Gateway, checkoutId: string): Promise<void> {
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
}

test.describe('Object.prototype', () => {
  const SETS: readonly (readonly [string, readonly string[]])[] = [
    ['every option', OPTION_NAMES.filter((name) => !isInTheWay(name))],
    ['every property that the script reads', HARMLESS],
  ];
  for (const [title, statement] of HOSTILE) {
    for (const [which, names] of SETS) {
      test(`with ${title} as ${which} changes nothing`, async ({
        openForm,
        page,
        gateway,
        merchant,
        consoleMessages,
      }) => {
        const strays = recordStrays(page, [gateway.url, merchant.origin]);
        const plain = await openAndPay(openForm, page, '');
        const head = `<script>${CALLED}; ${pollute(names, statement)}</script>`;
        const polluted = await openAndPay(openForm, page, head);
        expect(polluted.html.replaceAll('><', '>\n<').split('\n')).toEqual(
          plain.html.replaceAll('><', '>\n<').split('\n'),
        );
        expect(polluted.bodies[0]).toEqual(plain.bodies[0]);
        expect(strays).toEqual([]);
        expect(await called(page)).toBe('');
        expect(ofTheWidget(consoleMessages)).toEqual([]);
        await expectPaid(gateway, polluted.checkoutId);
      });
    }

    test(`with ${title} as every property, set before the payment, changes nothing`, async ({
      openForm,
      page,
      gateway,
      merchant,
      consoleMessages,
    }) => {
      const strays = recordStrays(page, [gateway.url, merchant.origin]);
      const plain = await openAndPay(openForm, page, '');
      const polluted = await openAndPay(
        openForm,
        page,
        `<script>${CALLED}</script>`,
        pollute(HARMLESS, statement),
      );
      expect(polluted.bodies[0]).toEqual(plain.bodies[0]);
      expect(strays).toEqual([]);
      expect(await called(page)).toBe('');
      expect(ofTheWidget(consoleMessages)).toEqual([]);
      await expectPaid(gateway, polluted.checkoutId);
    });
  }

  for (const [title, statement] of HOSTILE) {
    test(`with ${title} as every property changes no stored card, billing address or wallet`, async ({
      openForm,
      page,
      gateway,
      merchant,
    }) => {
      const strays = recordStrays(page, [gateway.url, merchant.origin]);
      const id = await storeCard(gateway);
      const payment = async (head: string) => {
        const bodies = recordPayments(page);
        const { form } = await openForm({
          head,
          brands: 'VISA MASTER PAYPAL',
          checkout: { 'registrations[0].id': id },
          options: `{ billingAddress: { country: 'DE', city: 'Ulm' },
            registrations: { requireCvv: true, offerToStore: true } }`,
        });
        const stored = page.locator('form.wpwl-form-registrations');
        await expect(form.root).toHaveAttribute('data-phase', 'ready');
        await expect(form.root.locator('.wpwl-control-city')).toHaveValue('Ulm');
        const wallet = page.locator('form.wpwl-form-virtualAccount-PAYPAL');
        const entries = await Promise.all(
          [stored, form.root, wallet].map((each) =>
            each.evaluate((element: HTMLFormElement) =>
              Array.from(new FormData(element), ([name, value]) => `${name}=${value}`),
            ),
          ),
        );
        await stored.frameLocator('iframe[name="card.cvv"]').locator('input').fill('123');
        await stored.locator('.wpwl-button-pay').click();
        await page.waitForURL('**/result?**');
        return { entries, bodies: bodies.map(comparable) };
      };
      const plain = await payment('');
      const polluted = await payment(`<script>${CALLED}; ${pollute(HARMLESS, statement)}</script>`);
      expect(polluted).toEqual(plain);
      expect(plain.entries.flat()).toContain('paymentBrand=PAYPAL');
      expect(strays).toEqual([]);
    });
  }

  test('that a function of the page changes before the payment stops it', async ({
    openForm,
    page,
    consoleMessages,
  }) => {
    const bodies = recordPayments(page);
    const { form } = await openForm({
      options: `{ onBeforeSubmitCard() { ${pollute(['then'], 'Object.prototype[name] = () => {}')} } }`,
    });
    await form.isReady();
    await form.pay();
    await expect
      .poll(() => ofTheWidget(consoleMessages).join())
      .toContain('Object.prototype.then is in the way.');
    await form.payButton.click();
    await expect(form.message).toContainText('This payment form cannot be used at the moment');
    expect(bodies).toEqual([]);
  });

  test('the list knows what a form cannot be without', () => {
    expect(IN_THE_WAY).toEqual(expect.arrayContaining(['__k', 'class', 'then', 'render', '0']));
    expect(HARMLESS).toEqual(expect.arrayContaining(['baseUrl', 'method', 'origin', 'value']));
  });

  for (const [title, statement] of HOSTILE) {
    test(`with ${title} as a property that elements have keeps the form from starting`, async ({
      openForm,
      page,
      gateway,
      merchant,
      consoleMessages,
    }) => {
      const strays = recordStrays(page, [gateway.url, merchant.origin]);
      for (const name of ['__k', 'class', 'then', 'data-phase']) {
        await openForm({ head: `<script>${pollute([name], statement)}</script>` });
        await expect(page.locator('form.paymentWidgets')).toHaveText(
          'The payment form could not be loaded.',
        );
        await expect(page.locator('iframe')).toHaveCount(0);
        expect(ofTheWidget(consoleMessages).join()).toContain(
          `Object.prototype.${name} is in the way.`,
        );
      }
      expect(strays).toEqual([]);
    });

    test(`with ${title} as such a property, set before the payment, stops it`, async ({
      openForm,
      page,
    }) => {
      const bodies = recordPayments(page);
      const { form } = await openForm();
      await form.isReady();
      await form.type();
      await page.addScriptTag({ content: pollute(['class', 'data-phase', 'is'], statement) });
      await form.payButton.click();
      await expect(form.message).toContainText('This payment form cannot be used at the moment');
      expect(bodies).toEqual([]);
    });
  }
});
