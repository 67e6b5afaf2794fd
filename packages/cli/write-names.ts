/**
 * Writes what the command line knows of the form: `node packages/cli/write-names.ts`. Options come from
 * the types, custom properties from docs/form.md, event types from the contract. A test fails where they
 * are older than what they are made from.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTheme } from '../../contract/design-tokens.ts';
import { EVENT_TYPES } from '../../contract/events/events.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const GENERATED = join(import.meta.dirname, 'src', 'generated');
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');

const listOf = (names: Iterable<string>): string =>
  [...names].map((name) => `  '${name}',\n`).join('');

/** Members of an interface of the published types, however deep their own types are. */
function optionsOf(source: string): Set<string> {
  const body = /interface WpwlOptions \{\n([\s\S]*?)\n\}/.exec(source)?.[1] ?? '';
  return new Set([...body.matchAll(/^ {2}(\w+)\??[:(]/gm)].map(([, name = '']) => name));
}

/** The table of custom properties, with the default that the guide names. */
const propertiesOf = (guide: string): [string, string][] =>
  [...guide.matchAll(/^\| `(--wpwl-[\w-]+)` \| ([^|]+) \|/gm)].map(([, name = '', told = '']) => [
    name,
    [...told.matchAll(/`([^`]+)`/g)].at(-1)?.[1] ?? '',
  ]);

const COPIED = [
  'design-style-sheet.ts',
  'design-tokens.ts',
  'design-words.ts',
  'frame-style.ts',
  'languages.ts',
  'nearest-name.ts',
  'option-advice.ts',
  'text-keys.ts',
  'token-contrast.ts',
  'token-pairs.ts',
  'token-rules.ts',
  'token-values.ts',
  'tokens.ts',
];

const HEAD = '/** Made by write-names.ts: do not edit. */\n';

export const generatedFiles = (): Readonly<Record<string, string>> => ({
  'names.ts': `${HEAD}
/** Of \`wpwlOptions\`. */
export const OPTIONS: readonly string[] = [
${listOf(optionsOf(read('public', 'paymentWidgets.d.ts')))}];

/** Custom properties of the form, with their defaults in a light page. */
export const PROPERTIES: Readonly<Record<string, string>> = {
${propertiesOf(read('docs', 'form.md'))
  .map(([name, value]) => `  '${name}': '${value}',\n`)
  .join('')}};

/** What the form has by itself, in light and dark pages. */
export const CALM = {
${Object.entries(readTheme(read('public', 'themes', 'calm.json')).tokens)
  .map(([name, value]) => `  ${name}: '${value}',\n`)
  .join('')}};

/** Every event that there is. */
export const EVENT_TYPES: readonly string[] = [
${listOf(EVENT_TYPES)}];
`,
  // The gateway's own: a slip is the same slip in both, and a theme is read and checked as in the playground.
  ...Object.fromEntries(COPIED.map((file) => [file, HEAD + read('contract', file)])),
});

if (import.meta.main) {
  for (const [file, source] of Object.entries(generatedFiles())) {
    writeFileSync(join(GENERATED, file), source);
  }
}
