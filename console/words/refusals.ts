/**
 * What the server says of a refusal, in another language: a sentence is found by its English, as gettext does,
 * since rules of the gateway are said in the same words to programs, on the command line and here.
 * `texts/refusals/` has a file a language: English to its words, with values in `{{…}}`.
 */
export type Refusals = Readonly<Record<string, string>>;

interface Template {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly words: string;
  /** How much of it is no value. */
  readonly known: number;
}

const PLACE = /\{\{(\w+)\}\}/;
/** Between sentences that are said together. */
const MARKS = [': ', '; '];
const VALUE = '([^]+?)';
/** At the beginning: what comes before a mark is a sentence of its own. */
const FIRST_VALUE = '((?:(?!: )[^])+?)';
const kept = new WeakMap<Refusals, readonly Template[]>();

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function templatesOf(refusals: Refusals): readonly Template[] {
  const known = kept.get(refusals);
  if (known) return known;
  const templates = Object.entries(refusals)
    .map(([english, words]) => {
      // Names stand between the fixed parts.
      const parts = english.split(PLACE);
      const fixed = parts.filter((_, at) => at % 2 === 0);
      const pattern = fixed.map(literally).join(VALUE);
      const isValueFirst = fixed[0] === '' && fixed.length > 1;
      return {
        pattern: new RegExp(
          `^${isValueFirst ? FIRST_VALUE + pattern.slice(VALUE.length) : pattern}$`,
        ),
        names: parts.filter((_, at) => at % 2 === 1),
        words,
        known: fixed.join('').length,
      };
    })
    // What says more comes before what would take it for a value.
    .sort((one, other) => other.known - one.known);
  kept.set(refusals, templates);
  return templates;
}

/** Keeps a value, which may read from the left, from mixing with the words around it. */
type Isolate = (value: string) => string;

function asOne(said: string, refusals: Refusals, isolate: Isolate): string | undefined {
  for (const { pattern, names, words } of templatesOf(refusals)) {
    const values = pattern.exec(said)?.slice(1);
    if (!values) continue;
    return names.reduce((text, name, at) => {
      const value = values[at] ?? '';
      return text.replace(`{{${name}}}`, () => asOne(value, refusals, isolate) ?? isolate(value));
    }, words);
  }
  return undefined;
}

/** @returns undefined where no words are known */
export function inOtherWords(
  said: string,
  refusals: Refusals,
  isolate: Isolate = (value) => value,
): string | undefined {
  const whole = asOne(said, refusals, isolate);
  if (whole !== undefined) return whole;
  for (const mark of MARKS) {
    for (let at = said.indexOf(mark); at >= 0; at = said.indexOf(mark, at + 1)) {
      const before = asOne(said.slice(0, at), refusals, isolate);
      const after = before && inOtherWords(said.slice(at + mark.length), refusals, isolate);
      if (before && after) return before + mark + after;
    }
  }
  return undefined;
}
