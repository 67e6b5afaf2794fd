/**
 * The texts of every language as i18next has them (D6): which language is meant by a tag, and its words.
 * The files are i18next's own format, flat: plural forms as `name_one`, places as `{{name}}`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInstance, type TFunction } from 'i18next';
import { LRUCache } from 'lru-cache';
import { directionOf, LANGUAGE_ALIASES, LANGUAGES, REGIONS } from '../contract/languages.ts';
import type { Direction } from '../contract/messages.ts';

/** A file's content: by key, plural forms apart. */
export type Texts = Readonly<Record<string, string>>;

/** Languages that a merchant brings along, by tag. */
export type GivenLanguages = Readonly<Record<string, Texts>>;

export interface Translation {
  /** Name of the file without its ending, as pages know it: `dk`. */
  readonly locale: string;
  /** BCP 47 tag, with the shopper's region: `da`, `es-MX`. For `Intl` and `lang`. */
  readonly language: string;
  readonly direction: Direction;
  readonly texts: Texts;
  /** What the element says in other words: the classic form keeps those that outside suites look for. */
  readonly elementTexts: Texts;
  /** The words of a key; a `count` among the values picks the plural form. */
  readonly word: TFunction;
}

const DEFAULT_LOCALE = 'en';
/** What can be a language tag at all: other words mean something else to i18next's tables. */
const TAG = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i;
/** Different tags in memory. */
const KNOWN_WISHES = 500;

const tagOf = (locale: string): string => LANGUAGES[locale] ?? locale;

const read = (path: string): Texts =>
  JSON.parse(readFileSync(new URL(`./${path}.json`, import.meta.url), 'utf8'));

interface Language extends Pick<Translation, 'texts' | 'elementTexts'> {
  /** Name of the file without its ending. */
  readonly locale: string;
}

const ELEMENT: Readonly<Record<string, Texts>> = Object.fromEntries(
  readdirSync(new URL('./element/', import.meta.url)).map((file) => {
    const name = basename(file, '.json');
    return [name, read(`element/${name}`)];
  }),
);

/** By tag. A region has the texts of its language, with its own words before them. */
const BY_TAG: ReadonlyMap<string, Language> = new Map([
  ...Object.entries(LANGUAGES).map(
    ([locale, tag]) =>
      [tag, { locale, texts: read(locale), elementTexts: ELEMENT[locale] ?? {} }] as const,
  ),
  ...Object.entries(REGIONS).map(
    ([tag, locale]) =>
      [
        tag,
        {
          locale,
          texts: { ...read(locale), ...read(`regions/${tag}`) },
          elementTexts: { ...ELEMENT[locale], ...ELEMENT[tag] },
        },
      ] as const,
  ),
]);

/** How the files of texts are read. */
export const FLAT = {
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  // The texts are written into nodes and templates that escape them.
  interpolation: { escapeValue: false },
} as const;

/** i18next counts by the tag, so a text stands under it; the file's name and the aliases lead there. */
const i18n = createInstance();
await i18n.init({
  ...FLAT,
  resources: Object.fromEntries(
    [...BY_TAG].map(([tag, { texts: translation }]) => [tag, { translation }]),
  ),
  fallbackLng: {
    ...Object.fromEntries(Object.entries(LANGUAGES).map(([locale, tag]) => [locale, [tag]])),
    ...Object.fromEntries(
      Object.entries(LANGUAGE_ALIASES).map(([alias, locale]) => [alias, [tagOf(locale)]]),
    ),
    default: [DEFAULT_LOCALE],
  },
});

const resolved = new LRUCache<string, Translation>({ max: KNOWN_WISHES });

/**
 * The language for a tag as in `wpwlOptions.locale`: of its region where that has words of its own,
 * else without it, by an alias, else English. The region stays for numbers, money and names.
 * @param given languages of the channel, which go before ours
 */
export function translationFor(wanted = '', given: GivenLanguages = {}): Translation {
  return givenTranslation(wanted, given) ?? ourTranslation(wanted);
}

function givenTranslation(wanted: string, given: GivenLanguages): Translation | undefined {
  const found = ownLanguageFor(wanted, Object.keys(given));
  if (!found) return undefined;
  const { own: locale, language, direction, textsLanguage } = found;
  const { texts: ours, elementTexts: inElement } = ourTranslation(wanted);
  const theirs = given[locale] ?? {};
  const texts = { ...ours, ...theirs };
  const words = createInstance();
  words.init({
    ...FLAT,
    resources: {
      [textsLanguage]: { translation: ours },
      [language]: { translation: language === textsLanguage ? texts : theirs },
    },
    fallbackLng: textsLanguage,
  });
  const elementTexts = Object.fromEntries(
    Object.entries(inElement).filter(([key]) => !(key in theirs)),
  );
  return { locale, language, direction, texts, elementTexts, word: words.getFixedT(language) };
}

function ourTranslation(wanted: string): Translation {
  const asked = asTag(wanted) ?? DEFAULT_LOCALE;
  const known = resolved.get(asked);
  if (known) return known;
  const region = localeOf(asked);
  const { resolvedLanguage = DEFAULT_LOCALE } = i18n.cloneInstance({
    lng: withScript(region) ?? asked,
  });
  const found = BY_TAG.get(resolvedLanguage);
  const { locale, texts, elementTexts } = found ?? {
    locale: DEFAULT_LOCALE,
    texts: {},
    elementTexts: {},
  };
  const tag = tagOf(locale);
  const translation = {
    locale,
    language: regional(tag, region),
    direction: directionOf(tag),
    texts,
    elementTexts,
    word: i18n.getFixedT(resolvedLanguage),
  };
  resolved.set(asked, translation);
  return translation;
}

/** Undefined for what cannot be a tag. */
function asTag(written: string): string | undefined {
  const tag = written.replaceAll('_', '-');
  return TAG.test(tag) ? tag : undefined;
}

/** Undefined for what only looks like a tag. */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

/** Taiwan and Hong Kong write another script than the texts of their language: it is listed by its tag. */
function withScript(asked: Intl.Locale | undefined): string | undefined {
  const { language, script } = asked?.maximize() ?? {};
  return [`${language}-${script}`].find((tag) => Object.hasOwn(REGIONS, tag));
}

/** The language of the texts with the shopper's region. */
function regional(tag: string, asked: Intl.Locale | undefined): string {
  const { language } = new Intl.Locale(tag);
  const isAnother = language === DEFAULT_LOCALE && asked?.language !== DEFAULT_LOCALE;
  const { region, script } = asked ?? {};
  return isAnother || (!region && !script) ? tag : tagWith(language, asked);
}

/** A language in the region and script that are asked for, with the digits that cards have. */
function tagWith(language: string, { region, script }: Partial<Intl.Locale> = {}): string {
  const own = new Intl.Locale(language, { ...(region && { region }), ...(script && { script }) });
  const { numberingSystem } = new Intl.NumberFormat(own).resolvedOptions();
  return numberingSystem === 'latn'
    ? `${own}`
    : `${new Intl.Locale(own, { numberingSystem: 'latn' })}`;
}

/** A language that a page has texts of its own for (`wpwlOptions.languages`). */
export interface OwnLanguage extends Pick<Translation, 'language' | 'direction'> {
  /** Its name among those of the page: `sr`. */
  readonly own: string;
  /** BCP 47 tag of our texts, which stand in for those that the page has not. */
  readonly textsLanguage: string;
}

/**
 * The language for a tag among those that the page names: that of the whole tag, else of a shorter
 * one. A name may be one of ours (`dk`), whose texts then stand in, or one of the channel's.
 */
export function ownLanguageFor(
  wanted: string | undefined,
  names: readonly string[],
  given: GivenLanguages = {},
): OwnLanguage | undefined {
  const asked = localeOf(asTag(wanted ?? '') ?? '');
  if (!asked) return undefined;
  const { language: base, script, region } = asked;
  const named = new Map([...names].reverse().map((name) => [canonical(name), name]));
  const own = [[base, script, region], [base, script], [base, region], [base]]
    .map((parts) => named.get(canonical(parts.filter(Boolean).join('-'))))
    .find((name) => name !== undefined);
  if (own === undefined) return undefined;
  const { locale, language } = translationFor(wanted, given);
  const isOurs = locale !== DEFAULT_LOCALE || base === DEFAULT_LOCALE;
  return {
    own,
    language: isOurs ? language : tagWith(base, asked),
    direction: directionOf(`${asked}`),
    textsLanguage: tagOf(locale),
  };
}

/** One spelling of what means the same language; undefined for what is no tag. */
function canonical(name: string): string | undefined {
  const tag = asTag(name) ?? '';
  return localeOf(tagOf(LANGUAGE_ALIASES[tag] ?? tag))?.toString();
}

/** Whether a page can name a language so. */
export const isLanguageName = (name: string): boolean => canonical(name) !== undefined;
