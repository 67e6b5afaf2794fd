/** The guide to designs says what a colour is by default; a swatch shows that. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TokenName } from '../../contract/tokens.ts';
import { colourIn } from './token-colours.ts';

const guide = readFileSync('docs/design.md', 'utf8');
const OWN = { accent: 'light-dark(#102030, #405060)', onAccent: '#fff', surface: '#fff' };

test.each<[TokenName, string, light: string, dark: string]>([
  ['accentHover', '12 % black over the accent', '#0e1c2a', '#384654'],
  ['accentActive', '20 % black over the accent', '#0d1a26', '#33404d'],
  ['focus', 'that of `--wpwl-accent`', '#102030', '#405060'],
  ['disabled', 'half of the background of the card over the button', '#889098', '#a0a8b0'],
  ['onDisabled', 'half of its text, half of the background of the card', '#ffffff', '#ffffff'],
  ['buttonEdge', "that of the button's text", '#fff', '#fff'],
])('%s is %s', (name, words, light, dark) => {
  expect(guide).toContain(`| \`${name}\` | color | ${words} |`);
  expect([colourIn(name, 0, OWN), colourIn(name, 1, OWN)]).toEqual([light, dark]);
});

test('what a design gives is what is shown', () => {
  const own = { ...OWN, disabled: 'light-dark(#abc, #def)' };
  expect([colourIn('disabled', 0, own), colourIn('disabled', 1, own)]).toEqual(['#abc', '#def']);
  expect(colourIn('border', 0, OWN)).toMatch(/^#888/);
});
