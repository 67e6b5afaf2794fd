import { expect, it } from 'vitest';
import { scoreOf } from './score.ts';

it.each([
  [{}, 100],
  [{ contrast: 0, targets: 0, axe: 0, languages: 0 }, 100],
  [{ contrast: 1, targets: 1, axe: 1, languages: 1 }, 73],
  [{ languages: 25 }, 50],
  [{ contrast: 14 }, 0],
])('%j is %i of 100', (findings, score) => {
  expect(scoreOf(findings)).toBe(score);
});
