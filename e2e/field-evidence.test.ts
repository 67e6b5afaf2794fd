/**
 * What the page does to a field is in the payment: something that lies over it, and a focus that is
 * taken in the middle of typing. What browsers, shoppers and a merchant's style do leaves no mark.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, type Gateway, type OpenedForm, ofTheWidget, test } from './fixtures.ts';
import { bankIn, CHALLENGE, challengeIn } from './waiting-payment.ts';

const NUMBER = 'iframe.wpwl-control-cardNumber';
const SECOND_MS = 1000;
/** More than a busy machine takes to hand it to all frames. */
const AHEAD_MS = 5 * SECOND_MS;
const SOME_SECONDS = 4;
const LEAST_OBSERVER_DELAY_MS = 100;
const TOLD_WITHIN_MS = 500;

test.beforeEach(({ page }) => page.clock.install());

/** Something of the page's own over the number's frame, with the caret in it where it takes one. */
const layOver = (page: Page, tag: 'input' | 'div', style: string) =>
  page.locator(NUMBER).evaluate(
    (frame, [name, css]) => {
      const { left, top, width, height } = frame.getBoundingClientRect();
      const box = `left:${left}px;top:${top + scrollY}px;width:${width}px;height:${height}px`;
      const over = document.createElement(name);
      over.id = 'over';
      over.style.cssText = `position:absolute;box-sizing:border-box;border:0;${box};${css}`;
      document.body.append(over);
    },
    [tag, style] as const,
  );
/** What comes next in a field's frame comes right behind the last key, however busy the machine is. */
const stopClockOf = (input: Locator) =>
  input.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });
const takeAway = (page: Page) => page.locator('#over').evaluate((over) => over.remove());

const fieldsOf = (page: Page) => page.frames().filter((each) => each.name().startsWith('card.'));

/** The browser's first word of an element to a new observer, which is what holds. */
const TOLD = (selector: string) => `new Promise((resolve) => {
  const observer = new IntersectionObserver(() => resolve(observer.disconnect()), {
    trackVisibility: true,
    delay: ${LEAST_OBSERVER_DELAY_MS},
  });
  observer.observe(document.querySelector('${selector}'));
})`;

/**
 * Until the fields know what holds: what the page has posted to them has arrived, and the browser has told
 * them whether they are seen. On a busy machine that takes longer than our seconds do.
 */
async function settle(page: Page): Promise<void> {
  const fields = fieldsOf(page);
  expect(fields).toHaveLength(2);
  for (const field of fields) {
    await field.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers<void>();
      addEventListener('message', ({ data }) => data === 'last' && resolve());
      Object.assign(window, { hasArrived: promise });
    });
    const selector = `iframe[name="${field.name()}"]`;
    await page.evaluate(TOLD(selector));
    await page.locator(selector).evaluate((frame) => {
      (frame as HTMLIFrameElement).contentWindow?.postMessage('last', '*');
    });
    await field.evaluate('hasArrived');
  }
  // An observer of the fields that has told something just now says no more for so long.
  for (const pause of [LEAST_OBSERVER_DELAY_MS, 0]) {
    const told = Promise.all(fields.map((field) => field.evaluate(TOLD('body'))));
    // A browser does not draw what is hidden, and has said so before.
    await Promise.race([told, page.waitForTimeout(TOLD_WITHIN_MS)]);
    await page.waitForTimeout(pause);
  }
}

/** Nobody looks any more, but when time is let pass. */
async function stop(page: Page): Promise<void> {
  const now = (await page.evaluate('Date.now()')) as number;
  await page.clock.pauseAt(now + AHEAD_MS);
  await settle(page);
}

async function passWhileStopped(page: Page, seconds = SOME_SECONDS): Promise<void> {
  await settle(page);
  for (let passed = 0; passed < seconds; passed++) {
    await page.clock.runFor(SECOND_MS);
    await settle(page);
  }
}

/** Time that a field spends in a state: the evidence is in seconds, which pass at once. */
async function pass(page: Page, seconds = SOME_SECONDS): Promise<void> {
  await stop(page);
  await passWhileStopped(page, seconds);
  await page.clock.resume();
}

async function evidenceOf(gateway: Gateway, { form, checkoutId }: OpenedForm) {
  await form.payButton.click();
  await form.page.waitForURL('**/result?**');
  const { result, risk } = await gateway.status(checkoutId);
  expect(result.code).toBe('000.100.110');
  return risk?.fieldEvidence;
}

test('the storage for it is open when the shopper pays, who would wait for that', async ({
  page,
  openReady,
}) => {
  await page.addInitScript(() => {
    const { getItem } = Storage.prototype;
    Object.assign(window, { reads: 0 });
    Storage.prototype.getItem = function (key) {
      Object.assign(window, { reads: Reflect.get(window, 'reads') + 1 });
      return getItem.call(this, key);
    };
  });
  await openReady();
  await pass(page);
  const fields = fieldsOf(page);
  const reads = await Promise.all(fields.map((field) => field.evaluate('reads')));
  expect(reads.filter((count) => Number(count) > 0)).toHaveLength(2);
});

test.describe('leaves its mark:', () => {
  const OVERLAYS: readonly (readonly [what: string, tag: 'input' | 'div', style: string])[] = [
    ['a transparent field that catches the keys', 'input', 'background:transparent'],
    ['one that is not drawn at all', 'input', 'opacity:0'],
    ['a picture of a field that lets clicks through', 'div', 'background:#fff;pointer-events:none'],
  ];
  for (const [what, tag, style] of OVERLAYS) {
    test(`${what}, over the number`, async ({ page, openReady, gateway, consoleMessages }) => {
      const opened = await openReady();
      await layOver(page, tag, style);
      await pass(page);
      await takeAway(page);
      await opened.form.type();
      const evidence = await evidenceOf(gateway, opened);
      expect(evidence['card.number'].covered).toBeGreaterThan(0);
      expect(evidence['card.number'].covered).toBeLessThan(30);
      expect(evidence).not.toHaveProperty('card.cvv');
      await expect
        .poll(() => ofTheWidget(consoleMessages).join())
        .toMatch(/card\.number covered \d+/);
    });
  }

  test('something over the number that was there before its frame', async ({
    page,
    openReady,
    gateway,
  }) => {
    const opened = await openReady({
      after: '<div id="over" style="position:fixed;inset:0;background:transparent"></div>',
    });
    await pass(page);
    await takeAway(page);
    await opened.form.type();
    const evidence = await evidenceOf(gateway, opened);
    expect(evidence['card.number'].covered).toBeGreaterThan(0);
    expect(evidence['card.cvv'].covered).toBeGreaterThan(0);
  });

  const THEFTS: readonly (readonly [string, string])[] = [
    ['into a field of its own', "document.querySelector('#trap').focus()"],
    ['into nothing', 'document.activeElement.blur()'],
    ['by asking for the seal', 'wpwl.executePayment("wpwl-container-card")'],
  ];
  for (const [where, theft] of THEFTS) {
    test(`a page that takes the focus from the number ${where}`, async ({
      page,
      openReady,
      gateway,
      consoleMessages,
    }) => {
      const opened = await openReady({
        before: '<input id="trap" style="opacity:0">',
      });
      const { form } = opened;
      await stopClockOf(form.number);
      await form.number.pressSequentially('42000000');
      await page.evaluate(theft);
      // The page has these, but where the form has given the focus back by then.
      await page.keyboard.type('0000');
      await form.number.click();
      await form.number.press('End');
      const digits = (await form.number.inputValue()).replaceAll(' ', '').length;
      await page.keyboard.type('0'.repeat(16 - digits));
      await expect(form.number).toHaveValue('4200 0000 0000 0000');
      await form.expiry.pressSequentially('1234');
      await form.holder.pressSequentially('Jane Jones');
      await form.cvv.pressSequentially('123');
      expect(await evidenceOf(gateway, opened)).toEqual({ 'card.number': { focusTaken: 1 } });
      await expect
        .poll(() => ofTheWidget(consoleMessages).join())
        .toContain('card.number focusTaken 1');
    });
  }

  test('a page that takes the focus from the CVV, also where it loads the frame again', async ({
    page,
    openReady,
    gateway,
  }) => {
    const opened = await openReady({ before: '<input id="trap">' });
    const { form } = opened;
    await stopClockOf(form.cvv);
    await form.cvv.pressSequentially('1');
    await page.evaluate("document.querySelector('#trap').focus()");
    await expect(page.locator('#trap')).toBeFocused();
    await page.locator('iframe.wpwl-control-cvv').evaluate((frame) => {
      delete frame.dataset['ready'];
      frame.parentElement?.prepend(frame);
    });
    await form.isReady();
    await form.type();
    expect(await evidenceOf(gateway, opened)).toEqual({ 'card.cvv': { focusTaken: 1 } });
  });
});

test.describe('leaves its mark, too:', () => {
  test('a page that has the rest typed into a second frame, which was there before', async ({
    page,
    openReady,
    gateway,
  }) => {
    const opened = await openReady({ before: '<input id="trap">' });
    const { form } = opened;
    const second = await page.evaluate((selector) => {
      const frame = document.querySelector<HTMLIFrameElement>(selector);
      const other = frame?.cloneNode() as HTMLIFrameElement;
      other.id = 'second';
      return new Promise<string>((resolve) => {
        other.addEventListener('load', () => {
          const { port1, port2 } = new MessageChannel();
          other.contentWindow?.postMessage({ type: 'init' }, '*', [port2]);
          port1.onmessage = ({ data }) => data.type === 'ready' && resolve(other.id);
        });
        document.querySelector('main')?.append(other);
      });
    }, NUMBER);
    const input = page.frameLocator(`#${second}`).locator('input');
    await stopClockOf(input);
    await input.pressSequentially('4200');
    await page.evaluate("document.querySelector('#trap').focus()");
    await expect(page.locator('#trap')).toBeFocused();
    await page.locator(`#${second}`).evaluate((frame) => frame.remove());
    await form.type();
    expect(await evidenceOf(gateway, opened)).toEqual({ 'card.number': { focusTaken: 1 } });
  });
});

test.describe('leaves none:', () => {
  const HIDINGS: readonly (readonly [what: string, css: string])[] = [
    ['an accordion that is shut', 'form.wpwl-form { block-size: 0; overflow: hidden }'],
    [
      'a tab that is not chosen',
      'form.wpwl-form { position: absolute; visibility: hidden; inline-size: 100% }',
    ],
    [
      'a slide that has faded out',
      'form.wpwl-form { position: absolute; inline-size: 100%; opacity: 0; pointer-events: none }',
    ],
  ];
  for (const [what, css] of HIDINGS) {
    test(`${what}, with other ways to pay in its place`, async ({ page, openReady, gateway }) => {
      const opened = await openReady({
        after: '<section style="block-size:40rem">Pay later</section>',
      });
      await stop(page);
      const style = await page.addStyleTag({ content: css });
      await passWhileStopped(page);
      await style.evaluate((element) => element.parentNode?.removeChild(element));
      await passWhileStopped(page, 2);
      await page.clock.resume();
      await opened.form.type();
      expect(await evidenceOf(gateway, opened)).toBeUndefined();
    });
  }

  const EFFECTS: readonly (readonly [what: string, css: string])[] = [
    ['opacity', 'form.wpwl-form { opacity: .6 }'],
    ['opacity of the frame', 'iframe.wpwl-control { opacity: .9 }'],
    ['a transform', 'form.wpwl-form { transform: rotate(2deg) scale(.95) }'],
    ['a place in the middle of a dialog', 'main { transform: translate(3px, 10px) }'],
    ['a filter', 'main { filter: drop-shadow(0 0 4px red) }'],
    [
      'an animation',
      '@keyframes pulse { 50% { opacity: .5; scale: .9 } } form.wpwl-form { animation: pulse 700ms infinite }',
    ],
  ];
  for (const [what, css] of EFFECTS) {
    test(`${what} of the form`, async ({ page, openReady, gateway }) => {
      const opened = await openReady();
      await stop(page);
      await passWhileStopped(page, 2);
      const style = await page.addStyleTag({ content: css });
      await passWhileStopped(page);
      await style.evaluate((element) => element.parentNode?.removeChild(element));
      await passWhileStopped(page, 1);
      await page.clock.resume();
      await opened.form.type();
      await pass(page, 2);
      expect(await evidenceOf(gateway, opened)).toBeUndefined();
    });
  }

  test('opacity inside the fields', async ({ page, openReady, gateway }) => {
    const opened = await openReady({
      options: "{ iframeStyles: { 'card-number': { opacity: '.5' }, cvv: { opacity: '.5' } } }",
    });
    await opened.form.type();
    await pass(page);
    expect(await evidenceOf(gateway, opened)).toBeUndefined();
  });

  for (const layout of ['classic', 'list']) {
    test(`labels inside of the fields, ${layout}`, async ({ page, openReady, gateway }) => {
      const opened = await openReady({
        options: `{ layout: '${layout}', density: 'condensed' }`,
      });
      await pass(page);
      await opened.form.type();
      await opened.form.cvv.focus();
      await pass(page);
      expect(await evidenceOf(gateway, opened)).toBeUndefined();
    });
  }

  test('more logos than fit beside the number, in a narrow form', async ({
    page,
    openReady,
    gateway,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const opened = await openReady({ brands: 'VISA MASTER AMEX MADA MAESTRO DINERS JCB' });
    await pass(page);
    await opened.form.type();
    expect(await evidenceOf(gateway, opened)).toBeUndefined();
  });

  test('a browser that fills the fields, and one who pastes', async ({
    page,
    openReady,
    gateway,
  }) => {
    const opened = await openReady();
    const { form } = opened;
    await form.number.evaluate((input: HTMLInputElement) => {
      input.focus();
      input.value = '42000000';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.blur();
      input.value = '4200000000000000';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await form.cvv.evaluate((input: HTMLInputElement) => {
      input.focus();
      document.execCommand('insertText', false, '123');
    });
    await form.expiry.fill('12 / 34');
    await form.holder.fill('Jane Jones');
    await pass(page, 2);
    expect(await evidenceOf(gateway, opened)).toBeUndefined();
  });

  test('an input method that ends its composition when the field is left', async ({
    page,
    openReady,
    gateway,
  }) => {
    const opened = await openReady();
    const { form } = opened;
    await form.number.click();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', {
      text: '４２０',
      selectionStart: 3,
      selectionEnd: 3,
    });
    await form.holder.focus();
    await form.number.fill('');
    await form.type();
    await expect(form.number).toHaveValue('4200 0000 0000 0000');
    expect(await evidenceOf(gateway, opened)).toBeUndefined();
  });

  test('a shopper who leaves in the middle by a key, looks elsewhere and comes back', async ({
    page,
    openReady,
    gateway,
  }) => {
    const opened = await openReady();
    const { form } = opened;
    await form.number.pressSequentially('4200');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await form.number.press('End');
    await page.keyboard.type('000000000000');
    await page.evaluate(() => scrollTo(0, 2000));
    await form.expiry.pressSequentially('1234');
    await form.holder.pressSequentially('Jane Jones');
    await form.cvv.pressSequentially('1');
    await page.keyboard.press('Tab');
    await form.cvv.press('End');
    await page.keyboard.type('23');
    expect(await evidenceOf(gateway, opened)).toBeUndefined();
  });

  test('the bank’s question in front of the form, and a decline after it', async ({
    page,
    openReady,
    gateway,
  }) => {
    const opened = await openReady({ options: '{ stayOnDecline: true }' });
    const { form } = opened;
    await form.pay({ number: CHALLENGE });
    const bank = bankIn(challengeIn(page));
    await bank.locator('select[name=transStatus]').selectOption('N');
    await pass(page);
    await bank.getByRole('button').click();
    await expect(form.message).toBeVisible();
    await form.number.fill('');
    await form.number.pressSequentially('4200000000000000');
    await form.cvv.pressSequentially('123');
    expect(await evidenceOf(gateway, opened)).toBeUndefined();
  });
});
