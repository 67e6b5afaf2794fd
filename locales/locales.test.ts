import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LANGUAGES, REGIONS } from '../contract/languages.ts';
import { PLURAL_KEYS, TEXT_BLOCKS, withoutPluralForm } from '../contract/text-keys.ts';
import en from './en.json' with { type: 'json' };
import { sameAsEnglish } from './same-as-english.ts';
import schema from './schema.json' with { type: 'json' };

type Texts = Readonly<Record<string, string>>;

const ENGLISH: Texts = en;
const PLURALS = [...PLURAL_KEYS];
const MAX_GZIP = 2000;
/** A label may be as long as this however short the English one is ("CVV", "City"). */
const ALWAYS_SHORT_ENOUGH = 20;

const pathOf = (code: string) =>
  join(import.meta.dirname, code in REGIONS ? 'regions' : '', `${code}.json`);
const ownTexts = (code: string): Texts => JSON.parse(readFileSync(pathOf(code), 'utf8'));
/** A region has what its language has, and words of its own. */
const read = (code: string): Texts => ({
  ...(REGIONS[code] && ownTexts(REGIONS[code])),
  ...ownTexts(code),
});

/** The English text that a translated one answers to: of a plural form, the nearest one. */
const englishOf = (key: string): string =>
  ENGLISH[key] ?? ENGLISH[`${withoutPluralForm(key)}_other`] ?? '';

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).sort();
const strayBraces = (text: string): boolean => /[{}]/.test(text.replace(/\{\{\w+\}\}/g, ''));

/** What kind of text it is, as the schema has it: "label", "button", "placeholder", "sentence". */
const kindOf = (key: string): string | undefined => {
  const patterns = Object.entries(schema.patternProperties);
  const properties: Readonly<Record<string, { $ref: string }>> = schema.properties;
  const found = properties[key] ?? patterns.find(([pattern]) => new RegExp(pattern).test(key))?.[1];
  return found?.$ref.split('/').at(-1);
};

/** Whole numbers that a plural form stands for, as far as the form counts. */
const countsOf = (tag: string, category: string): number[] => {
  const rules = new Intl.PluralRules(tag);
  return Array.from({ length: 101 }, (_, count) => count).filter(
    (count) => rules.select(count) === category,
  );
};

const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  bg: /\p{Script=Cyrillic}/u,
  cn: /\p{Script=Han}/u,
  'zh-Hant': /\p{Script=Han}/u,
  gr: /\p{Script=Greek}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
};

/** How a text may end that ends so in English. */
const ENDINGS: readonly (readonly [string, RegExp])[] = [
  ['.', /[.。]$/],
  ['…', /…$/],
  ['?', /[?？؟;]$/],
];

/** Where there is something wrong, the texts at fault; a test shows them all at once. */
const faults = (texts: Texts, isWrong: (key: string, text: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key, text]) => isWrong(key, text)));

test('there are the 25 languages of the form, and a schema, and nothing else', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json'));
  const expected = [...Object.keys(LANGUAGES), 'schema'].map((name) => `${name}.json`);
  expect(files.sort()).toEqual(expected.sort());
});

test('every English text is in a block, and every key of a block is a text', () => {
  const keys = new Set(Object.keys(ENGLISH).map(withoutPluralForm));
  expect(new Set<string>(Object.values(TEXT_BLOCKS).flat())).toEqual(keys);
});

test('the schema asks for what English has', () => {
  const keys = Object.keys(ENGLISH).filter((key) => !key.endsWith('_one'));
  expect([...schema.required].sort()).toEqual(keys.sort());
  expect(Object.keys(schema.patternProperties).join()).toBe(
    PLURALS.map((key) => `^${key}_(zero|one|two|few|many|other)$`).join(),
  );
});

describe('regions', () => {
  test('there are those that are listed', () => {
    const files = readdirSync(join(import.meta.dirname, 'regions'));
    expect(files.sort()).toEqual(Object.keys(REGIONS).map((tag) => `${tag}.json`));
  });

  test.each(Object.entries(REGIONS))('%s says only what %s says in other words', (tag, code) => {
    const texts = ownTexts(code);
    const isWrong = (key: string, text: string) => !(key in texts) || texts[key] === text;
    expect(faults(ownTexts(tag), isWrong)).toEqual({});
  });

  test('traditional Chinese has none of the characters that only the simplified script has', () => {
    const found = (code: string) =>
      [...'号银额网络验证码账单处说请过选择数确认后连实时间发输还'].filter((character) =>
        Object.values(ownTexts(code)).join('').includes(character),
      );
    expect(found('cn').length).toBeGreaterThan(20);
    expect(found('zh-Hant')).toEqual([]);
  });
});

const codes = [...Object.keys(LANGUAGES), ...Object.keys(REGIONS)];

test.each(codes)('%s is there', (code) => {
  expect(existsSync(pathOf(code))).toBe(true);
});

describe.each(codes.filter((code) => existsSync(pathOf(code))))('%s', (code) => {
  const tag = LANGUAGES[code] ?? code;
  const texts = read(code);
  const allowed = sameAsEnglish(code);

  test('has every key and no other', () => {
    const plain = Object.keys(ENGLISH).filter((key) => !PLURAL_KEYS.has(withoutPluralForm(key)));
    const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
    const plural = PLURALS.flatMap((key) => pluralCategories.map((form) => `${key}_${form}`));
    expect(Object.keys(texts).sort()).toEqual([...plain, ...plural].sort());
  });

  test('fits the schema', () => {
    const { error } = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(texts);
    expect(error?.issues ?? []).toEqual([]);
  });

  test('has the placeholders of the English texts, no other ones, each once', () => {
    const isWrong = (key: string, text: string) => {
      const found = placeholders(text).join();
      if (strayBraces(text)) return true;
      const base = withoutPluralForm(key);
      const form = key.slice(base.length + 1);
      if (!PLURAL_KEYS.has(base)) return found !== placeholders(englishOf(key)).join();
      // A form for one number only ("one" minute) may do without it and without what follows from it.
      const forms = ['one', 'other'].map((name) => placeholders(ENGLISH[`${base}_${name}`] ?? ''));
      const isOfOne = form !== 'other' && countsOf(tag, form).filter((n) => n > 0).length <= 1;
      const wanted = isOfOne ? forms : forms.slice(1);
      const without = wanted.map((names) => names.filter((name) => name !== 'count'));
      return ![...wanted, ...(isOfOne ? without : [])].some((names) => names.join() === found);
    };
    expect(faults(texts, isWrong)).toEqual({});
  });

  test.skipIf(/^en\b/.test(code))('has no text that is still English', () => {
    const isWrong = (key: string, text: string) =>
      text === englishOf(key) && !allowed.includes(text);
    expect(faults(texts, isWrong)).toEqual({});
  });

  test.runIf(code in SCRIPTS)('is written in its own script', () => {
    const isWrong = (_: string, text: string) =>
      !SCRIPTS[code]?.test(text) &&
      !allowed.includes(text) &&
      /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, ''));
    expect(faults(texts, isWrong)).toEqual({});
  });

  test('is short where there is little room: at most twice the English', () => {
    const isWrong = (key: string, text: string) =>
      kindOf(key) !== 'sentence' &&
      text.length > Math.max(2 * englishOf(key).length, ALWAYS_SHORT_ENOUGH);
    expect(faults(texts, isWrong)).toEqual({});
  });

  test('is set properly: no spaces too many, no straight quotes, no three dots', () => {
    expect(faults(texts, (_, text) => /^\s|\s$|\s\s|["']|\.\.\.|[\n\t]/.test(text))).toEqual({});
  });

  test('ends its sentences where English does', () => {
    const isWrong = (key: string, text: string) => {
      const ending = ENDINGS.find(([end]) => englishOf(key).endsWith(end))?.[1];
      return ending ? !ending.test(text) : /[.。]$/.test(text);
    };
    expect(faults(texts, isWrong)).toEqual({});
  });

  test('says nothing loudly', () => {
    expect(faults(texts, (_, text) => /[!！¡]/.test(text))).toEqual({});
  });

  test('costs a shopper little', () => {
    for (const [block, keys] of Object.entries(TEXT_BLOCKS)) {
      const wanted: readonly string[] = keys;
      const delivered = faults(texts, (key) => wanted.includes(withoutPluralForm(key)));
      expect(gzipSync(JSON.stringify(delivered)).length, block).toBeLessThanOrEqual(MAX_GZIP);
    }
  });
});

describe('texts that outside test suites look for', () => {
  const FIXED: Readonly<Record<string, Texts>> = {
    en: {
      cardNumber: 'Card Number',
      expiryDate: 'Expiry Date',
      cardHolder: 'Card holder',
      cvv: 'CVV',
      brand: 'Brand',
      submit: 'Pay now',
      mmyy: 'MM / YY',
    },
    ar: {
      cardNumber: 'رقم البطاقة',
      cardHolder: 'اسم حامل البطاقة',
      mmyy: 'شهر / سنة',
      cvv: 'رمز التحقق (CVV)',
      expiryDate: 'تاريخ الانتهاء',
      submit: 'إدفع الأن',
    },
    es: { mmyy: 'MM / YY' },
  };

  test.each(Object.entries(FIXED))('%s', (code, fixed) => {
    expect(read(code)).toMatchObject(fixed);
  });

  test('the Spanish pay button says "Pagar"', () => {
    expect(read('es')['submit']).toContain('Pagar');
  });

  test.each([
    ['cardNumberError', 'Invalid card number or brand'],
    ['expiryMonthError', 'Invalid expiry date'],
    ['cvvError', 'Invalid CVV'],
    ['cardHolderError', 'Invalid card holder'],
  ])('the English %s begins with "%s"', (key, start) => {
    expect(ENGLISH[key]?.startsWith(`${start}. `)).toBe(true);
  });
});
