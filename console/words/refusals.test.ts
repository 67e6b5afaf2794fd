import { describe, expect, it } from 'vitest';
import { inOtherWords } from './refusals.ts';

const REFUSALS = {
  'must be an amount in {{currency}}': 'muss ein Betrag in {{currency}} sein',
  'must be {{values}}': 'muss eines von diesen sein: {{values}}',
  'cannot refund (more than was paid)': 'Erstattung nicht möglich (mehr als bezahlt)',
  '{{amount}} is left': '{{amount}} sind übrig',
  '{{what}} must have one font: {{found}}': '{{what}}: nur eine Schrift, nicht {{found}}',
  file: 'Datei',
};

describe('a refusal in another language', () => {
  it.each([
    ['has its values', 'must be an amount in KWD', 'muss ein Betrag in KWD sein'],
    ['is the one that says most', 'must be a, b', 'muss eines von diesen sein: a, b'],
    [
      'is put together of what is said together',
      'cannot refund (more than was paid): 12.00 is left',
      'Erstattung nicht möglich (mehr als bezahlt): 12.00 sind übrig',
    ],
    [
      'says what is named in its own words',
      'file must have one font: $&',
      'Datei: nur eine Schrift, nicht $&',
    ],
  ])('%s', (_, said, words) => {
    expect(inOtherWords(said, REFUSALS)).toBe(words);
  });

  it.each(['something else', 'something else: 12.00 is left', ''])('"%s" has none', (said) => {
    expect(inOtherWords(said, REFUSALS)).toBeUndefined();
  });

  it('keeps values apart', () => {
    expect(inOtherWords('12.00 is left', REFUSALS, (value) => `[${value}]`)).toBe(
      '[12.00] sind übrig',
    );
  });

  it('is found in no time, however long', () => {
    const start = performance.now();
    expect(inOtherWords(`${': '.repeat(2_000)}x`, REFUSALS)).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
