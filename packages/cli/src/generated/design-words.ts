/** Made by write-names.ts: do not edit. */
/** Words that a design has of its own, by language and key, as in `wpwlOptions.languages`. */
import { LANGUAGES } from './languages.ts';
import { nearestName } from './nearest-name.ts';
import { TEXT_BLOCKS, withoutPluralForm } from './text-keys.ts';

/** By language (`dk`), then by key (`submit`). */
export type Words = Readonly<Record<string, Readonly<Record<string, string>>>>;

const KEYS: ReadonlySet<string> = new Set(Object.values(TEXT_BLOCKS).flat());
/** Characters of one text. Our longest sentence has half as many. */
const LONGEST_TEXT = 400;

/** What is wrong with a text, told before the value; undefined where nothing is. */
export function wordProblem(language: string, key: string, text: unknown): string | undefined {
  if (!Object.hasOwn(LANGUAGES, language)) {
    return `must be of one of ${Object.keys(LANGUAGES).join(', ')}`;
  }
  if (!KEYS.has(withoutPluralForm(key))) {
    const nearest = nearestName(key, KEYS);
    return `is no text${nearest ? `: did you mean ${nearest}?` : ''}`;
  }
  if (typeof text !== 'string') return 'must be a text';
  if (text.length > LONGEST_TEXT) return `must have ${LONGEST_TEXT} characters at most`;
  if (/\p{Cc}/u.test(text)) return 'must stand in one line, without control characters';
  return undefined;
}

/** The same words with one of them changed; an empty text is none, so that ours is said again. */
export function withWord(words: Words, language: string, key: string, text: string): Words {
  const { [language]: { [key]: _, ...kept } = {}, ...others } = words;
  const changed = text === '' ? kept : { ...kept, [key]: text };
  return Object.keys(changed).length === 0 ? others : { ...others, [language]: changed };
}
