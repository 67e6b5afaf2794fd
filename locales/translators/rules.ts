/** What every text has to be, by its key and language. The tests and the import of translations ask. */
import { LANGUAGES } from '../../contract/languages.ts';
import { PLURAL_KEYS, withoutPluralForm } from '../../contract/text-keys.ts';
import en from '../en.json' with { type: 'json' };
import { sameAsEnglish } from '../same-as-english.ts';
import schema from '../schema.json' with { type: 'json' };
import type { Texts } from '../translations.ts';

const ENGLISH: Texts = en;
/** A label may be as long as this however short the English one is ("CVV", "City"). */
const ALWAYS_SHORT_ENOUGH = 20;

/** The English text that a translated one answers to: of a plural form, the nearest one. */
export const englishKeyOf = (key: string): string =>
  key in ENGLISH ? key : `${withoutPluralForm(key)}_other`;
export const englishOf = (key: string): string => ENGLISH[englishKeyOf(key)] ?? '';

export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).sort();
const withoutPlaceholders = (text: string): string => text.replace(/\{\{\w+\}\}/g, '');

type Kind = keyof typeof schema.$defs;

/** What kind of text it is, as the schema has it. */
export function kindOf(key: string): Kind {
  const properties: Readonly<Record<string, { readonly $ref: string }>> = schema.properties;
  const patterns = Object.entries(schema.patternProperties);
  const found = properties[key] ?? patterns.find(([pattern]) => new RegExp(pattern).test(key))?.[1];
  return (found?.$ref.split('/').at(-1) ?? 'sentence') as Kind;
}

/** Characters that a text may have: one with little room twice those of English. */
export const longestOf = (key: string): number =>
  kindOf(key) === 'sentence'
    ? schema.$defs.sentence.maxLength
    : Math.max(2 * englishOf(key).length, ALWAYS_SHORT_ENOUGH);

/** Whole numbers that a plural form stands for, as far as the form counts. */
const countsOf = (tag: string, category: string): number[] => {
  const rules = new Intl.PluralRules(tag);
  return Array.from({ length: 101 }, (_, count) => count).filter(
    (count) => rules.select(count) === category,
  );
};

/** The sets of placeholders that a text may have. */
function allowedPlaceholders(key: string, tag: string): string[][] {
  const base = withoutPluralForm(key);
  if (!PLURAL_KEYS.has(base)) return [placeholdersOf(englishOf(key))];
  const form = key.slice(base.length + 1);
  // A form for one number only ("one" minute) may do without it and without what follows from it.
  const forms = ['one', 'other'].map((name) => placeholdersOf(ENGLISH[`${base}_${name}`] ?? ''));
  const isOfOne = form !== 'other' && countsOf(tag, form).filter((n) => n > 0).length <= 1;
  const wanted = isOfOne ? forms : forms.slice(1);
  const without = wanted.map((names) => names.filter((name) => name !== 'count'));
  return [...wanted, ...(isOfOne ? without : [])];
}

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

export interface Rule {
  /** As a sentence about the texts of a language. */
  readonly name: string;
  readonly isBroken: (text: string, key: string, code: string) => boolean;
  /** What the text has to be, for the person who translates. */
  readonly wants: (key: string, code: string) => string;
}

const tagOf = (code: string) => LANGUAGES[code] ?? code;
const listed = (names: readonly string[]) =>
  names.length > 0 ? names.map((name) => `{{${name}}}`).join(', ') : 'no variable';

export const PLACEHOLDERS: Rule = {
  name: 'has the placeholders of the English texts, no other ones, each once',
  isBroken: (text, key, code) =>
    /[{}]/.test(withoutPlaceholders(text)) ||
    !allowedPlaceholders(key, tagOf(code)).some(
      (names) => names.join() === placeholdersOf(text).join(),
    ),
  wants: (key, code) =>
    `needs ${[...new Set(allowedPlaceholders(key, tagOf(code)).map(listed))].join(', or ')}, each once`,
};

export const LENGTH: Rule = {
  name: 'is short where there is little room: at most twice the English',
  isBroken: (text, key) => text.length > longestOf(key),
  wants: (key) => `may have ${longestOf(key)} characters`,
};

export const NO_MARKUP: Rule = {
  name: 'has no markup: it is written as it is',
  isBroken: (text) => /<[a-z/!]|&(#?\w+);/i.test(text),
  wants: () => 'has markup; a form shows it as it is written',
};

export const RULES: readonly Rule[] = [
  PLACEHOLDERS,
  {
    name: 'has no text that is still English',
    isBroken: (text, key, code) =>
      !/^en\b/.test(code) && text === englishOf(key) && !sameAsEnglish(code).includes(text),
    wants: () => 'is still English; a word that is the same goes into locales/same-as-english.ts',
  },
  {
    name: 'is written in its own script',
    isBroken: (text, _, code) =>
      SCRIPTS[code]?.test(text) === false &&
      !sameAsEnglish(code).includes(text) &&
      /\p{L}/u.test(withoutPlaceholders(text)),
    wants: () => 'has no letter of its language',
  },
  LENGTH,
  {
    name: 'is set properly: no spaces too many, no straight quotes, no three dots',
    isBroken: (text) => /^$|^\s|\s$|\s\s|["']|\.\.\.|\p{Cc}/u.test(text),
    wants: () => 'has a space, a line break, a straight quote or three dots too many',
  },
  NO_MARKUP,
  {
    name: 'ends its sentences where English does',
    isBroken(text, key) {
      const ending = ENDINGS.find(([end]) => englishOf(key).endsWith(end))?.[1];
      return ending ? !ending.test(text) : /[.。]$/.test(text);
    },
    wants: (key) => `ends as the English text does: "${englishOf(key)}"`,
  },
  {
    name: 'says nothing loudly',
    isBroken: (text) => /[!！¡]/.test(text),
    wants: () => 'has an exclamation mark',
  },
];

/** Texts of a language that break one of the rules, each with all that is wrong with it. */
export const faultsIn = (code: string, texts: Texts): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    RULES.filter(({ isBroken }) => isBroken(text, key, code)).map(
      ({ wants }) => `${key} ${wants(key, code)}: "${text}"`,
    ),
  );
