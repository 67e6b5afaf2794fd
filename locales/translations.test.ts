import { describe, expect, test } from 'vitest';
import { translationFor } from './translations.ts';

describe('words', () => {
  test.each([
    ['cz', 2, 'few'],
    ['cz', 5, 'other'],
    ['dk', 1, 'one'],
    ['se', 2, 'other'],
    ['ru', 21, 'one'],
    ['ar', 11, 'many'],
    ['gr', 1, 'one'],
  ])('in %s are counted by the language’s grammar: %d is %s', (locale, count, form) => {
    const { texts, word } = translationFor(locale);
    const expected = texts[`errorSummary_${form}`]
      ?.replaceAll('{{count}}', String(count))
      .replaceAll('{{fields}}', 'A, B');
    expect(expected).toBeTruthy();
    expect(word('errorSummary', { count, fields: 'A, B' })).toBe(expected);
  });

  test('keep markup as it is: they are escaped where they are written', () => {
    expect(translationFor('en').word('submitAmount', { amount: '<b>' })).toBe('Pay <b>');
  });

  test('of a language that there is not are English', () => {
    expect(translationFor('xx').word('submit')).toBe(translationFor('en').word('submit'));
  });
});
