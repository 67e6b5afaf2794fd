/** How many faults each judge has found in the design that is shown: they go with the link. */
import { computed, signal } from '@preact/signals';
import { judgeContrast } from '../../contract/token-contrast.ts';
import type { View } from './design.ts';
import { view } from './history.ts';
import type { Findings, Judge } from './score.ts';
import { CALM } from './themes.ts';

/** What each has to look at again once it changes. */
const LOOKED_AT: Readonly<Record<Judge, (view: View) => unknown>> = {
  contrast: ({ design }) => design.tokens,
  targets: ({ design, width, text, state }) => [{ ...design, name: '' }, width, text, state],
  axe: (shown) => [{ ...shown, other: undefined, design: { ...shown.design, name: '' } }],
  languages: ({ design, width, text }) => [{ ...design, name: '', locale: '' }, width, text],
};
const keyOf = (judge: Judge): string => JSON.stringify(LOOKED_AT[judge](view.value));

interface Found {
  readonly key: string;
  readonly count: number;
  /** It came with a link, and was not found here. */
  readonly isTold: boolean;
}
type FoundBy = Readonly<Partial<Record<Judge, Found>>>;

const found = signal<FoundBy>({});

export function noteFindings(judge: Judge, count: number): void {
  found.value = { ...found.value, [judge]: { key: keyOf(judge), count, isTold: false } };
}

/** What came with the link that is shown now. */
export function takeFindings(told: Findings): void {
  found.value = Object.fromEntries(
    Object.entries(told).map(([judge, count]) => [
      judge,
      { key: keyOf(judge as Judge), count, isTold: true },
    ]),
  );
}

/** Contrast is computed from the tokens, at once. */
const contrast = computed(
  () =>
    judgeContrast(view.value.design.tokens, CALM.tokens).filter(
      ({ ratio, least }) => ratio !== undefined && ratio < least,
    ).length,
);

const standing = computed(() =>
  Object.entries(found.value).filter(([judge, { key }]) => key === keyOf(judge as Judge)),
);

export const findings = computed(
  (): Findings => ({
    ...Object.fromEntries(standing.value.map(([judge, { count }]) => [judge, count])),
    contrast: contrast.value,
  }),
);

/** Those of the link that were not looked at here. */
export const onlyTold = computed(
  () => new Set(standing.value.flatMap(([judge, { isTold }]) => (isTold ? [judge] : []))),
);
