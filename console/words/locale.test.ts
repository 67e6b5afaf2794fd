import { describe, expect, test } from 'vitest';
import { localeOf } from './locale.ts';

describe('numbers and times are written', () => {
  test.each([
    ['as the browser’s region does', 'en', ['en-GB', 'en-US', 'en'], 'en-GB'],
    ['as the first region of the language does', 'de', ['fr-CH', 'de', 'de-AT', 'de-DE'], 'de-AT'],
    ['as the language does where the browser speaks another one', 'en', ['de-DE', 'de'], 'en'],
    ['so also where the browser names no region', 'ar', ['ar'], 'ar'],
    ['and a tag that is none is passed over', 'en', ['en-US@posix', 'en-AU'], 'en-AU'],
  ])('%s', (_, language, browser, locale) => {
    expect(localeOf(language, browser)).toBe(`${locale}-u-ca-gregory-nu-latn`);
  });

  const at = new Date('2026-11-24T15:04:05Z');
  const written = (tag: string) =>
    new Intl.DateTimeFormat(localeOf(tag.slice(0, 2), [tag]), {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
    })
      .format(at)
      .replaceAll('\u202f', ' ');

  test.each([
    ['en-US', 'Nov 24, 2026, 3:04 PM'],
    ['en-GB', '24 Nov 2026, 15:04'],
    ['de-AT', '24.11.2026, 15:04'],
  ])('%s: %s', (tag, text) => {
    expect(written(tag)).toBe(text);
  });

  test('in the calendar and the digits of the API, wherever the browser is', () => {
    for (const tag of ['ar-SA', 'ar-EG', 'en-TH']) expect(written(tag)).toContain('2026');
  });
});
