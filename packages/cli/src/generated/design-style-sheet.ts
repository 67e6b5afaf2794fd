/** Made by write-names.ts: do not edit. */
/** A designer's own rules around the form: what they may be, and which names of ours are in them. */
import { CLASS_NAMES, isClassName } from './class-names.ts';
import { nearestName } from './nearest-name.ts';
import { TOKENS, tokenProperty } from './tokens.ts';

/** Characters, about 200 rules. */
const LONGEST = 10_000;

/** Others load something, or are not CSS: tools of shops that take the rules home run some of them. */
const AT_RULES = new Set(
  'container keyframes layer media property scope starting-style supports'.split(' '),
);
const FUNCTIONS = new Set(
  [
    'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark',
    'var env calc min max clamp abs sign round mod rem sin cos tan pow sqrt hypot',
    'linear-gradient radial-gradient conic-gradient',
    'repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient',
    'translate translatex translatey translate3d scale scalex scaley rotate skew matrix perspective',
    'blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia',
    'cubic-bezier steps linear minmax repeat fit-content inset circle ellipse polygon',
    'counter counters selector style',
    // Of selectors.
    'not is where has host host-context slotted part lang dir state',
    'nth-child nth-last-child nth-of-type nth-last-of-type',
  ]
    .join(' ')
    .split(' '),
);

const FORBIDDEN: readonly (readonly [RegExp, (name: string) => boolean, string])[] = [
  [/<\/?(?:style|script)|<!--/gi, () => true, 'must stay in its style element'],
  [/\\/g, () => true, 'must have no backslash'],
  [/@([\w-]*)/g, (name) => !AT_RULES.has(name), 'must have at-rules that load nothing'],
  [/([\w-]+)\(/g, (name) => !FUNCTIONS.has(name), 'must have functions that load nothing'],
];

/** Why it is left out, with what it says there; undefined where it is fine. */
export function styleSheetProblem(css: string): { rule: string; value: string } | undefined {
  if (css.length > LONGEST) {
    return { rule: `must have ${LONGEST} characters at most`, value: `${css.length} characters` };
  }
  for (const [pattern, isForbidden, rule] of FORBIDDEN) {
    const found = [...css.matchAll(pattern)].find(([, name = '']) =>
      isForbidden(name.toLowerCase().replace(/^-webkit-/, '')),
    );
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
