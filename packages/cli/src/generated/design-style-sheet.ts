/** Made by write-names.ts: do not edit. */
/** A designer's own rules around the form: what they may be, and which names of ours are in them. */
import { CLASS_NAMES, isClassName } from './class-names.ts';
import { nearestName } from './nearest-name.ts';
import { TOKENS, tokenProperty } from './tokens.ts';

/** Characters, about 200 rules. */
const LONGEST = 10_000;

const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/<\/?(?:style|script)|<!--/i, 'must stay in its style element'],
  [/@(?:import|font-face|namespace|charset)\b/i, 'must load nothing'],
  [/\b(?:url|src|image|(?:-webkit-)?image-set|expression)\(/i, 'must load nothing'],
  [/\\/, 'must have no backslash'],
];

/** Why it is left out, with what it says there; undefined where it is fine. */
export function styleSheetProblem(css: string): { rule: string; value: string } | undefined {
  if (css.length > LONGEST) {
    return { rule: `must have ${LONGEST} characters at most`, value: `${css.length} characters` };
  }
  for (const [forbidden, rule] of FORBIDDEN) {
    const found = forbidden.exec(css);
    if (found) return { rule, value: css.slice(found.index, found.index + 40) };
  }
  return undefined;
}

/** Custom properties that a page may set. */
export const PROPERTY_NAMES: readonly string[] = Object.keys(TOKENS).map(tokenProperty);

export interface UnknownName {
  readonly name: string;
  readonly nearest: string | undefined;
}

const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');

/** Names that look like ours and are not. */
export function unknownNames(css: string): UnknownName[] {
  const text = withoutComments(css);
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const unknown = (names: string[], isKnown: (name: string) => boolean, known: readonly string[]) =>
    [...new Set(names)]
      .filter((name) => !isKnown(name))
      .map((name) => ({ name, nearest: nearestName(name, known) }));
  return [
    ...unknown(named(/\.(wpwl-[\w-]*)/g), isClassName, CLASS_NAMES),
    ...unknown(
      named(/(?<![\w-])(--wpwl-[\w-]*)/g),
      (name) => PROPERTY_NAMES.includes(name),
      PROPERTY_NAMES,
    ),
  ];
}

export interface Suggestions {
  /** Where the name begins that is being written. */
  readonly from: number;
  readonly names: readonly string[];
}

/** Names of ours that go on what is written before the caret; none where nothing of ours begins there. */
export function suggestionsAt(css: string, caret: number): Suggestions | undefined {
  const [written] = /(?:\.|--)[\w-]*$/.exec(css.slice(0, caret)) ?? [];
  if (written === undefined) return undefined;
  const all = written.startsWith('.') ? CLASS_NAMES.map((name) => `.${name}`) : PROPERTY_NAMES;
  const sought = written.replace(/^(?:\.|--)(?:wpwl-?)?/, '').toLowerCase();
  const placeOf = (name: string) =>
    name
      .toLowerCase()
      .replace(/^\W+wpwl-/, '')
      .indexOf(sought);
  // What begins so goes first.
  const names = all
    .filter((name) => name !== written && placeOf(name) >= 0)
    .sort((one, other) => Math.min(placeOf(one), 1) - Math.min(placeOf(other), 1));
  return names.length > 0 ? { from: caret - written.length, names } : undefined;
}
