import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CheckoutFormData } from '../../../contract/form-data.ts';
import ar from '../../../locales/ar.json' with { type: 'json' };
import en from '../../../locales/en.json' with { type: 'json' };
import pl from '../../../locales/pl.json' with { type: 'json' };
import { type Dictionary, lackingTexts, lookUp, placeholderText, type TextRef } from './texts.ts';

const page: { wpwlOptions?: unknown } = {};
const lookUpIn = (ref: TextRef, texts: Dictionary, language: string) =>
  lookUp(ref, { language, direction: 'ltr', texts });
const english = (ref: TextRef) => lookUpIn(ref, en, 'en');

beforeEach(() => {
  delete page.wpwlOptions;
  vi.stubGlobal('window', page);
});

describe('a text', () => {
  test('comes from the dictionary', () => {
    expect(english({ key: 'submit' })).toBe('Pay now');
  });

  test('has a closer wording where there is one', () => {
    expect(english({ key: 'cvvError', variant: 'cvvErrorAmex' })).toContain('4 digits');
    expect(english({ key: 'cvvError', variant: 'notThere' })).toContain('3 digits');
  });

  test.each([
    ['in labels', { labels: { cvvError: 'Own words' } }],
    ['in errorMessages', { errorMessages: { cvvError: 'Own words' } }],
  ])('of the merchant goes before it, also before the closer wording: %s', (_, options) => {
    page.wpwlOptions = options;
    expect(english({ key: 'cvvError', variant: 'cvvErrorAmex' })).toBe('Own words');
  });

  test('that is no text is passed over', () => {
    page.wpwlOptions = { labels: { submit: 5 } };
    expect(english({ key: 'submit' })).toBe('Pay now');
  });

  test.each([
    [1, 'Please check CVV.'],
    [3, 'Please check 3 fields: CVV.'],
  ])('has the plural form for %d', (count, expected) => {
    expect(english({ key: 'errorSummary', values: { count, fields: 'CVV' } })).toBe(expected);
  });

  test('has the plural form of a closer wording, but for what the merchant says in its place', () => {
    const ref = { key: 'submit', variant: 'submitParts', values: { count: 3, amount: '€9.00' } };
    const inPolish = () => lookUpIn(ref, pl, 'pl');
    expect(inPolish()).toBe('Zapłać €9.00 w 3 ratach');
    page.wpwlOptions = { labels: { submitParts_few: 'Na raty' } };
    expect(inPolish()).toBe('Na raty');
    page.wpwlOptions = { labels: { submit: 'Zamawiam' } };
    expect(inPolish()).toBe('Zamawiam');
    page.wpwlOptions = {};
    expect(lookUpIn(ref, { submit: 'Zapłać' }, 'pl')).toBe('Zapłać');
  });

  test('of the merchant may be one plural form, or all of them', () => {
    const polish = (count: number) =>
      lookUpIn({ key: 'errorSummary', values: { count, fields: 'CVV' } }, pl, 'pl');
    page.wpwlOptions = { labels: { errorSummary_few: 'Kilka: {{fields}}' } };
    expect(polish(3)).toBe('Kilka: CVV');
    expect(polish(5)).toContain('5');
    page.wpwlOptions = { labels: { errorSummary_few: 'Kilka', errorSummary: 'Wszystko' } };
    expect([polish(3), polish(5)]).toEqual(['Kilka', 'Wszystko']);
  });

  test.each([1, 2, 3, 11, 100])('has a plural form of its own in Arabic for %d', (count) => {
    const text = lookUpIn({ key: 'errorSummary', values: { count, fields: 'CVV' } }, ar, 'ar');
    expect(text).toContain('CVV');
  });

  describe('in a language of the page', () => {
    const serbian = (ref: TextRef) =>
      lookUp(ref, { language: 'sr', direction: 'ltr', own: 'sr', textsLanguage: 'en', texts: en });
    const summary = (count: number) =>
      serbian({ key: 'errorSummary', values: { count, fields: 'CVV' } });

    test('goes before ours, and a label before both', () => {
      page.wpwlOptions = { languages: { sr: { submit: 'Plati' } } };
      expect(serbian({ key: 'submit' })).toBe('Plati');
      page.wpwlOptions = { languages: { sr: { submit: 'Plati' } }, labels: { submit: 'Own' } };
      expect(serbian({ key: 'submit' })).toBe('Own');
    });

    test.each([
      [{}, 'nothing'],
      [{ sr: 'Plati' }, 'a text for a table'],
      [{ sr: { submit: 5 } }, 'a number for a text'],
      [{ hr: { submit: 'Plati' } }, 'another language'],
    ])('is ours where %j has %s', (languages: unknown, _) => {
      page.wpwlOptions = { languages };
      expect(serbian({ key: 'submit' })).toBe('Pay now');
    });

    test('is counted by its own grammar', () => {
      const sr = {
        errorSummary_one: 'jedno',
        errorSummary_few: 'nekoliko',
        errorSummary_other: 'mnogo',
      };
      page.wpwlOptions = { languages: { sr } };
      expect([1, 21, 3, 5].map(summary)).toEqual(['jedno', 'jedno', 'nekoliko', 'mnogo']);
    });

    test('may have one text for all counts', () => {
      page.wpwlOptions = { languages: { sr: { errorSummary: 'sve: {{count}}' } } };
      expect([1, 3].map(summary)).toEqual(['sve: 1', 'sve: 3']);
    });

    test('is counted by English grammar where it is English', () => {
      expect(summary(21)).toBe('Please check 21 fields: CVV.');
    });

    test('has its general wording before our closer one', () => {
      page.wpwlOptions = { languages: { sr: { cvvError: 'Pogrešan CVV.' } } };
      expect(serbian({ key: 'cvvError', variant: 'cvvErrorAmex' })).toBe('Pogrešan CVV.');
    });

    test('lacks what it should have, a plural form as well', () => {
      const texts = { language: 'sr', direction: 'ltr', own: 'sr', textsLanguage: 'en', texts: en };
      const ownKeys = [
        'submit',
        'brand',
        'errorSummary_one',
        'errorSummary_few',
        'sessionEnding_one',
      ];
      page.wpwlOptions = {
        languages: { sr: { submit: 'Plati', errorSummary_one: 'jedno', sessionEnding: 'sve' } },
      };
      const data = { ...texts, ownKeys } as unknown as CheckoutFormData;
      expect(lackingTexts(data)).toBe('brand, errorSummary_few');
    });
  });

  test('is there for the worst before any dictionary has come', () => {
    expect(lookUp({ key: 'loadFailed' })).toContain('Check your connection');
    expect(lookUp({ key: 'submit' })).toBe('');
  });

  test('writes a number as its language does, and nothing for a value that is missing', () => {
    const texts = { minutes: 'noch {{count}} von {{all}} Minuten' };
    const text = lookUpIn({ key: 'minutes', values: { count: 1234.5 } }, texts, 'de');
    expect(text).toBe('noch 1.234,5 von  Minuten');
  });

  test('is in the language of the page that its options name, before the gateway has said which', () => {
    page.wpwlOptions = { locale: 'sr', languages: { sr: { tryAgain: 'Probaj' } } };
    expect(lookUp({ key: 'tryAgain' })).toBe('Probaj');
    expect(lookUp({ key: 'formUnavailable' })).toContain('cannot be used at the moment');
  });

  test('has the merchant’s closer wording before the general one', () => {
    page.wpwlOptions = { labels: { cvvErrorAmex: 'Four!', cvvError: 'Three!' } };
    expect(english({ key: 'cvvError', variant: 'cvvErrorAmex' })).toBe('Four!');
  });

  test('of errorMessages goes before the same of labels', () => {
    page.wpwlOptions = { labels: { cvvError: 'label' }, errorMessages: { cvvError: 'error' } };
    expect(english({ key: 'cvvError' })).toBe('error');
  });
});

describe('what stands in an empty field', () => {
  test.each([
    ['the label', {}, 'CVV'],
    ['the merchant’s words', { placeholders: { cvv: '123' } }, '123'],
    ['nothing, where the merchant wants that', { placeholders: { cvv: '' } }, ''],
    ['the label, where the merchant’s words are no text', { placeholders: { cvv: 123 } }, 'CVV'],
    ['nothing, where placeholders are off', { showPlaceholders: false }, ''],
    [
      'nothing, whatever the words, where placeholders are off',
      { showPlaceholders: 'false', placeholders: { cvv: '123' } },
      '',
    ],
  ])('is %s', (_, options, expected) => {
    page.wpwlOptions = options;
    expect(placeholderText('cvv', 'CVV')).toBe(expected);
  });
});
