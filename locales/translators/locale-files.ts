/** The files of texts, as they are read and written: in the order of the English keys. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, REGIONS } from '../../contract/languages.ts';
import { withPluralForms } from '../../contract/text-keys.ts';
import type { Texts } from '../translations.ts';

const LOCALES = join(import.meta.dirname, '..');

/** Languages by their code, regions by their tag. */
export const CODES: readonly string[] = [...Object.keys(LANGUAGES), ...Object.keys(REGIONS)];

export const tagOf = (code: string): string => LANGUAGES[code] ?? code;

export const pathOf = (code: string): string =>
  join(LOCALES, code in REGIONS ? 'regions' : '', `${code}.json`);

/** A file that is not there yet has no texts. */
export function ownTexts(code: string): Texts {
  const path = pathOf(code);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** A region has what its language has, and words of its own. */
export const read = (code: string): Texts => ({
  ...(REGIONS[code] && ownTexts(REGIONS[code])),
  ...ownTexts(code),
});

/** Every key that a language has: those of English, with its own plural forms. */
export const keysOf = (code: string): string[] =>
  withPluralForms(Object.keys(ownTexts('en')), tagOf(code));

export const writeJson = (path: string, content: unknown): void =>
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);

/** Writes a language; of a region only what its language says in other words. */
export function write(code: string, texts: Texts): void {
  const common = REGIONS[code] ? ownTexts(REGIONS[code]) : {};
  const keys = keysOf(code).filter((key) => key in texts && texts[key] !== common[key]);
  writeJson(pathOf(code), Object.fromEntries(keys.map((key) => [key, texts[key]])));
}
