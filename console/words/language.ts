/** The console's languages: which is spoken, and its words. */
import { computed, signal } from '@preact/signals';
import { createInstance, type i18n } from 'i18next';
import { localeOf } from './locale.ts';
import { inOtherWords, type Refusals } from './refusals.ts';
import { kindOfResult, type ResultTexts } from './results.ts';

/** By tag, with the name that its speakers know. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const;
export type Language = keyof typeof LANGUAGES;

const FILES: Readonly<Record<Language, () => Promise<{ default: Record<string, string> }>>> = {
  en: () => import('../texts/en.json'),
  de: () => import('../texts/de.json'),
  ar: () => import('../texts/ar.json'),
};
/** Of languages in which the server says nothing itself. */
const REFUSALS: Readonly<Record<Language, () => Promise<{ default: Refusals }>>> = {
  en: async () => ({ default: {} }),
  de: () => import('../texts/refusals/de.json'),
  ar: () => import('../texts/refusals/ar.json'),
};
const RESULTS: Readonly<Record<Language, () => Promise<{ default: ResultTexts }>>> = {
  en: async () => ({ default: {} }),
  de: () => import('../texts/results/de.json'),
  ar: () => import('../texts/results/ar.json'),
};
/** Sentences of a payment's story. */
const STORY: typeof REFUSALS = {
  en: async () => ({ default: {} }),
  de: () => import('../texts/story/de.json'),
  ar: () => import('../texts/story/ar.json'),
};
const KEPT_AS = 'console.language';

export const language = signal<Language>('en');

/** How numbers, times and names of countries are written: for `Intl`. */
export const locale = computed(() => localeOf(language.value, navigator.languages));

const isLanguage = (tag: string | null): tag is Language => tag !== null && tag in LANGUAGES;

/** The one chosen before, or the first of the browser's that there is. */
function wanted(): Language {
  const kept = localStorage.getItem(KEPT_AS);
  if (isLanguage(kept)) return kept;
  const tags = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return tags.find(isLanguage) ?? 'en';
}

const words: i18n = createInstance();
let refusals: Refusals = {};
let story: Refusals = {};
let results: ResultTexts = {};
let isStarted = false;

/** Loads the words of a language and speaks it. */
export async function speak(tag: Language = wanted()): Promise<void> {
  const [{ default: texts }, { default: ofServer }, { default: ofResults }, { default: ofStory }] =
    await Promise.all([FILES[tag](), REFUSALS[tag](), RESULTS[tag](), STORY[tag]()]);
  refusals = ofServer;
  results = ofResults;
  story = ofStory;
  if (!isStarted) {
    isStarted = true;
    await words.init({
      lng: tag,
      fallbackLng: false,
      // Preact writes text, never markup.
      interpolation: { escapeValue: false },
      keySeparator: false,
      nsSeparator: false,
    });
  }
  words.addResourceBundle(tag, 'translation', texts);
  await words.changeLanguage(tag);
  document.documentElement.lang = tag;
  document.documentElement.dir = tag === 'ar' ? 'rtl' : 'ltr';
  language.value = tag;
}

/** Speaks a language from now on, in this browser. */
export async function choose(tag: Language): Promise<void> {
  localStorage.setItem(KEPT_AS, tag);
  await speak(tag);
}

type Values = Readonly<Record<string, string | number>>;

/**
 * The words of a key, with what stands in their places; a `count` picks the plural form. What is drawn
 * with them is drawn again in another language.
 */
export function t(key: string, values: Values = {}): string {
  return language.value ? words.t(key, values) : key;
}

/** A language by its tag, as readers of this one call it. */
export const languageName = (tag: string): string =>
  new Intl.DisplayNames(locale.value, { type: 'language' }).of(tag) ?? tag;

/** The words of a key that not every value has: undefined where there are none. */
export const tIfAny = (key: string): string | undefined =>
  language.value && words.exists(key) ? words.t(key) : undefined;

/** A value that may read from the left, in words of any direction. */
const isolated = (value: string) => `\u2068${value}\u2069`;

const inWords = (said: string, known: Refusals): string =>
  language.value === 'en' ? said : (inOtherWords(said, known, isolated) ?? isolated(said));

/** What the server says of a refusal, in the language that is spoken; as it says it where no words are known. */
export const refusalInWords = (said: string): string => inWords(said, refusals);

/** What a payment's story tells, likewise: codes, paths and names of events stay as they are. */
export const storyInWords = (said: string): string => inWords(said, story);

/** What a result code means; undefined in English, where the gateway's own words say more, and without words. */
export const resultInWords = (code: string): string | undefined => {
  const kind = language.value ? kindOfResult(code) : undefined;
  return kind && results[kind];
};
