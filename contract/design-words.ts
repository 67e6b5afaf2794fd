/** Words that a design has of its own, by language and key, as in `wpwlOptions.languages`. */
import { LANGUAGES } from './languages.ts';
import { nearestName } from './nearest-name.ts';
import { TEXT_BLOCKS, withoutPluralForm } from './text-keys.ts';

/** By language (`dk`), then by key (`submit`). */
export type Words = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Of pages of the gateway's own, which have no page of a merchant around them. */
const ELSEWHERE: ReadonlySet<string> = new Set(['threeDSecure', 'result', 'simulatedBank']);
const KEYS: ReadonlySet<string> = new Set(
  Object.entries(TEXT_BLOCKS).flatMap(([block, keys]) => (ELSEWHERE.has(block) ? [] : keys)),
);
/** Characters of one text. Our longest sentence has half as many. */
const LONGEST_TEXT = 400;

/** Whether the form says it, so that a page can say it in other words. */
export const isOfTheForm = (key: string): boolean => KEYS.has(withoutPluralForm(key));

/** What is wrong with a text, told before the value; undefined where nothing is. */
export function wordProblem(language: string, key: string, text: unknown): string | undefined {
  if (!Object.hasOwn(LANGUAGES, language)) {
    return `must be of one of ${Object.keys(LANGUAGES).join(', ')}`;
  }
  if (!isOfTheForm(key)) {
    const nearest = nearestName(key, KEYS);
    return `is no text of the form${nearest ? `: did you mean ${nearest}?` : ''}`;
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
