/** A sample of the languages: far letters, long words, other digits, right to left. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { directionOf, LANGUAGES } from '../../contract/languages.ts';
import { GOOD_CARD } from '../card.ts';
import { TESTED_LANGUAGES } from '../tested-languages.ts';
import { FORM, useShop } from './shop.ts';

const shop = useShop();

const textsOf = (code: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`${import.meta.dirname}/../../locales/${code}.json`, 'utf8'));

describe.each(TESTED_LANGUAGES)('in %s', (code) => {
  const texts = textsOf(code);
  const tag = LANGUAGES[code] ?? code;
  const direction = directionOf(code);

  test('one buys something, corrects a mistake and lands in the shop', async () => {
    const { tab } = shop;
    // The form goes by the room that it has, and no window of WebKit gets as narrow as a phone's.
    const checkoutId = await shop.openForm({
      html: '',
      head: '<style>main { box-sizing: border-box; inline-size: 320px }</style>',
      options: `{locale: '${code}'}`,
    });
    expect(await tab.attribute(FORM, 'lang')).toBe(tag);
    expect(await tab.css(FORM, 'direction')).toBe(direction);
    expect(await tab.text(`${FORM} .wpwl-button-pay`)).toBe(texts['submit']);
    for (const [name, key] of [
      ['card.number', 'cardNumber'],
      ['card.cvv', 'cvv'],
    ] as const) {
      const frame = tab.in(`iframe[name="${name}"]`);
      // The form is ready when its frames are; a frame hears of the language a message later.
      await expect.poll(() => frame.attribute('html', 'lang')).toBe(tag);
      expect(await frame.attribute('html', 'dir')).toBe(direction);
      expect(await frame.attribute('input', 'aria-label')).toBe(texts[key]);
      expect(await tab.attribute(`iframe[name="${name}"]`, 'title')).toBe(texts[key]);
    }
    await shop.fill({ number: GOOD_CARD.number, expiry: '0120' });
    await shop.enter('holder');
    const hint = `${FORM} .wpwl-hint-expiryMonthError`;
    await expect.poll(() => tab.text(hint)).toBe(texts['expiryPastError']);
    await shop.fill({ holder: GOOD_CARD.holder, cvv: GOOD_CARD.cvv });
    await shop.pressPay();
    await expect.poll(() => tab.run(() => document.activeElement?.className)).toMatch(/expiry/);
    expect(await tab.run(() => document.querySelector('main')?.scrollWidth)).toBe(320);
    await tab.press('a', 'Control');
    await tab.type('1234');
    await shop.pressPay();
    await shop.landed();
    expect(await shop.resultOf(checkoutId)).toBe('000.100.110');
  });
});

test('Arabic: labels and marks begin at the right, digits run from left to right', async () => {
  const { tab } = shop;
  await shop.openForm({ html: 'lang="ar" dir="rtl"' });
  await shop.pressPay();
  await expect.poll(() => tab.count('.wpwl-hint-cardNumberError')).toBe(1);
  const edges = await tab.run(
    (...selectors) =>
      selectors.map((selector) => document.querySelector(selector)?.getBoundingClientRect().right),
    `${FORM} .wpwl-label-cardNumber label`,
    `${FORM} .wpwl-control-cardNumber`,
    `${FORM} .wpwl-hint-cardNumberError`,
  );
  const [label = 0, field = 0, hint = 0] = edges;
  expect(Math.abs(label - field)).toBeLessThan(2);
  expect(Math.abs(hint - field)).toBeLessThan(2);
  const box = (selector: string) =>
    tab.run((of) => document.querySelector(of)?.getBoundingClientRect().left ?? 0, selector);
  expect(await box(`${FORM} .wpwl-control-expiry`)).toBeGreaterThan(
    await box(`${FORM} .wpwl-control-cvv`),
  );
  await shop.fill({ number: '٤٢٠٠٠٠٠٠' });
  await expect.poll(() => shop.value('number')).toBe('4200 0000');
  expect(await tab.in('iframe[name="card.number"]').css('input', 'direction')).toBe('ltr');
});
