import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LANGUAGES as TAGS } from '../../../contract/languages.ts';
import { placeholdersOf } from '../../../locales/translators/rules.ts';
import { findLanguage, LANGUAGES, languageOfBrowser } from './languages.ts';

const FOLDER = new URL('./texts/', import.meta.url);
const read = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${code}.json`, FOLDER), 'utf8'));
const ENGLISH = read('en');

/** Where a language has the same word, by language. All else that is equal was forgotten. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: ['shop', 'standard', 'express'],
  dk: ['subtotal', 'standard'],
  es: ['total', 'subtotal'],
  fr: ['factPages', 'total', 'standard', 'express', 'orderDate'],
  gr: ['email'],
  it: ['account', 'standard'],
  nl: ['account', 'express'],
  no: ['standard'],
  pt: ['total', 'subtotal'],
  ro: ['total', 'subtotal', 'standard'],
  se: ['standard', 'express'],
};

test('the shop speaks the languages of the form, and has texts for no other', () => {
  expect(LANGUAGES.map(({ code }) => code)).toEqual(Object.keys(TAGS));
  expect(readdirSync(FOLDER).sort()).toEqual(
    Object.keys(TAGS)
      .map((code) => `${code}.json`)
      .sort(),
  );
});

describe.each(Object.keys(TAGS).filter((code) => code !== 'en'))('%s', (code) => {
  const texts = read(code);

  test('has every text and no other, in the order of English', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(ENGLISH));
  });

  test('has the variables of English', () => {
    const variables = (of: Record<string, string>) =>
      Object.fromEntries(Object.entries(of).map(([key, text]) => [key, placeholdersOf(text)]));
    expect(variables(texts)).toEqual(variables(ENGLISH));
  });

  test('is translated', () => {
    const same = Object.keys(ENGLISH).filter((key) => texts[key] === ENGLISH[key]);
    expect(same).toEqual(SAME[code] ?? []);
  });

  test('has no blanks around a text', () => {
    expect(Object.values(texts).filter((text) => text === '' || text !== text.trim())).toEqual([]);
  });
});

test('each text of the shop is shown somewhere', () => {
  const sources = ['./', '../pages/', '../'].flatMap((folder) => {
    const url = new URL(folder, import.meta.url);
    return readdirSync(url)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(new URL(file, url), 'utf8'));
  });
  const source = sources.join('\n');
  // Some keys are put together: of a product's or a state's name, and what is told of it.
  const nameIn = (key: string) => key.replace(/(Tagline|Picture|Story|Use|Heading|Text)$/, '');
  const unused = Object.keys(ENGLISH).filter(
    (key) => !new RegExp(`\\b(${key}|${nameIn(key)})\\b`).test(source),
  );
  expect(unused).toEqual([]);
});

test('what the form says already is said in its words', () => {
  expect(findLanguage('de')?.text('billingCityPlaceholder')).toBe('Ort');
});

test.each([
  [['da-DK', 'en'], 'dk'],
  [['pt-BR'], 'pt'],
  [['zh-TW'], 'cn'],
  [['nn'], 'no'],
  [['cy', 'fr-CA', 'en'], 'fr'],
  [['en-GB', 'de'], 'en'],
  [['cy'], 'en'],
  [['*'], 'en'],
  [[], 'en'],
])('a browser that asks for %j reads %s', (tags, code) => {
  expect(languageOfBrowser(tags).code).toBe(code);
});

test('a language is named in itself', () => {
  expect(['cz', 'fr', 'ar', 'cn', 'pt'].map((code) => findLanguage(code)?.name)).toEqual([
    'Čeština',
    'Français',
    'العربية',
    '中文',
    'Português',
  ]);
});
