import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { CALLBACK_NAMES } from '../../../widget/page/interface/callbacks.ts';
import {
  DEFAULTS,
  WITHOUT_DEFAULT,
  WITHOUT_EFFECT,
} from '../../../widget/page/interface/options.ts';
import { madeFiles } from '../write-types.ts';
import { CALLBACKS, SWITCHES, TABLES, TEXTS } from './option-names.ts';

const files = [...madeFiles()].map(([path, text]) => ({ name: basename(path), path, text }));

it.each(files)('$name is up to date: node packages/loader/write-types.ts', ({ path, text }) => {
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it('every type that the gateway serves is exported, and no name is global', () => {
  const [{ text } = { text: '' }] = files;
  expect(text).toContain('export interface WpwlOptions {');
  expect(text).toContain('export interface Wpwl {');
  expect(text).not.toMatch(/^(declare|interface|type)\b/m);
});

it('the packages know every option and every callback of the script, of its kind', () => {
  expect([...CALLBACKS].sort()).toEqual([...CALLBACK_NAMES].sort());
  const all = [...Object.keys(DEFAULTS), ...WITHOUT_DEFAULT, ...WITHOUT_EFFECT];
  expect([...SWITCHES, ...TEXTS, ...TABLES].sort()).toEqual(all.sort());
  for (const [name, value] of Object.entries(DEFAULTS)) {
    const kinds = { boolean: SWITCHES, string: TEXTS, object: TABLES } as const;
    expect(kinds[typeof value as keyof typeof kinds] as readonly string[]).toContain(name);
  }
});
