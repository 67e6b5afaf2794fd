/** The form and the page around it: a strict policy, autofill, coming and going. */
import { describe, expect, test } from 'vitest';
import { GOOD_CARD } from '../card.ts';
import { formPage } from '../form-page.ts';
import { FORM, useShop } from './shop.ts';

const shop = useShop();

/** Writes down, before any other script, what the browser has refused and what went wrong. */
const WATCH = `window.trouble = [];
  addEventListener('error', ({ message }) => trouble.push('error: ' + message));
  addEventListener('unhandledrejection', ({ reason }) => trouble.push('rejected: ' + reason));
  document.addEventListener('securitypolicyviolation', (event) =>
    trouble.push(event.effectiveDirective + ': ' + event.blockedURI));
  for (const kind of ['warn', 'error']) {
    const own = console[kind];
    console[kind] = (...texts) => { trouble.push(kind + ': ' + texts.join(' ')); own.apply(console, texts); };
  }`;
const trouble = (): Promise<string[]> => shop.tab.run(() => Reflect.get(window, 'trouble'));

test('where a policy keeps the fields out, the page says so, and with what it can be mended', async () => {
  const { tab, gateway, merchant } = shop;
  const policy = `frame-src https://bank.example; connect-src ${gateway.url}`;
  const id = await gateway.createCheckout();
  const { html } = formPage(gateway.url, merchant.origin, id, {
    head: `<script>${WATCH}</script>`,
    options: "{locale: 'en', onError: ({name}) => trouble.push('onError: ' + name)}",
  });
  await tab.open(merchant.publish({ html, headers: { 'content-security-policy': policy } }));
  await expect
    .poll(() => tab.text(`${FORM} .wpwl-message p`))
    .toBe(
      'This payment form cannot be used at the moment. Go back to the shop or try again later.',
    );
  expect(await tab.count(`${FORM} .wpwl-message button:not([hidden])`)).toBe(0);
  const told = await trouble();
  expect(told).toContain('onError: PciIframeCommunicationError');
  expect(told).toContain(
    "warn: [paymentWidgets] The page's Content-Security-Policy keeps the gateway out. " +
      `Add to it: frame-src ${gateway.url}`,
  );
});

test('where a policy keeps the data out, nobody is told to check the connection', async () => {
  const { tab, gateway, merchant } = shop;
  const policy = `frame-src ${gateway.url}; connect-src 'self'`;
  const id = await gateway.createCheckout();
  const { html } = formPage(gateway.url, merchant.origin, id, {
    head: `<script>${WATCH}</script>`,
    options: "{locale: 'de', onError: ({name}) => trouble.push('onError: ' + name)}",
  });
  await tab.open(merchant.publish({ html, headers: { 'content-security-policy': policy } }));
  await expect
    .poll(() => tab.text(`${FORM} .wpwl-message p`))
    .toMatch(/^Dieses Bezahlformular ist gerade nicht verfügbar/);
  expect(await tab.count(`${FORM} .wpwl-message button:not([hidden])`)).toBe(0);
  const told = await trouble();
  expect(told).toContain('onError: WidgetError');
  expect(told).toContain(
    "warn: [paymentWidgets] The page's Content-Security-Policy keeps the gateway out. " +
      `Add to it: connect-src ${gateway.url}`,
  );
});

test('under a strict policy with a nonce, and Trusted Types where there are, a shopper pays', async () => {
  const { tab, gateway, merchant } = shop;
  const policy = [
    "default-src 'none'",
    "script-src 'nonce-bm9uY2U'",
    `frame-src ${gateway.url}`,
    `connect-src ${gateway.url}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
  const id = await gateway.createCheckout();
  const { html } = formPage(gateway.url, merchant.origin, id, {
    head: `<script nonce="bm9uY2U">${WATCH}</script>`,
    options: '{style: "card"}',
    scriptAttributes: 'nonce="bm9uY2U"',
  });
  await tab.open(merchant.publish({ html, headers: { 'content-security-policy': policy } }));
  await shop.isReady();
  // A policy that is not in force would let every page pass.
  const isRefused = await tab.run(() => {
    const script = document.createElement('script');
    try {
      script.textContent = 'window.ran = true';
      document.head.append(script);
    } catch {
      // Trusted Types refuse it.
    }
    return !('ran' in window);
  });
  expect(isRefused).toBe(true);
  const hasTrustedTypes = await tab.run(() => 'trustedTypes' in window);
  const takesMarkup = await tab.run(() => {
    try {
      document.createElement('div').innerHTML = '<b>';
      return true;
    } catch {
      return false;
    }
  });
  expect(takesMarkup).toBe(!hasTrustedTypes);
  await expect.poll(async () => (await trouble()).length).toBeGreaterThan(0);
  await tab.run(() => {
    Reflect.get(window, 'trouble').length = 0;
  });
  expect(await tab.css(`${FORM} .wpwl-button-pay`, 'min-height')).toBe('48px');
  expect(await tab.in('iframe[name="card.number"]').css('input', 'border-top-width')).toBe('0px');
  await shop.pressPay();
  await expect.poll(() => tab.count(`${FORM} .wpwl-hint-cardNumberError`)).toBe(1);
  await shop.fill({ number: '4200000000000000', expiry: '1234', holder: 'Jane Jones', cvv: '123' });
  // The button moves up with the last error, which goes once the frame has told what was typed.
  await expect.poll(() => tab.count(`${FORM} .wpwl-hint`)).toBe(0);
  expect(await trouble()).toEqual([]);
  await shop.pressPay();
  await shop.landed();
  expect(await shop.resultOf(id)).toBe('000.100.110');
});

test('each field says what it is for, and which keyboard fits', async () => {
  const { tab } = shop;
  await shop.openForm();
  for (const [frames, control, token, keyboard] of [
    [['iframe[name="card.number"]'], 'input', 'cc-number', 'numeric'],
    [[], `${FORM} .wpwl-control-expiry`, 'cc-exp', 'numeric'],
    [['iframe[name="card.cvv"]'], 'input', 'cc-csc', 'numeric'],
    [[], `${FORM} input[name="card.holder"]`, 'cc-name', null],
  ] as const) {
    expect(await tab.in(...frames).attribute(control, 'autocomplete')).toBe(token);
    expect(await tab.in(...frames).attribute(control, 'inputmode')).toBe(keyboard);
  }
});

describe('coming and going', () => {
  const MOUNT_PAGE = (script: string) => `<!doctype html><html lang="en"><title>Shop</title>
    <script>${WATCH}; var wpwlOptions = {locale: 'en'}</script><script src="${script}"></script>
    <main><div id="pay"></div></main>`;
  const mountPage = async () => {
    const { tab, gateway, merchant } = shop;
    const id = await gateway.createCheckout();
    const script = `${gateway.url}/v1/paymentWidgets.js?checkoutId=${id}`;
    await tab.open(merchant.publish({ html: MOUNT_PAGE(script) }));
    return id;
  };
  /** Mounts forms and takes them away, the last but not if it is to stay. Resolves when it is done. */
  const mount = async (rounds: number, stays: boolean) => {
    const { tab, merchant } = shop;
    await tab.run(
      (shopperResultUrl, count, isLeft) => {
        const mountOne = () =>
          Reflect.get(window, 'wpwl').mount(document.querySelector('#pay') as Element, {
            brands: ['VISA', 'MASTER'],
            shopperResultUrl,
          });
        const work = async () => {
          for (let round = 1; round <= count; round++) {
            const handle = mountOne();
            // Half of them go before they are ready.
            if (round % 2 === 0) await handle.ready;
            if (!isLeft || round < count) handle.unmount();
          }
        };
        Object.assign(window, { isDone: false });
        void work().then(() => Object.assign(window, { isDone: true }));
      },
      `${merchant.origin}/result`,
      rounds,
      stays,
    );
    await expect.poll(() => tab.run(() => Reflect.get(window, 'isDone'))).toBe(true);
  };

  test('a form that is mounted and unmounted again and again leaves nothing in the page', async () => {
    const { tab } = shop;
    await mountPage();
    const left = () =>
      tab.run(() => ({
        nodes: document.querySelectorAll('*').length,
        frames: window.length,
        styles: document.adoptedStyleSheets.length,
        isEmpty: document.querySelector('#pay')?.childNodes.length === 0,
      }));
    await mount(2, false);
    const before = await left();
    expect(before).toMatchObject({ frames: 0, isEmpty: true });
    await mount(10, false);
    expect(await left()).toEqual(before);
    // Before the first is mounted, a developer is told that there is none.
    const isNote = (text: string) => text.includes('No form.paymentWidgets on this page');
    expect((await trouble()).filter((text) => !isNote(text))).toEqual([]);
  });

  test('one that is mounted once more is paid with', async () => {
    const id = await mountPage();
    await mount(4, true);
    await shop.isReady();
    await shop.fill(GOOD_CARD);
    // wpwl.mount() draws the list, whose one button stands below all ways to pay.
    await shop.tab.click('button[name=pay]');
    await shop.landed();
    expect(await shop.resultOf(id)).toBe('000.100.110');
  });

  test('a page that is loaded again has an empty form, which is paid with', async () => {
    const id = await shop.openForm();
    await shop.fill({ number: '4200000000000000', cvv: '123' });
    await shop.tab.reload();
    await shop.isReady();
    await expect.poll(() => shop.value('number')).toBe('');
    await expect.poll(() => shop.value('cvv')).toBe('');
    await shop.pay();
    await shop.landed();
    expect(await shop.resultOf(id)).toBe('000.100.110');
  });

  test('who goes on to another page and back, and forward and back, pays', async () => {
    const { tab } = shop;
    const id = await shop.openForm({ after: '<a id="away" href="/elsewhere">Elsewhere</a>' });
    await tab.click('#away');
    await shop.landed();
    const comeBack = async () => {
      await tab.goBack();
      await expect.poll(() => tab.run(() => document.title)).toBe('Checkout');
      await shop.isReady();
    };
    await comeBack();
    await tab.goForward();
    await shop.landed();
    await comeBack();
    await shop.fillAfterReturn({ number: '4200000000000000', expiry: '1234' });
    await shop.fillAfterReturn({ holder: 'Jane Jones', cvv: '123' });
    await shop.pressPay();
    await shop.landed();
    expect(await shop.resultOf(id)).toBe('000.100.110');
  });
});
