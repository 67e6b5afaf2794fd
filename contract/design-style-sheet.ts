/** A designer's own rules around the form: what they may be. */

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
