/**
 * The texts of every language as i18next has them (D6): which language a wish means, and its words.
 * The files are i18next's own format, flat: plural forms as `name_one`, places as `{{name}}`.
 */
import { readFileSync } from 'node:fs';
import { createInstance, type TFunction } from 'i18next';
import { LRUCache } from 'lru-cache';
import { directionOf, LANGUAGE_ALIASES, LANGUAGES } from '../contract/languages.ts';
import type { Direction } from '../contract/messages.ts';

/** A file's content: by key, plural forms apart. */
export type Texts = Readonly<Record<string, string>>;

export interface Translation {
  /** Name of the file without its ending, as pages know it: `dk`. */
  readonly locale: string;
  /** BCP 47 tag: `da`. */
  readonly language: string;
  readonly direction: Direction;
  readonly texts: Texts;
  /** The words of a key; a `count` among the values picks the plural form. */
  readonly word: TFunction;
}

const DEFAULT_LOCALE = 'en';
/** What can be a language tag at all: other words mean something else to i18next's tables. */
const TAG = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i;
/** Different wishes in memory. */
const KNOWN_WISHES = 500;

const tagOf = (locale: string): string => LANGUAGES[locale] ?? locale;

const read = (locale: string): Texts =>
  JSON.parse(readFileSync(new URL(`./${locale}.json`, import.meta.url), 'utf8'));

/** i18next counts by the tag, so a text stands under it; the file's name and the aliases lead there. */
const i18n = createInstance();
const TRANSLATIONS: ReadonlyMap<string, Texts> = new Map(
  Object.keys(LANGUAGES).map((locale) => [locale, read(locale)]),
);
const LOCALES: ReadonlyMap<string, string> = new Map(
  Object.entries(LANGUAGES).map(([locale, tag]) => [tag, locale]),
);
await i18n.init({
  initAsync: false,
  resources: Object.fromEntries(
    [...TRANSLATIONS].map(([locale, translation]) => [tagOf(locale), { translation }]),
  ),
  fallbackLng: {
    ...Object.fromEntries(Object.entries(LANGUAGES).map(([locale, tag]) => [locale, [tag]])),
    ...Object.fromEntries(
      Object.entries(LANGUAGE_ALIASES).map(([alias, locale]) => [alias, [tagOf(locale)]]),
    ),
    default: [DEFAULT_LOCALE],
  },
  keySeparator: false,
  nsSeparator: false,
  // The texts are written into nodes and templates that escape them.
  interpolation: { escapeValue: false },
});

const resolved = new LRUCache<string, Translation>({ max: KNOWN_WISHES });

/**
 * The language for a wish as in `wpwlOptions.locale`: exact, without its region, by an alias, else
 * English.
 */
export function translationFor(wanted = ''): Translation {
  const tag = wanted.replaceAll('_', '-');
  const wish = TAG.test(tag) ? tag : DEFAULT_LOCALE;
  const known = resolved.get(wish);
  if (known) return known;
  const { resolvedLanguage: language = DEFAULT_LOCALE } = i18n.cloneInstance({ lng: wish });
  const locale = LOCALES.get(language) ?? DEFAULT_LOCALE;
  const translation = {
    locale,
    language,
    direction: directionOf(language),
    texts: TRANSLATIONS.get(locale) ?? {},
    word: i18n.getFixedT(language),
  };
  resolved.set(wish, translation);
  return translation;
}
