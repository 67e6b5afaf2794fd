/** The guide to the form says what each token is by default; the panel says the same, more briefly. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOKENS, type TokenName } from '../../contract/tokens.ts';
import { CALM } from '../design/themes.ts';
import { defaultOf } from './token-defaults.ts';

const camelCase = (property: string) =>
  property.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const told = [
  ...readFileSync('docs/form.md', 'utf8').matchAll(/^\| `--wpwl-([\w-]+)` \| (.+?) \|/gm),
].map(([, property = '', words = '']) => [camelCase(property) as TokenName, words] as const);

const inShort = (words: string): string | undefined => {
  const [, like] = /^that of `--wpwl-([\w-]+)`(?:;|$)/.exec(words) ?? [];
  return like ? `as ${camelCase(like)}` : /^`([^`]+)`$/.exec(words)?.[1];
};

test.each(told.filter(([name]) => TOKENS[name] !== 'color' && CALM.tokens[name] === undefined))(
  '%s is %s',
  (name, words) => {
    const short = inShort(words);
    if (short) expect(defaultOf(name)).toBe(short);
    // In words: here as few as fit into the field.
    else expect(defaultOf(name)).toMatch(/^.{3,24}$/);
  },
);

test('the table was read', () => {
  expect(told.length).toBe(Object.keys(TOKENS).length);
});
