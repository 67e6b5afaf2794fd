/** Larger text, a magnified page, text set wider: nothing is lost and nothing scrolls sideways. */
import type { CardForm } from './card-form.ts';
import { expect, type Page, test } from './fixtures.ts';
import { focused } from './focus.ts';

const LANGUAGES = ['en', 'de', 'gr', 'ar'] as const;

/** WCAG 1.4.12, as a shopper's own style sheet or extension would set it, in frames too. */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** Texts that do not fit their box, and boxes that stand over the edge of the page. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const parts =
      'label, button, select, input:not([type=hidden]), iframe, .wpwl-hint, .wpwl-message';
    const all = [...document.querySelectorAll<HTMLElement>(`form.wpwl-form :is(${parts})`)];
    const seen = all.filter((element) => element.checkVisibility());
    const isCut = (element: HTMLElement) => {
      const { left, right } = element.getBoundingClientRect();
      const isOutside = left < -1 || right > innerWidth + 1;
      // A select and an input shorten their text with dots, as their placeholder says no more.
      const isTooFull = element.matches('label, button, .wpwl-hint, .wpwl-message')
        ? element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
        : false;
      return isOutside || isTooFull || element.scrollHeight > element.offsetHeight + 1;
    };
    return seen
      .filter(isCut)
      .map(({ tagName, className, innerText }) => `${tagName} ${className} ${innerText}`);
  });

const overlapping = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('form.wpwl-form > *')]
      .filter((element) => element.checkVisibility() && !element.matches('.wpwl-live'))
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    return boxes.flatMap(({ element, box }, n) =>
      boxes
        .slice(n + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right - 1 &&
            other.left < box.right - 1 &&
            box.top < other.bottom - 1 &&
            other.top < box.bottom - 1,
        )
        .map((other) => `${element.className} and ${other.element.className}`),
    );
  });

async function expectWhole(form: CardForm): Promise<void> {
  const { page } = form;
  const width = page.viewportSize()?.width;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  expect(await cutOff(page)).toEqual([]);
  expect(await overlapping(page)).toEqual([]);
  for (const input of [form.number, form.cvv]) {
    const fits = await input.evaluate((element) => {
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      return size <= innerHeight && document.documentElement.scrollHeight <= innerHeight;
    });
    expect(fits).toBe(true);
  }
}

async function showErrors(form: CardForm): Promise<void> {
  await form.isReady();
  await form.payButton.click();
  await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
}

for (const language of LANGUAGES) {
  const options = `{locale: '${language}', stayOnDecline: true}`;

  test(`text at 200 % in ${language}`, async ({ openForm }) => {
    const { form } = await openForm({ options, head: '<style>html { font-size: 200% }</style>' });
    await showErrors(form);
    for (const input of [form.number, form.cvv, form.expiry, form.holder, form.payButton]) {
      await expect(input).toHaveCSS('font-size', '32px');
    }
    await expectWhole(form);
  });

  test(`a page at 400 % in ${language}: 320 × 256 px, and the focus is never hidden`, async ({
    openForm,
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    const { form } = await openForm({ options });
    await showErrors(form);
    await expectWhole(form);
    for (const [name, stop] of [
      ['frame card.number', form.root.locator('.wpwl-control-cardNumber')],
      ['card.expiry', form.expiry],
      ['frame card.cvv', form.root.locator('.wpwl-control-cvv')],
      ['card.holder', form.holder],
      ['pay', form.payButton],
    ] as const) {
      await expect.poll(() => focused(page)).toBe(name);
      await expect(stop).toBeInViewport({ ratio: 0.99 });
      await page.keyboard.press('Tab');
    }
    await form.pay({ number: '4200000000001016' });
    await expect(form.message).toBeVisible();
    await expectWhole(form);
  });

  test(`text set wider in ${language}`, async ({ openForm, page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const { form } = await openForm({ options });
    await showErrors(form);
    for (const frame of page.frames()) {
      await frame.evaluate((css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets.push(sheet);
      }, TEXT_SPACING);
    }
    await expectWhole(form);
    await form.pay({ number: '4200000000001016' });
    await expect(form.message).toBeVisible();
    await expectWhole(form);
  });
}
