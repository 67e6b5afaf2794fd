import { describe, expect, test } from 'vitest';
import { ownLanguageFor, translationFor } from './translations.ts';

describe('words', () => {
  test.each([
    ['cz', 2, 'few'],
    ['cz', 5, 'other'],
    ['dk', 1, 'one'],
    ['se', 2, 'other'],
    ['ru', 21, 'one'],
    ['ar', 11, 'many'],
    ['gr', 1, 'one'],
  ])('in %s are counted by the language’s grammar: %d is %s', (locale, count, form) => {
    const { texts, word } = translationFor(locale);
    const expected = texts[`errorSummary_${form}`]
      ?.replaceAll('{{count}}', String(count))
      .replaceAll('{{fields}}', 'A, B');
    expect(expected).toBeTruthy();
    expect(word('errorSummary', { count, fields: 'A, B' })).toBe(expected);
  });

  test('keep markup as it is: they are escaped where they are written', () => {
    expect(translationFor('en').word('submitAmount', { amount: '<b>' })).toBe('Pay <b>');
  });

  test('of a language that there is not are English', () => {
    expect(translationFor('xx').word('submit')).toBe(translationFor('en').word('submit'));
  });
});

describe('a shopper’s region', () => {
  test.each([
    ['pt', 'pt-PT', 'Prestações'],
    ['pt-AO', 'pt-AO', 'Prestações'],
    ['pt-BR', 'pt-BR', 'Parcelas'],
    ['pt_BR', 'pt-BR', 'Parcelas'],
    ['es-MX', 'es-MX', 'Pago a meses'],
    ['es-CO', 'es-CO', 'Pago a plazos'],
    ['fr-CA', 'fr-CA', 'Versements'],
    ['en', 'en', 'Instalments'],
    ['en-US', 'en-US', 'Installments'],
    ['en-GB', 'en-GB', 'Instalments'],
    ['de-CH', 'de-CH', 'Ratenzahlung'],
    ['dk', 'da', 'Betaling i rater'],
    ['no-NO', 'nb-NO', 'Delbetaling'],
    ['zh', 'zh-CN', '分期付款'],
    ['ar', 'ar', 'التقسيط'],
    ['ar-EG', 'ar-EG-u-nu-latn', 'التقسيط'],
    ['xx-US', 'en', 'Instalments'],
    ['de-x', 'de', 'Ratenzahlung'],
  ])('%s: Intl and lang get %s, the words are its own', (wanted, language, installments) => {
    expect(translationFor(wanted)).toMatchObject({ language, texts: { installments } });
    expect(translationFor(wanted).word('installments')).toBe(installments);
  });

  test.each(['zh-TW', 'zh-HK', 'zh-Hant', 'zh-Hant-TW', 'zh_TW'])(
    '%s is written in traditional characters',
    (wanted) => {
      const { locale, language, texts, word } = translationFor(wanted);
      expect({ locale, language }).toEqual({ locale: 'cn', language: wanted.replace('_', '-') });
      expect(texts['cardNumber']).toBe('卡號');
      // What both scripts write alike stands in one file.
      expect(texts['cancel']).toBe('取消');
      expect(word('sessionEnding', { count: 3 })).toBe('付款時間還剩 3 分鐘。請儘快完成付款。');
    },
  );

  test.each(['zh-CN', 'zh-SG', 'zh-Hans-HK'])('%s in simplified ones', (wanted) => {
    expect(translationFor(wanted).texts['cardNumber']).toBe('卡号');
  });

  test('writes money as people there do', () => {
    const price = (wanted: string, currency: string) =>
      new Intl.NumberFormat(translationFor(wanted).language, { style: 'currency', currency })
        .format(1234.5)
        .replaceAll(/\s/g, ' ');
    expect(price('es-MX', 'MXN')).toBe('$1,234.50');
    expect(price('de-CH', 'CHF')).toMatch(/^CHF 1.234\.50$/);
    expect(price('pt', 'EUR')).toBe('1234,50 €');
    expect(price('pt-BR', 'BRL')).toBe('R$ 1.234,50');
    expect(price('fr-CA', 'CAD')).toBe('1 234,50 $');
    expect(price('ar-EG', 'EGP')).toMatch(/1,234\.50/);
  });
});

describe('a language of the page itself', () => {
  test.each([
    ['sr', ['sr'], 'sr', 'sr', 'ltr', 'en'],
    ['sr_Latn_RS', ['he', 'sr', 'sr-latn'], 'sr-latn', 'sr-Latn-RS', 'ltr', 'en'],
    ['sr-Cyrl-RS', ['sr', 'sr-Latn'], 'sr', 'sr-Cyrl-RS', 'ltr', 'en'],
    ['sr-Latn-RS', ['sr', 'sr-RS'], 'sr-RS', 'sr-Latn-RS', 'ltr', 'en'],
    ['he-IL', ['he'], 'he', 'he-IL', 'rtl', 'en'],
    ['he', ['iw'], 'iw', 'he', 'rtl', 'en'],
    ['fa', ['fa'], 'fa', 'fa-u-nu-latn', 'rtl', 'en'],
    ['fa-IR', ['fa'], 'fa', 'fa-IR-u-nu-latn', 'rtl', 'en'],
    ['ur', ['ur'], 'ur', 'ur', 'rtl', 'en'],
    ['uz-Arab', ['uz'], 'uz', 'uz-Arab-u-nu-latn', 'rtl', 'en'],
    ['de-AT', ['de'], 'de', 'de-AT', 'ltr', 'de'],
    ['el', ['gr'], 'gr', 'el', 'ltr', 'el'],
    ['dk', ['da'], 'da', 'da', 'ltr', 'da'],
    ['pt-BR', ['pt'], 'pt', 'pt-BR', 'ltr', 'pt-PT'],
    ['en-IN', ['en_IN'], 'en_IN', 'en-IN', 'ltr', 'en'],
  ])('%s is among %j: %s', (wanted, names, own, language, direction, textsLanguage) => {
    expect(ownLanguageFor(wanted, names)).toEqual({ own, language, direction, textsLanguage });
  });

  test.each([
    ['sr', []],
    ['sr', ['hr', 'sr-Latn']],
    ['de', ['de-AT']],
    ['<b>', ['<b>']],
    ['', ['']],
    ['__proto__', ['__proto__', 'constructor']],
    [undefined, ['sr']],
  ])('%s is not among %j', (wanted, names) => {
    expect(ownLanguageFor(wanted, names)).toBeUndefined();
  });
});
