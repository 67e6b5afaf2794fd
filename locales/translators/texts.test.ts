/** The command for translators, run in a copy of the texts. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEXT_BLOCKS, withoutPluralForm } from '../../contract/text-keys.ts';
import en from '../en.json' with { type: 'json' };
import { DESCRIBED_KEYS, VARIABLES } from './descriptions.ts';
import pictures from './pictures.json' with { type: 'json' };
import { pictureNoteOf } from './pictures.ts';
import { placeholdersOf } from './rules.ts';
import origins from './translated-from.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..', '..');
let copy = '';

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'texts-'));
  for (const name of ['contract', 'locales', 'package.json']) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterEach(() => rmSync(copy, { recursive: true }));

/** Runs the command; answers what it says, and whether it did what it was asked to. */
async function texts(...words: string[]): Promise<{ says: string; isDone: boolean }> {
  const command = join(copy, 'locales', 'translators', 'texts.ts');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...words], {
      cwd: copy,
    });
    return { says: stdout, isDone: true };
  } catch (error) {
    return { says: (error as { stderr: string }).stderr, isDone: false };
  }
}

const read = (path: string) => readFileSync(join(copy, path), 'utf8');
const write = (path: string, content: string) => writeFileSync(join(copy, path), content);

/** How many texts a language has in the copy. */
const countOf = (code: string) => Object.keys(JSON.parse(read(`locales/${code}.json`))).length;

/** Changes a text of a language by hand. */
const change = (code: string, key: string, text: string | undefined) =>
  write(
    `locales/${code}.json`,
    JSON.stringify({ ...JSON.parse(read(`locales/${code}.json`)), [key]: text }),
  );

/** Exports a language, and changes the file as a translator does. */
async function translate(code: string, edit: (xliff: string) => string): Promise<void> {
  await texts('export', code, 'sent.xlf');
  const sent = read('sent.xlf');
  const returned = edit(sent);
  expect(returned).not.toBe(sent);
  write('returned.xlf', returned);
}

const unitOf = (xliff: string, key: string): string =>
  xliff.split('<trans-unit ').find((unit) => unit.startsWith(`id="${key}"`)) ?? '';

describe('each text', () => {
  test('is described for translators, and nothing else is', () => {
    expect([...DESCRIBED_KEYS].sort()).toEqual(
      [...new Set(Object.values(TEXT_BLOCKS).flat())].sort(),
    );
  });

  test('has variables that are described', () => {
    const used = new Set(Object.values(en).flatMap(placeholdersOf));
    expect(Object.keys(VARIABLES).sort()).toEqual([...used].sort());
  });

  test('says which English it was translated from: npm run texts -- done all <key>', () => {
    expect(Object.keys(origins.all).sort()).toEqual(Object.keys(en).sort());
  });
});

describe('export', () => {
  test('says of each text what a translator has to know', async () => {
    expect((await texts('export', 'pl')).says).toBe(`${countOf('pl')} texts are in pl.xlf\n`);
    const xliff = read('pl.xlf');
    expect(xliff).toContain('original="pl" source-language="en" target-language="pl"');
    const unit = unitOf(xliff, 'installmentsPlan_few');
    expect(unit).toContain('maxwidth="70"');
    expect(unit).toContain('<source>{{count}} instalments of {{amount}}</source>');
    expect(unit).toContain('<target state="translated">{{count}} raty po {{amount}}</target>');
    expect(unit).toContain('Shows in the card form, in the list of payment plans.');
    expect(unit).toContain('{{amount}}: an amount of money');
    expect(unit).toContain('Plural form &#34;few&#34;, for counts such as 2, 3, 4, 22, 23.');
  });

  test.each(['de', 'ar', 'ja', 'pt-BR', 'es-MX', 'zh-Hant', 'en-GB'])(
    'and import of %s leave everything as it was',
    async (code) => {
      const path = code.includes('-') ? `locales/regions/${code}.json` : `locales/${code}.json`;
      const before = [read(path), read('locales/translators/translated-from.json')];
      await texts('export', code, 'sent.xlf');
      expect(await texts('import', 'sent.xlf')).toMatchObject({
        says: `${code}: 0 texts changed, 0 not confirmed by their translator\n`,
      });
      expect([read(path), read('locales/translators/translated-from.json')]).toEqual(before);
    },
  );

  test.each(['en', 'xx', '', '../de'])('knows no language "%s"', async (code) => {
    const { says, isDone } = await texts('export', code, 'sent.xlf');
    expect(isDone).toBe(false);
    expect(says).toMatch(/is no language to translate into\. There are: de, fr, /);
  });
});

describe('import', () => {
  test('takes a translation over, as tools write it', async () => {
    await translate('de', (xliff) =>
      xliff
        .replace('<?xml', '\uFEFF<?xml')
        .replace(
          '<target state="translated">Jetzt bezahlen',
          '<!-- ok --><target><![CDATA[Bezahlen]]>',
        )
        .replace(/<target[^>]*>Erneut versuchen/, "<target state='final'>&#x4e;ochmal"),
    );
    const { says } = await texts('import', 'returned.xlf');
    expect(says).toBe('de: 2 texts changed, 0 not confirmed by their translator\n');
    expect(JSON.parse(read('locales/de.json'))).toMatchObject({
      submit: 'Bezahlen',
      tryAgain: 'Nochmal',
    });
  });

  test('of some texts leaves the others', async () => {
    const unit =
      '<trans-unit id="submit"><source>Pay now</source><target>Bezahlen</target></trans-unit>';
    await translate('de', (xliff) =>
      xliff.replace(/<body>[\s\S]*<\/body>/, `<body>${unit}</body>`),
    );
    const before = JSON.parse(read('locales/de.json'));
    expect((await texts('import', 'returned.xlf')).isDone).toBe(true);
    expect(JSON.parse(read('locales/de.json'))).toEqual({ ...before, submit: 'Bezahlen' });
  });

  test('of a region keeps what the region says in other words', async () => {
    await translate('es-MX', (xliff) => xliff.replace('>Pago a meses<', '>Pago a plazos<'));
    await texts('import', 'returned.xlf');
    const before = JSON.parse(readFileSync(join(ROOT, 'locales/regions/es-MX.json'), 'utf8'));
    const { installments: _, ...others } = before;
    expect(JSON.parse(read('locales/regions/es-MX.json'))).toEqual(others);
  });

  const target = (key: string, text: string) => (xliff: string) =>
    xliff.replace(unitOf(xliff, key), (unit) =>
      unit.replace(/>[^<]*<\/target>/, () => `>${text}</target>`),
    );
  const replace = (from: string | RegExp, to: string) => (xliff: string) => xliff.replace(from, to);

  test.each([
    [
      'an unknown key',
      replace('id="submit"', 'id="submitt"'),
      'submitt is no key; those of locales/en.json are known',
    ],
    ['a key twice', replace('id="submit"', 'id="cvv"'), 'cvv comes twice'],
    [
      'a plural form that the language has not',
      replace('id="errorSummary_one"', 'id="errorSummary_few"'),
      'errorSummary_few is no plural form of de: it counts with one, other',
    ],
    [
      'a missing variable',
      target('submitAmount', 'Zahlen'),
      'submitAmount needs {{amount}}, each once: "Zahlen"',
    ],
    [
      'an unknown variable',
      target('submit', 'Zahlen {{sum}}'),
      'submit needs no variable, each once: "Zahlen {{sum}}"',
    ],
    [
      'a variable in single braces',
      target('submitAmount', '{amount} zahlen'),
      'submitAmount needs {{amount}}, each once: "{amount} zahlen"',
    ],
    [
      'markup as text',
      target('submit', 'Jetzt &lt;b&gt;zahlen'),
      'submit has markup; a form shows it as it is written: "Jetzt <b>zahlen"',
    ],
    [
      'markup',
      target('submit', 'Jetzt <g id="1">zahlen</g>'),
      'submit has markup in its target: <g>. Variables are written as {{name}}.',
    ],
    [
      'a text too long',
      target('submit', 'Jetzt kostenpflichtig bestellen'),
      'submit may have 20 characters: "Jetzt kostenpflichtig bestellen"',
    ],
    ['English', target('submit', 'Pay now'), 'submit is still English'],
    [
      'a line break',
      target('submit', 'Jetzt&#10;zahlen'),
      'submit has a space, a line break, a straight quote or three dots too many',
    ],
    [
      'a sentence without its end',
      target('billingCityError', 'Ort eingeben'),
      'billingCityError ends as the English text does: "Enter your city."',
    ],
    [
      'a language that there is not',
      replace('original="de"', 'original="xx"'),
      '"xx" is no language to translate into.',
    ],
    [
      'no language',
      replace('original="de"', ''),
      'the file has to have one <file>, with the language in "original"',
    ],
    [
      'another version',
      replace('version="1.2"', 'version="2.0"'),
      'the file is <xliff version="2.0">, and not XLIFF 1.2',
    ],
    ['another format', () => '{"submit": "Zahlen"}', 'Root element is missing or invalid (line 1'],
    [
      'broken XML',
      replace('</source>', '</target>'),
      'Missing end tag for element source (line 6, column 28)',
    ],
    [
      'what a document type brings in',
      (xliff: string) =>
        xliff
          .replace(
            '<xliff',
            '<!DOCTYPE xliff [<!ENTITY file SYSTEM "file:///etc/passwd">]>\n<xliff',
          )
          .replace('Abbruch', '&file;'),
      "Named entity isn't defined: &file;",
    ],
  ])('refuses %s, and changes nothing', async (_, edit, expected) => {
    await translate('de', (xliff) => edit(target('cancel', 'Abbruch')(xliff)));
    const before = read('locales/de.json');
    const { says, isDone } = await texts('import', 'returned.xlf');
    expect(says).toContain(expected);
    expect(isDone).toBe(false);
    expect(read('locales/de.json')).toBe(before);
  });

  test('refuses a language whose plural forms are not all there', async () => {
    await texts('export', 'pl', 'sent.xlf');
    change('pl', 'errorSummary_few', undefined);
    const xliff = read('sent.xlf');
    const empty = unitOf(xliff, 'errorSummary_few').replace(/<target[^\n]*/, '<target/>');
    write(
      'returned.xlf',
      xliff.replace(unitOf(xliff, 'errorSummary_few'), () => empty),
    );
    const { says } = await texts('import', 'returned.xlf');
    expect(says).toBe('errorSummary_few is missing: pl counts with one, few, many, other\n');
  });

  test('refuses a file that is not there', async () => {
    const { says, isDone } = await texts('import', 'no.xlf');
    expect([says, isDone]).toEqual([expect.stringContaining('no such file'), false]);
  });
});

describe('a translation is older than its English', () => {
  const isOlder = async (code: string) =>
    (await texts('status', code)).says.includes(`${code}: submit is older.`);

  test('once English has changed, in each language that translates it', async () => {
    expect((await texts('status')).says).not.toContain('is older');
    change('en', 'submit', 'Pay');
    const { says } = await texts('status');
    expect(says).toContain('de: submit is older. English was "Pay now", and is "Pay"');
    expect(says.match(/submit is older/g)).toHaveLength(28);
    expect(says).toMatch(new RegExp(`^ +de +${countOf('de')} +0 +1 +0$`, 'm'));
  });

  test('until its translator has confirmed it', async () => {
    change('en', 'submit', 'Pay');
    await texts('export', 'de', 'sent.xlf');
    const unit = unitOf(read('sent.xlf'), 'submit');
    expect(unit).toContain('<target state="needs-review-translation">');
    expect(unit).toContain('<note>Translated when English said: &#34;Pay now&#34;</note>');

    expect((await texts('import', 'sent.xlf')).says).toContain('1 not confirmed');
    expect(await isOlder('de')).toBe(true);

    write('returned.xlf', read('sent.xlf').replace('needs-review-translation', 'translated'));
    await texts('import', 'returned.xlf');
    expect([await isOlder('de'), await isOlder('fr')]).toEqual([false, true]);
  });

  test('until all of its plural forms are confirmed', async () => {
    const isOpen = async () =>
      (await texts('status', 'pl')).says.includes('pl: errorSummary_few is older.');
    change('en', 'errorSummary_other', 'Please mend {{count}} fields: {{fields}}.');
    await texts('export', 'pl', 'sent.xlf');
    const confirmed = unitOf(read('sent.xlf'), 'errorSummary_few').replace('needs-review-', '');
    write(
      'returned.xlf',
      read('sent.xlf').replace(unitOf(read('sent.xlf'), 'errorSummary_few'), () => confirmed),
    );
    await texts('import', 'returned.xlf');
    expect(await isOpen()).toBe(true);
    write('returned.xlf', read('sent.xlf').replaceAll('needs-review-', ''));
    await texts('import', 'returned.xlf');
    expect(await isOpen()).toBe(false);
  });

  test('also where the file was exported before English changed', async () => {
    await texts('export', 'de', 'sent.xlf');
    change('en', 'submit', 'Pay');
    await texts('import', 'sent.xlf');
    expect(await isOlder('de')).toBe(true);
  });

  test('until it is noted by hand, for one language or for all', async () => {
    change('en', 'submit', 'Pay');
    await texts('done', 'de', 'submit');
    expect([await isOlder('de'), await isOlder('fr')]).toEqual([false, true]);
    await texts('done', 'all', 'submit');
    expect(await isOlder('fr')).toBe(false);
    expect(JSON.parse(read('locales/translators/translated-from.json'))).toEqual({
      all: { ...origins.all, submit: 'Pay' },
    });
  });

  test('is not noted of a key that there is not', async () => {
    expect(await texts('done', 'de', 'submit', 'nothing')).toEqual({
      says: 'nothing: no key of locales/en.json\n',
      isDone: false,
    });
  });
});

test('status names what is missing and what is wrong', async () => {
  change('de', 'submit', undefined);
  change('de', 'submitAmount', 'Zahlen!');
  const { says } = await texts('status', 'de');
  expect(says).toMatch(new RegExp(`^ +de +${countOf('de') + 1} +1 +0 +2$`, 'm'));
  expect(says).toContain('de: submit is missing');
  expect(says).toContain('de: submitAmount has an exclamation mark: "Zahlen!"');
});

test.each([[[]], [['toString']], [['import']]])('%j is told what there is', async (words) => {
  expect(await texts(...words)).toEqual({
    says: expect.stringContaining('npm run texts -- export <language>'),
    isDone: false,
  });
});

test('each text has a picture, or the reason why it has none', () => {
  expect(readdirSync(join(ROOT, 'docs/texts')).sort()).toEqual(
    Object.keys(pictures)
      .map((state) => `${state}.jpg`)
      .sort(),
  );
  for (const [state, { seen }] of Object.entries(pictures)) {
    expect(seen.split(' ').filter((key) => !(key in en))).toEqual([]);
    expect(statSync(join(ROOT, 'docs/texts', `${state}.jpg`)).size, state).toBeGreaterThan(0);
  }
  expect(pictureNoteOf('cardNumber')).toBe(
    'Picture: docs/texts/card.jpg, docs/texts/card-errors.jpg.',
  );
  expect(pictureNoteOf('declinedFunds')).toBe('Picture: docs/texts/declined-funds.jpg.');
  expect(pictureNoteOf('installmentsPlan_few')).toMatch(/^Picture: docs\/texts\/[\w-]+\.jpg/);
  expect(pictureNoteOf('errorSummary_one')).toMatch(
    /^No picture: only a screen reader says it, of what is on docs\/texts\/[\w-]+\.jpg/,
  );
  const named = Object.keys(en).flatMap(
    (key) => pictureNoteOf(key).match(/docs\/texts\/[\w-]+\.jpg/g) ?? [],
  );
  for (const path of named) expect(existsSync(join(ROOT, path)), path).toBe(true);
  // What is on none is little.
  const bases = [...new Set(Object.keys(en).map(withoutPluralForm))];
  const without = bases.filter((key) => pictureNoteOf(key).startsWith('No picture'));
  expect(without.length).toBeLessThan(10);
  const bytes = readdirSync(join(ROOT, 'docs/texts')).map(
    (name) => statSync(join(ROOT, 'docs/texts', name)).size,
  );
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
});

test('the file for translators names the picture', async () => {
  await texts('export', 'de', 'sent.xlf');
  expect(read('sent.xlf')).toContain('<note>Picture: docs/texts/card.jpg');
  expect(read('sent.xlf')).toContain('<note>No picture: ');
});
