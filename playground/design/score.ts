/** One number for what was found of a design, so that two can be compared. */

/** In the order in which they are shown. What one fault costs. */
export const COSTS = { contrast: 10, targets: 5, axe: 10, languages: 2 } as const;
export type Judge = keyof typeof COSTS;
export const JUDGES = Object.keys(COSTS) as Judge[];

/** Faults by judge; one that has not looked says nothing. */
export type Findings = Readonly<Partial<Record<Judge, number>>>;

export const costOf = (judge: Judge, count: number): number => COSTS[judge] * count;

/** 100 less what was found, and not below 0. */
export const scoreOf = (findings: Findings): number =>
  Math.max(
    0,
    JUDGES.reduce((left, judge) => left - costOf(judge, findings[judge] ?? 0), 100),
  );
