/** The published types, the guide and the script know the same options. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { TOKENS, tokenProperty } from '../contract/tokens.ts';
import { CALLBACK_NAMES } from './page/interface/callbacks.ts';
import { DEFAULTS, WITHOUT_DEFAULT, WITHOUT_EFFECT } from './page/interface/options.ts';

const ROOT = join(import.meta.dirname, '..');
const TYPES = join(ROOT, 'public', 'paymentWidgets.d.ts');
const OPTION_NAMES: readonly string[] = [
  ...Object.keys(DEFAULTS),
  ...WITHOUT_DEFAULT,
  ...WITHOUT_EFFECT,
].sort();
const KNOWN: readonly string[] = [...OPTION_NAMES, ...CALLBACK_NAMES];

const READS = [
  /\b(?:option|optionTable|isOn|callBack|mayGoOn)\(\s*'(\w+)'/g,
  /\bmerchantOptions\(\)\[?\.?'?(\w+)/g,
  /'((?:onBlur|onBefore|validate)\w+)'/g,
];

test('the script reads no option that is not listed', async () => {
  const files = await readdir(join(import.meta.dirname, 'page'), { recursive: true });
  const sources = await Promise.all(
    files
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
      .map((file) => readFile(join(import.meta.dirname, 'page', file), 'utf8')),
  );
  const text = sources.join('\n');
  const read = READS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  expect(read.length).toBeGreaterThan(20);
  expect([...new Set(read)].filter((name) => name !== 'name' && !KNOWN.includes(name))).toEqual([]);
});

test('the guide has a row for each option and callback, and for nothing else', async () => {
  const guide = await readFile(join(ROOT, 'docs', 'form.md'), 'utf8');
  const namesUnder = (heading: string) => {
    const [, section = ''] = guide.split(`\n## ${heading}\n`);
    const [rows = ''] = section.split('\n## ');
    return [...rows.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name).sort();
  };
  // Filled in, so that a page can assign to it, and read by nothing.
  const idle = [...WITHOUT_EFFECT, 'paypal'].sort();
  expect(namesUnder('Appendix: options without effect')).toEqual(idle);
  expect(namesUnder('Options')).toEqual(OPTION_NAMES.filter((name) => !idle.includes(name)));
  expect(namesUnder('Callbacks')).toEqual([...CALLBACK_NAMES].sort());
});

test('the guide has the default of each option that is filled in', async () => {
  const guide = await readFile(join(ROOT, 'docs', 'form.md'), 'utf8');
  for (const [name, fallback] of Object.entries(DEFAULTS)) {
    // What the empty text stands for is said in words, and what is in the appendix has none.
    if (fallback === '' || name === 'paypal') continue;
    const cell = typeof fallback === 'string' ? `'${fallback}'` : JSON.stringify(fallback);
    expect(guide).toContain(`\n| \`${name}\` | \`${cell}\` |`);
  }
});

test('style sheets, guide and types know the tokens of the table, and no other', async () => {
  const names = Object.keys(TOKENS);
  const properties = names.map(tokenProperty).sort();
  const guide = await readFile(join(ROOT, 'docs', 'form.md'), 'utf8');
  const told = [...guide.matchAll(/^\| `(--wpwl-[\w-]+)` \|/gm)].map(([, name]) => name);
  expect(told).toEqual(properties);

  const folders = [
    join(import.meta.dirname, 'page', 'style'),
    join(ROOT, 'server/http/form-fields'),
  ];
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder))
        .filter((file) => file.endsWith('.css'))
        .map((file) => join(folder, file)),
    ),
  );
  const css = await Promise.all(files.flat().map((file) => readFile(file, 'utf8')));
  const used = [...css.join('').matchAll(/var\(\s*(--wpwl-[\w-]+)/g)].map(([, name]) => name);
  expect([...new Set(used)].sort()).toEqual(properties);

  const types = await readFile(TYPES, 'utf8');
  const [, typed = ''] = /^type WpwlTokens =([\s\S]*?);/m.exec(types) ?? [];
  expect([...typed.matchAll(/'(\w+)'/g)].map(([, name]) => name)).toEqual(names);
});

test('every option and callback in the types has an example, and it compiles', async () => {
  const types = await readFile(TYPES, 'utf8');
  const [, options = ''] = /^interface WpwlOptions \{\n([\s\S]*?)^\}/m.exec(types) ?? [];
  const documented = [...options.matchAll(/@example (.+)\n\s+\*\/\n\s+(\w+)\??[:(]/g)];
  expect(documented.map(([, , name]) => name).sort()).toEqual([...KNOWN].sort());

  const folder = await mkdtemp(join(tmpdir(), 'widget-types-'));
  try {
    const lines = documented.map(
      ([, example = '', name = '']) => `export const ${name}: WpwlOptions = ${example};`,
    );
    const file = join(folder, 'examples.ts');
    await writeFile(file, `/// <reference path="${TYPES}" />\n${lines.join('\n')}\n`);
    const args = ['--noEmit', '--strict', '--ignoreConfig', '--lib', 'esnext,dom', '--types', ''];
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const said = await promisify(execFile)(tsc, [...args, file]).then(
      () => '',
      ({ stdout }) => String(stdout),
    );
    expect(said).toBe('');
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);
