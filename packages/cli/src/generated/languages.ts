/** Made by write-names.ts: do not edit. */
/** The 25 languages of the form (gateway-api.md, "Endpoints"): its code, the BCP 47 tag it means. */

export const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'en',
  de: 'de',
  fr: 'fr',
  es: 'es',
  it: 'it',
  nl: 'nl',
  dk: 'da',
  fi: 'fi',
  se: 'sv',
  tr: 'tr',
  ja: 'ja',
  sl: 'sl',
  pt: 'pt-PT',
  pl: 'pl',
  cz: 'cs',
  hu: 'hu',
  bg: 'bg',
  ro: 'ro',
  ru: 'ru',
  cn: 'zh-CN',
  gr: 'el',
  no: 'nb',
  sk: 'sk',
  ar: 'ar',
  ko: 'ko',
};

/** Other names of the same languages: the tags above, and what browsers and pages say. */
export const LANGUAGE_ALIASES: Readonly<Record<string, string>> = {
  da: 'dk',
  sv: 'se',
  cs: 'cz',
  zh: 'cn',
  el: 'gr',
  nb: 'no',
  nn: 'no',
};

/**
 * Regions and scripts whose shoppers have words of their own: the tag, and the language whose other
 * texts they read.
 */
export const REGIONS: Readonly<Record<string, string>> = {
  'en-GB': 'en',
  'en-US': 'en',
  'es-MX': 'es',
  'fr-CA': 'fr',
  'pt-BR': 'pt',
  'zh-Hant': 'cn',
};

/** By the writing of a tag, as the engine knows it: right to left in Arabic, Hebrew, Persian, Urdu. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  new Intl.Locale(tag).getTextInfo().direction ?? 'ltr';
