/** The bank pages' words, from the same files as the form's. */
import { readFileSync } from 'node:fs';
import { directionOf, LANGUAGE_ALIASES, LANGUAGES } from '../../../contract/languages.ts';

export interface BankLanguage {
  /** BCP 47. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  word(key: string, values?: Readonly<Record<string, string>>): string;
}

/** @param wanted a language of the form, or a tag; English for any other */
export function bankLanguage(wanted = 'en'): BankLanguage {
  const [short = 'en'] = wanted.toLowerCase().split('-');
  const alias = LANGUAGE_ALIASES[short] ?? short;
  const code = Object.hasOwn(LANGUAGES, alias) ? alias : 'en';
  const texts = readTexts(code) ?? readTexts('en') ?? {};
  const tag = LANGUAGES[code] ?? 'en';
  return {
    tag,
    direction: directionOf(tag),
    word: (key, values = {}) =>
      (texts[key] ?? '').replace(/\{\{(\w+)\}\}/g, (_, name: string) => isolated(values[name])),
  };
}

/** A name or an amount keeps its own direction. */
const isolated = (value = '') => `\u2068${value}\u2069`;

/** Undefined where the language has no file yet. */
function readTexts(code: string): Readonly<Record<string, string>> | undefined {
  try {
    const file = new URL(`../../../locales/${code}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
