import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CARD_BRANDS, isCardNumberValid, isNumberOfBrand } from './card-brands.ts';
import { TEST_CARDS } from './test-cards.ts';
import { THREE_D_SECURE_CARDS } from './three-d-secure-cards.ts';

describe('the cards for 3-D Secure', () => {
  it.each(Object.keys(CARD_BRANDS))('%s has one for each case, all of them valid', (brand) => {
    const cards = THREE_D_SECURE_CARDS.filter((card) => card.brand === brand);
    const outcomes = new Set(cards.map(({ outcome }) => outcome));
    for (const outcome of ['Y', 'A', 'C', 'R', 'U', 'notEnrolled', 'error'] as const) {
      expect(outcomes).toContain(outcome);
    }
    const wrong = cards.filter(
      ({ number }) => !isCardNumberValid(number, brand) || !isNumberOfBrand(number, brand),
    );
    expect(wrong).toEqual([]);
  });

  it('are none of the other test cards', () => {
    const numbers = new Set(THREE_D_SECURE_CARDS.map(({ number }) => number));
    expect(TEST_CARDS.filter(({ number }) => numbers.has(number))).toEqual([]);
  });

  it('always mean the same', () => {
    const cases = new Map<string, string>();
    for (const { number, outcome, methodCall } of THREE_D_SECURE_CARDS) {
      const meaning = `${outcome} ${methodCall}`;
      expect(cases.get(number) ?? meaning).toBe(meaning);
      cases.set(number, meaning);
    }
  });
});

it('are all in the guide', () => {
  const guide = readFileSync('docs/test-cards.md', 'utf8');
  const missing = THREE_D_SECURE_CARDS.filter(({ number }) => !guide.includes(number));
  expect(missing).toEqual([]);
});
