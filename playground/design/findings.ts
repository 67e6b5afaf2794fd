/** How many faults each check has found in the design that is shown: they go with the link. */
import { computed, signal } from '@preact/signals';
import { checkContrast, focusLikeError } from '../../contract/token-contrast.ts';
import { tokensOf, type View } from './design.ts';
import { view } from './history.ts';
import type { Check, Findings } from './score.ts';
import { CALM } from './themes.ts';

const formOf = ({ design, width, text, state }: View) => [
  { ...design, name: '' },
  width,
  text,
  state,
];

/** What each has to look at again once it changes. */
const LOOKED_AT: Readonly<Record<Check, (view: View) => unknown>> = {
  contrast: ({ design }) => design.tokens,
  targets: formOf,
  focus: (shown) => [...formOf(shown), shown.scheme],
  axe: (shown) => [{ ...shown, other: undefined, design: { ...shown.design, name: '' } }],
  languages: ({ design, width, text }) => [{ ...design, name: '', locale: '' }, width, text],
};
const keyOf = (check: Check): string => JSON.stringify(LOOKED_AT[check](view.value));

interface Found {
  readonly key: string;
  readonly count: number;
  /** It came with a link, and was not found here. */
  readonly isTold: boolean;
}
type FoundBy = Readonly<Partial<Record<Check, Found>>>;

const found = signal<FoundBy>({});

export function noteFindings(check: Check, count: number): void {
  found.value = { ...found.value, [check]: { key: keyOf(check), count, isTold: false } };
}

/** What came with the link that is shown now. */
export function takeFindings(told: Findings): void {
  found.value = Object.fromEntries(
    Object.entries(told).map(([check, count]) => [
      check,
      { key: keyOf(check as Check), count, isTold: true },
    ]),
  );
}

/** A view that differs in something else has the same ones. */
const design = computed(() => view.value.design);
/** What is left out of a design is not seen. */
const tokens = computed(() => tokensOf(design.value));
/** Contrast is computed from the tokens, at once. */
export const contrastPairs = computed(() => checkContrast(tokens.value, CALM.tokens));
export const focusesLikeError = computed(() => focusLikeError(tokens.value, CALM.tokens));
const contrast = computed(
  () =>
    contrastPairs.value.filter(({ ratio, least }) => ratio !== undefined && ratio < least).length,
);

const standing = computed(() =>
  Object.entries(found.value).filter(([check, { key }]) => key === keyOf(check as Check)),
);

export const findings = computed(
  (): Findings => ({
    ...Object.fromEntries(standing.value.map(([check, { count }]) => [check, count])),
    contrast: contrast.value,
  }),
);

/** Those of the link that were not looked at here. */
export const onlyTold = computed(
  () => new Set(standing.value.flatMap(([check, { isTold }]) => (isTold ? [check] : []))),
);
