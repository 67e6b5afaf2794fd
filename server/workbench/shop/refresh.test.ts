import { expect, test } from 'vitest';
import { secondsToAskAgain } from './refresh.ts';

const since = new Date('2026-03-01T12:00:00Z');
const after = (seconds: number) => new Date(since.getTime() + seconds * 1000);

test.each([
  [0, 5],
  [12, 12],
  [300, 60],
  [1800, 60],
  [1801, undefined],
])('the page of an order that has waited for %s seconds asks again after %s', (waited, wait) => {
  expect(secondsToAskAgain({ known: { state: 'pending', since } }, after(waited))).toBe(wait);
});

test.each(['paid', 'declined', 'failed'] as const)(
  'that of an order that is %s does not',
  (state) => {
    expect(secondsToAskAgain({ known: { state, since } }, since)).toBeUndefined();
  },
);
