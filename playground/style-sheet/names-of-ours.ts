/** Names of ours in CSS: those that are none, and those that go on what is being written. */
import { nearestName } from '../../contract/nearest-name.ts';
import { TOKENS, tokenProperty } from '../../contract/tokens.ts';
import { CLASS_NAMES, isClassName } from './class-names.ts';

/** Custom properties that a page may set. */
const PROPERTY_NAMES: readonly string[] = Object.keys(TOKENS).map(tokenProperty);

interface UnknownName {
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
