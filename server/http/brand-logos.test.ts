/** What the files of the logos are; `e2e/logos.test.ts` has what a browser makes of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { BRAND_NAMES } from '../../contract/brand-names.ts';
import { CARD_BRANDS } from '../../contract/card-brands.ts';
import { WALLETS } from '../../contract/wallets.ts';
import { readBrandLogos } from './brand-logos.ts';

const logos = new Map(
  readdirSync('public/brands').map((file) => [
    basename(file, '.svg'),
    readFileSync(`public/brands/${file}`, 'utf8'),
  ]),
);
const names = new Map([['GENERIC', 'any other card'], ...BRAND_NAMES]);

test('there is one for every brand of cards, every other way to pay and an unknown card', () => {
  expect([...logos.keys()].sort()).toEqual([...names.keys()].sort());
});

test('a page that names no brands begins with those that most shoppers have', async () => {
  const { describe } = await readBrandLogos('public/brands');
  const codes = Object.keys(describe(undefined, () => true));
  expect(codes.slice(0, 4)).toEqual(['VISA', 'MASTER', 'AMEX', 'AIRPLUS']);
  expect(codes.sort()).toEqual(Object.keys(CARD_BRANDS).sort());
});

test('no two are the same, but those of one name', () => {
  const owners = new Map<string, string>();
  for (const [code, svg] of logos) {
    const name = names.get(code) ?? code;
    expect(owners.get(svg) ?? name, code).toBe(name);
    owners.set(svg, name);
  }
});

// The form draws them from path data alone, and every shopper downloads them.
test.each([...logos])('%s is nothing but filled paths in 36 × 24, and small', (_code, svg) => {
  expect(svg.trim()).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 36 24">(<path d="[MmLlHhVvQqTtAaZz\d .-]+" fill="#(?:[\da-f]{3}|[\da-f]{6})"\/>)+<\/svg>$/,
  );
  expect(svg.length).toBeLessThan(700);
});

// Black is drawn in the colour of the text: right where nothing is behind it.
test.each([...logos])('%s has black paths only where it has no tile', (code, svg) => {
  const isWallet = WALLETS.has(code);
  expect(svg.includes('fill="#000"')).toBe(isWallet);
  expect(svg.includes('d="M0 0h36v24H0z"')).toBe(!isWallet);
});
