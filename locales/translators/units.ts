/** What a translator gets of a language: each text with all that one has to know of it. */
import { PLURAL_KEYS, withoutPluralForm } from '../../contract/text-keys.ts';
import { descriptionOf, VARIABLES } from './descriptions.ts';
import { keysOf, read, tagOf } from './locale-files.ts';
import { pictureNoteOf } from './pictures.ts';
import { englishKeyOf, longestOf, placeholdersOf } from './rules.ts';
import { olderOrigins } from './translated-from.ts';

export interface Unit {
  readonly key: string;
  /** The English text. */
  readonly source: string;
  /** The translation; absent where there is none yet. */
  readonly target?: string;
  /** What English said when this was translated, where it says something else now. */
  readonly older: readonly string[];
  readonly longest: number;
  /** For the translator: what the text is for, where it shows, its variables, its plural form. */
  readonly notes: readonly string[];
}

/** Some whole numbers that a plural form stands for: 1, 21, 31. */
function examplesOf(tag: string, form: string): string {
  const rules = new Intl.PluralRules(tag);
  const found = [...Array(1001).keys()].filter((count) => rules.select(count) === form);
  return found.length > 0
    ? `for counts such as ${found.slice(0, 5).join(', ')}`
    : 'for fractions and very large numbers only';
}

function notesOf(key: string, source: string, code: string): string[] {
  const base = withoutPluralForm(key);
  const variables = placeholdersOf(source).map((name) => `{{${name}}}: ${VARIABLES[name]}.`);
  const form = key.slice(base.length + 1);
  return [
    descriptionOf(key),
    pictureNoteOf(key),
    ...variables,
    ...(PLURAL_KEYS.has(base) ? [`Plural form "${form}", ${examplesOf(tagOf(code), form)}.`] : []),
  ];
}

/** All texts of a language or region, in the order of the English ones. */
export function unitsOf(code: string): Unit[] {
  const texts = read(code);
  const english = read('en');
  const olderOf = olderOrigins(code);
  return keysOf(code).map((key) => {
    const source = english[englishKeyOf(key)] ?? '';
    const target = texts[key];
    return {
      key,
      source,
      ...(target !== undefined && { target }),
      older: target === undefined ? [] : olderOf(key),
      longest: longestOf(key),
      notes: notesOf(key, source, code),
    };
  });
}
