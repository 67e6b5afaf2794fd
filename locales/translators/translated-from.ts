/**
 * The English that each translation was made from, in `translated-from.json`: for all languages, and by
 * code for those that differ. Where English has changed since, the translation is older.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REGIONS } from '../../contract/languages.ts';
import { withoutPluralForm } from '../../contract/text-keys.ts';
import type { Texts } from '../translations.ts';
import { CODES, ownTexts, writeJson } from './locale-files.ts';

type Origins = Readonly<Record<string, Texts>>;

/** Has no language: what every other one was made from. */
const ALL = 'all';

const PATH = join(import.meta.dirname, 'translated-from.json');
const readOrigins = (): Origins => JSON.parse(readFileSync(PATH, 'utf8'));

/** The English that a translation was made from, by the key of the English text. */
const originOf = (origins: Origins, code: string, key: string): string | undefined =>
  origins[code]?.[key] ?? origins[ALL]?.[key];

/** Keys of texts that a language has, or a region by itself, without the endings of plural forms. */
const ownKeys = (code: string): ReadonlySet<string> =>
  new Set(Object.keys(ownTexts(code)).map(withoutPluralForm));

/**
 * What English said when a language was translated, by the key of the translated text, where English
 * says something else now; '' where it is not known.
 */
export function olderOrigins(code: string): (key: string) => string[] {
  const own = ownKeys(code);
  const origins = readOrigins();
  const english = Object.entries(ownTexts('en'));
  return (key) => {
    const base = withoutPluralForm(key);
    const owner = own.has(base) ? code : (REGIONS[code] ?? code);
    if (owner === 'en') return [];
    return english
      .filter(([name]) => withoutPluralForm(name) === base)
      .map(([name, text]) => ({ text, origin: originOf(origins, owner, name) ?? '' }))
      .flatMap(({ text, origin }) => (origin === text ? [] : [origin]));
  };
}

/**
 * Notes that texts of these languages were translated from an English text, by its key. What all
 * languages were translated from is noted once.
 */
export function recordOrigins(codes: readonly string[], english: Texts): void {
  const origins = readOrigins();
  const common: Record<string, string> = {};
  const apart: Record<string, Record<string, string>> = {};
  const all = CODES.filter((code) => code !== 'en').map((code) => ({ code, own: ownKeys(code) }));
  for (const key of Object.keys(ownTexts('en'))) {
    const found = all
      .filter(({ own }) => own.has(withoutPluralForm(key)))
      .map(({ code }) => {
        const noted = codes.includes(code) ? english[key] : undefined;
        return { code, origin: noted ?? originOf(origins, code, key) };
      });
    const each = new Set(found.map(({ origin }) => origin));
    const [first] = each.size === 1 ? each : [origins[ALL]?.[key]];
    if (first !== undefined) common[key] = first;
    for (const { code, origin } of found) {
      if (origin !== undefined && origin !== first) apart[code] = { ...apart[code], [key]: origin };
    }
  }
  writeJson(PATH, { [ALL]: common, ...apart });
}
