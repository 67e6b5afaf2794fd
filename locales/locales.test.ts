import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readProse } from '../conformance/statements.ts';
import { LANGUAGES, REGIONS } from '../contract/languages.ts';
import { PLURAL_KEYS, TEXT_BLOCKS, withoutPluralForm } from '../contract/text-keys.ts';
import { dictionaryFor } from '../server/http/languages.ts';
import en from './en.json' with { type: 'json' };
import schema from './schema.json' with { type: 'json' };
import type { Texts } from './translations.ts';
import { CODES, keysOf, ownTexts, pathOf, read } from './translators/locale-files.ts';
import { kindOf, RULES } from './translators/rules.ts';

const ENGLISH: Texts = en;
const PLURALS = [...PLURAL_KEYS];
const MAX_GZIP = 2000;

/** Where there is something wrong, the texts at fault; a test shows them all at once. */
const faults = (texts: Texts, isWrong: (key: string, text: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key, text]) => isWrong(key, text)));

test('the languages of the form are those of the document', () => {
  const [, codes = ''] =
    /The default form languages are (.+)\./.exec(readProse('gateway-api', 'Endpoints')) ?? [];
  expect(Object.keys(LANGUAGES)).toEqual(codes.split(', '));
});

test('there are the 25 languages of the form, and a schema, and nothing else', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json'));
  const expected = [...Object.keys(LANGUAGES), 'schema'].map((name) => `${name}.json`);
  expect(files.sort()).toEqual(expected.sort());
});

test('each language has a glossary, and there is no other one', () => {
  const glossaries = readdirSync(join(import.meta.dirname, 'glossary'));
  const expected = [...Object.keys(LANGUAGES), 'README'].map((name) => `${name}.md`);
  expect(glossaries.sort()).toEqual(expected.sort());
});

test.each(Object.keys(LANGUAGES))('the glossary of %s has a word for each concept', (language) => {
  expect(conceptsOf(language)).toEqual(conceptsOf('en'));
});

/** First column of a glossary's table. */
function conceptsOf(language: string): string[] {
  const glossary = readFileSync(join(import.meta.dirname, 'glossary', `${language}.md`), 'utf8');
  // A word and what to avoid: neither may be missing.
  return [...glossary.matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)].map(([, name = '']) => name);
}

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

describe('the element', () => {
  const files = readdirSync(join(import.meta.dirname, 'element'));
  const wordsOf = (file: string): Texts => read(`element/${file.replace('.json', '')}`);

  test.each(files)('%s says in other words what its language has', (file) => {
    const texts = read(file.replace('.json', ''));
    expect(faults(wordsOf(file), (key, text) => !(key in texts) || texts[key] === text)).toEqual(
      {},
    );
  });

  test('has English labels in sentence case', () => {
    const { texts } = dictionaryFor('en', ['card', 'list']);
    const isTitleCase = (_: string, text: string) => /[a-z] [A-Z][a-z]/.test(text);
    const labels = faults(texts, (key) => kindOf(key) === 'label');
    expect(labels).toMatchObject({ cardNumber: 'Card number', cardHolder: 'Name on card' });
    expect(faults(labels, isTitleCase)).toEqual({});
  });

  test.each([
    ['ar', 'submit', 'ادفع الآن'],
    ['en-US', 'expiryDate', 'Expiration date'],
    ['en-GB', 'expiryDate', 'Expiry date'],
  ])('in %s says its %s, the classic form another one', (locale, key, text) => {
    expect(dictionaryFor(locale, ['card', 'list']).texts[key]).toBe(text);
    expect(dictionaryFor(locale, ['card']).texts[key]).not.toBe(text);
  });

  test('leaves a channel its own words', () => {
    const given = { en: { cardNumber: 'Long number' } };
    const { texts } = dictionaryFor('en', ['card', 'list'], [], given);
    expect(texts).toMatchObject({ cardNumber: 'Long number', expiryDate: 'Expiry date' });
  });
});

test.each(CODES)('%s is there', (code) => {
  expect(existsSync(pathOf(code))).toBe(true);
});

describe.each(CODES.filter((code) => existsSync(pathOf(code))))('%s', (code) => {
  const texts = read(code);

  test('has every key and no other', () => {
    expect(Object.keys(texts).sort()).toEqual(keysOf(code).sort());
  });

  test('fits the schema', () => {
    const { error } = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(texts);
    expect(error?.issues ?? []).toEqual([]);
  });

  test.each(RULES)('$name', ({ isBroken }) => {
    expect(faults(texts, (key, text) => isBroken(text, key, code))).toEqual({});
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
