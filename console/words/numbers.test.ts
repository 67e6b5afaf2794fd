import { expect, test, vi } from 'vitest';
import { money } from './numbers.ts';

test.each([
  ['99.49', 'HUF', 'HUF 99.49'],
  ['99.00', 'HUF', 'HUF 99'],
  ['92.00', 'EUR', '€92.00'],
  ['1.005', 'KWD', 'KWD 1.005'],
])('%s %s is written to the last decimal', (amount, currency, written) => {
  expect(money(amount, currency).replaceAll('\u00a0', ' ')).toBe(written);
});

test('a browser in London reads dates as it is used to', async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB', 'en'] });
  vi.resetModules();
  const { calendarDay, day } = await import('./numbers.ts');
  expect([day('2026-11-24T12:00:00Z'), calendarDay('2026-11-24')]).toEqual([
    ...['24 Nov 2026', '24 Nov 2026'],
  ]);
  vi.unstubAllGlobals();
});
