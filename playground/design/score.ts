/** One number for what was found of a design, so that two can be compared. */

/** In the order in which they are shown. What one fault costs. */
export const COSTS = { contrast: 10, targets: 5, focus: 10, axe: 10, languages: 2 } as const;
export type Check = keyof typeof COSTS;
export const CHECKS = Object.keys(COSTS) as Check[];

/** Faults by check; one that has not looked says nothing. */
export type Findings = Readonly<Partial<Record<Check, number>>>;

export const costOf = (check: Check, count: number): number => COSTS[check] * count;

/** 100 less what was found, and not below 0. */
export const scoreOf = (findings: Findings): number =>
  Math.max(
    0,
    CHECKS.reduce((left, check) => left - costOf(check, findings[check] ?? 0), 100),
  );
