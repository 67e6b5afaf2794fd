/** Takes over what a translator has sent back: all of it, or nothing and a list of what is wrong. */
import { PLURAL_KEYS, withoutPluralForm } from '../../contract/text-keys.ts';
import { CODES, keysOf, read, tagOf, write } from './locale-files.ts';
import { englishKeyOf, faultsIn } from './rules.ts';
import { recordOrigins } from './translated-from.ts';
import { readXliff, type XliffText } from './xliff.ts';

/** What keeps texts from being taken, a line each. */
export class TextsError extends Error {}

export interface Imported {
  readonly code: string;
  /** Texts that are others than before. */
  readonly changed: number;
  /** Texts that the translator has not confirmed. */
  readonly unfinished: number;
}

/** Every language and region but English. */
export const TRANSLATED: readonly string[] = CODES.filter((code) => code !== 'en');

/** @throws TextsError for a code that is no language to translate into */
export function requireLanguage(code: string): void {
  if (TRANSLATED.includes(code)) return;
  throw new TextsError(
    `"${code}" is no language to translate into. There are: ${TRANSLATED.join(', ')}.`,
  );
}

const formsOf = (code: string): string =>
  new Intl.PluralRules(tagOf(code)).resolvedOptions().pluralCategories.join(', ');

/** Keys that the language has not, and keys that come twice. */
function wrongKeys(code: string, texts: readonly XliffText[], keys: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.flatMap(({ key }) => {
    if (seen.has(key)) return `${key} comes twice`;
    seen.add(key);
    if (keys.includes(key)) return [];
    return PLURAL_KEYS.has(withoutPluralForm(key))
      ? `${key} is no plural form of ${code}: it counts with ${formsOf(code)}`
      : `${key} is no key; those of locales/en.json are known`;
  });
}

/** Keys that the language would be without. */
const missingKeys = (code: string, has: object, keys: readonly string[]): string[] =>
  keys
    .filter((key) => !(key in has))
    .map((key) =>
      PLURAL_KEYS.has(withoutPluralForm(key))
        ? `${key} is missing: ${code} counts with ${formsOf(code)}`
        : `${key} is missing`,
    );

/**
 * @param content XLIFF 1.2, as it was exported and translated
 * @throws TextsError, XliffError; then nothing has changed
 */
export function importTexts(content: string): Imported {
  const { code, texts } = readXliff(content);
  requireLanguage(code);
  const keys = keysOf(code);
  const before = read(code);
  const sent = Object.fromEntries(texts.map(({ key, target }) => [key, target]));
  const faults = [
    ...wrongKeys(code, texts, keys),
    ...missingKeys(code, { ...before, ...sent }, keys),
    ...faultsIn(
      code,
      Object.fromEntries(Object.entries(sent).filter(([key]) => keys.includes(key))),
    ),
  ];
  if (faults.length > 0) throw new TextsError(faults.join('\n'));
  write(code, { ...before, ...sent });
  const unfinished = texts.filter(({ isFinished }) => !isFinished);
  // Several plural forms may answer to one English text: it waits for all of them.
  const waiting = new Set(unfinished.map(({ key }) => englishKeyOf(key)));
  const origins = texts
    .map(({ key, source }) => [englishKeyOf(key), source] as const)
    .filter(([key]) => !waiting.has(key));
  recordOrigins([code], Object.fromEntries(origins));
  return {
    code,
    changed: texts.filter(({ key, target }) => before[key] !== target).length,
    unfinished: unfinished.length,
  };
}
