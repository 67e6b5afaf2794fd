/** Each language says all that the console says, in its own plural forms, with the same places. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';

type Texts = Readonly<Record<string, string>>;

const LANGUAGES = ['en', 'de', 'ar'] as const;
const CONSOLE = join(import.meta.dirname, '..');

const read = (tag: string): Texts =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${tag}.json`), 'utf8'));

const FORM = /_(zero|one|two|few|many|other)$/;
const withoutForm = (key: string) => key.replace(FORM, '');
const placesOf = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

const english = read('en');
const plurals = [
  ...new Set(
    Object.keys(english)
      .filter((key) => FORM.test(key))
      .map(withoutForm),
  ),
];

const code = globSync('**/*.{ts,tsx}', { cwd: CONSOLE })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(join(CONSOLE, file), 'utf8'))
  .join('\n');
/** Whole words in quotes, and the beginnings of those that end in a value: `state.${…}`. */
const quoted = new Set([...code.matchAll(/['"]([a-zA-Z][\w.-]*)['"]/g)].map(([, key]) => key));
const endings = [...code.matchAll(/\$\{\w+(?:\.\w+)?\}(\.\w+)`/g)].map(([, ending = '']) => ending);
const beginnings = [...code.matchAll(/`([a-zA-Z][\w.]*\.)\$\{/g)].map(
  ([, beginning = '']) => beginning,
);

describe.each(LANGUAGES)('the texts in %s', (tag) => {
  const texts = read(tag);

  it('are those of English, in the plural forms that the language has', () => {
    const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
    const expected = Object.keys(english)
      .filter((key) => !FORM.test(key))
      .concat(plurals.flatMap((key) => pluralCategories.map((form) => `${key}_${form}`)));
    expect(Object.keys(texts).sort()).toEqual(expected.sort());
  });

  it('have the places of English', () => {
    const wrong = Object.entries(texts).filter(([key, text]) => {
      const same = english[key] ?? english[`${withoutForm(key)}_other`] ?? '';
      // A form for one or two may say the number in words.
      const isWordy = /_(zero|one|two)$/.test(key);
      const [mine, theirs] = [placesOf(text), placesOf(same)];
      const without = (places: typeof mine) => places.filter((place) => place !== 'count');
      return isWordy
        ? String(without(mine)) !== String(without(theirs))
        : String(mine) !== String(theirs);
    });
    expect(Object.fromEntries(wrong)).toEqual({});
  });

  it('are neither empty nor padded', () => {
    expect(Object.entries(texts).filter(([, text]) => text === '' || text !== text.trim())).toEqual(
      [],
    );
  });

  it('are in the order of English', () => {
    const orderOf = (all: Texts) => [...new Set(Object.keys(all).map(withoutForm))];
    expect(orderOf(texts)).toEqual(orderOf(english));
  });
});

/** `du`, its forms, and what is asked of somebody who is called so: „Prüfe“, „lade“. */
const FAMILIAR =
  /(?<![\p{L}])(?:du|dir|dich|dein(?:e[mnrs]?)?|bist|hast|darfst|kannst|(?:bestätig|wähl|prüf|lad|lass|meld|wart|entfern|scann|bewahr|kopier|tipp|send|nenn|nimm|gib|öffn|schließ|mach|stell|verwend)e?|versuche es|bitte um)(?![\p{L}])/iu;

test.each(['de', 'refusals/de', 'results/de', 'story/de'])(
  'the German of %s says Sie throughout',
  (name) => {
    const familiar = Object.entries(read(name)).filter(([, text]) => FAMILIAR.test(text));
    expect(Object.fromEntries(familiar)).toEqual({});
  },
);

test('every text is used', () => {
  const unused = Object.keys(english)
    .map(withoutForm)
    .filter(
      (key) =>
        !quoted.has(key) &&
        !beginnings.some((beginning) => key.startsWith(beginning)) &&
        !endings.some((ending) => key.endsWith(ending)),
    );
  expect(unused).toEqual([]);
});

test('every key that is asked for has a text', () => {
  const asked = [...code.matchAll(/\bt\('([^']+)'/g)].map(([, key = '']) => key);
  const known = new Set(Object.keys(english).map(withoutForm));
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter((key) => !known.has(key))).toEqual([]);
});
