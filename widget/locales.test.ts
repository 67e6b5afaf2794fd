import { describe, expect, test } from 'vitest';
import ar from '../locales/ar.json' with { type: 'json' };
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };

const LANGUAGES: Record<string, Record<string, string>> = { en, de, ar };
const PLURAL = /_(zero|one|two|few|many|other)$/;
const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();

describe.each(Object.entries(LANGUAGES))('%s', (language, texts) => {
  const plain = (all: object) => Object.keys(all).filter((key) => !PLURAL.test(key));

  test('has the same keys as English', () => {
    expect(plain(texts).sort()).toEqual(plain(en).sort());
  });

  test('has every plural form that its grammar asks for', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const form of pluralCategories) expect(texts).toHaveProperty(`errorSummary_${form}`);
  });

  test('keeps every placeholder', () => {
    for (const key of plain(texts)) {
      expect(placeholders(texts[key] ?? '')).toEqual(placeholders(en[key as keyof typeof en]));
    }
  });

  test('leaves nothing empty', () => {
    expect(Object.entries(texts).filter(([, text]) => !text.trim())).toEqual([]);
  });
});

describe('what outside test suites look for', () => {
  test.each([
    [en.cardNumberError, 'Invalid card number or brand'],
    [en.expiryMonthError, 'Invalid expiry date'],
    [en.expiryPastError, 'Invalid expiry date'],
    [en.cvvError, 'Invalid CVV'],
    [en.cvvErrorAmex, 'Invalid CVV'],
    [en.cardHolderError, 'Invalid card holder'],
  ])('%s begins with %s', (text, beginning) => {
    expect(text.startsWith(`${beginning}.`)).toBe(true);
  });

  test.each([
    [en.submit, 'Pay now'],
    [en.mmyy, 'MM / YY'],
    [ar.cardNumber, 'رقم البطاقة'],
    [ar.cardHolder, 'اسم حامل البطاقة'],
    [ar.mmyy, 'شهر / سنة'],
    [ar.cvv, 'رمز التحقق (CVV)'],
    [ar.expiryDate, 'تاريخ الانتهاء'],
    [ar.submit, 'إدفع الأن'],
  ])('%s is %s', (text, expected) => {
    expect(text).toBe(expected);
  });
});
