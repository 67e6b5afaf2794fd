import { describe, expect, it } from 'vitest';
import { dictionaryFor } from './languages.ts';

describe('a wish for a language', () => {
  it.each([
    ['de', 'de', 'de', 'ltr'],
    ['de-AT', 'de', 'de-AT', 'ltr'],
    ['de_AT', 'de', 'de-AT', 'ltr'],
    ['DE', 'de', 'de', 'ltr'],
    ['ar-SA', 'ar', 'ar-SA-u-nu-latn', 'rtl'],
    ['da-DK', 'dk', 'da-DK', 'ltr'],
    ['dk', 'dk', 'da', 'ltr'],
    ['sv', 'se', 'sv', 'ltr'],
    ['cs', 'cz', 'cs', 'ltr'],
    ['zh', 'cn', 'zh-CN', 'ltr'],
    ['zh-CN', 'cn', 'zh-CN', 'ltr'],
    ['zh-Hans-CN', 'cn', 'zh-Hans-CN', 'ltr'],
    ['el', 'gr', 'el', 'ltr'],
    ['nb-NO', 'no', 'nb-NO', 'ltr'],
    ['nn', 'no', 'nb', 'ltr'],
    ['sr', 'en', 'en', 'ltr'],
    ['<b>', 'en', 'en', 'ltr'],
    ['', 'en', 'en', 'ltr'],
    [undefined, 'en', 'en', 'ltr'],
  ])('%s is answered in %s', (wanted, locale, language, direction) => {
    expect(dictionaryFor(wanted)).toMatchObject({ locale, language, direction });
  });
});

describe('of a language', () => {
  const keysOf = (...blocks: NonNullable<Parameters<typeof dictionaryFor>[1]>) =>
    Object.keys(dictionaryFor('ar', blocks).texts);

  it('come the texts of the card form, where nothing else is asked for', () => {
    const { texts } = dictionaryFor('ar');
    expect(Object.keys(texts)).toEqual(keysOf('card'));
    expect(texts).toHaveProperty('submit');
    expect(texts).not.toHaveProperty('billingAddress');
  });

  it('come those of several blocks, each once', () => {
    expect(keysOf('card', 'threeDSecure')).toEqual([...new Set(keysOf('card', 'threeDSecure'))]);
    expect(keysOf('card', 'billing')).toEqual(expect.arrayContaining(['submit', 'billingAddress']));
  });

  it('comes every plural form', () => {
    expect(keysOf('installments').filter((key) => key.startsWith('installmentsPlan_'))).toEqual(
      ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => `installmentsPlan_${form}`),
    );
  });
});
