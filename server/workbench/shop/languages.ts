/**
 * The shop in the 25 languages of the form (D6): its own words are in `texts/`, and what the form says
 * already, such as the labels of an address, it says in the form's words.
 */
import { readFileSync } from 'node:fs';
import { createInstance } from 'i18next';
import { directionOf, LANGUAGES as TAGS } from '../../../contract/languages.ts';
import type formTexts from '../../../locales/en.json';
import { FLAT, type Texts, translationFor } from '../../../locales/translations.ts';
import type shopTexts from './texts/en.json';

export type TextKey = keyof typeof shopTexts | keyof typeof formTexts;

export interface Language {
  /** As `wpwlOptions.locale` takes it. */
  readonly code: string;
  /** BCP 47, for `lang` and `Intl`. */
  readonly tag: string;
  /** In the language itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  text(key: TextKey, values?: Readonly<Record<string, string>>): string;
}

const ownTexts = (code: string): Texts =>
  JSON.parse(readFileSync(new URL(`./texts/${code}.json`, import.meta.url), 'utf8'));

const words = createInstance();
await words.init({
  ...FLAT,
  resources: Object.fromEntries(
    Object.entries(TAGS).map(([code, tag]) => [
      tag,
      { translation: { ...translationFor(code).texts, ...ownTexts(code) } },
    ]),
  ),
});

function language([code, tag]: readonly [code: string, tag: string]): Language {
  const text = words.getFixedT(tag);
  return {
    code,
    tag,
    name: nameOf(tag),
    direction: directionOf(tag),
    text: (key, values = {}) => text(key, values),
  };
}

/** Without its region: each language is here once. As a heading begins. */
function nameOf(tag: string): string {
  const bare = tag.replace(/-.*/, '');
  const name = new Intl.DisplayNames([bare], { type: 'language' }).of(bare) ?? tag;
  return name.charAt(0).toLocaleUpperCase(bare) + name.slice(1);
}

export const LANGUAGES: readonly Language[] = Object.entries(TAGS).map(language);

export const findLanguage = (code: string | undefined): Language | undefined =>
  LANGUAGES.find((each) => each.code === code);

/** Of those who say nothing else, and of what the gateway is told. */
export const DEFAULT_LANGUAGE = language(['en', 'en']);

/** @param tags what the browser asks for, the best first */
export function languageOfBrowser(tags: readonly string[]): Language {
  const spoken = tags.find(
    (tag) => /^en\b/i.test(tag) || translationFor(tag).locale !== DEFAULT_LANGUAGE.code,
  );
  return findLanguage(translationFor(spoken).locale) ?? DEFAULT_LANGUAGE;
}
