import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { beyondTargets, beyondTargetsInStyle } from './beyond-targets.ts';
import { BROWSER_TARGETS, GUARDED } from './browser-targets.ts';

const script = (path: string): string => {
  const text = readFileSync(path, 'utf8');
  return path.endsWith('.html') ? (/<script>(.*)<\/script>/s.exec(text)?.[1] ?? '') : text;
};
const BUNDLES = ['dist/paymentWidgets.js', 'dist/number.html', 'dist/cvv.html'];

test.each(BUNDLES)('%s uses nothing that a browser of the targets lacks', (path) => {
  const found = beyondTargets(script(path), BROWSER_TARGETS);
  expect(found.filter((name) => !(name in GUARDED))).toEqual([]);
});

test('every exception is still in use', () => {
  const found = BUNDLES.flatMap((path) => beyondTargets(script(path), BROWSER_TARGETS));
  expect(Object.keys(GUARDED).filter((name) => !found.includes(name))).toEqual([]);
});

describe('it finds, in a built bundle,', () => {
  test.each([
    ['a function of a constructor', 'URL.parse("x")', 'api.URL.parse_static'],
    ['another', 'Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
    ['a method', 'document.body.checkVisibility()', 'api.Element.checkVisibility'],
    ['an attribute as a property', 'x.ariaInvalid = "true"', 'api.Element.ariaInvalid'],
    ['a destructured property', 'const { currentCSSZoom: z } = x', 'api.Element.currentCSSZoom'],
    ['a global', 'new CookieStore()', 'api.CookieStore'],
    ['a style', 's.replaceSync("a{color:light-dark(red,blue)}")', 'css.types.color.light-dark'],
  ])('%s: %s', (_, code, path) => {
    const planted = `${script('dist/paymentWidgets.js')};${code}`;
    expect(beyondTargets(planted, BROWSER_TARGETS)).toContain(path);
  });

  test('nothing that is called only where it is there', () => {
    expect(beyondTargets('x.checkVisibility?.();JSON.parse("")', BROWSER_TARGETS)).toEqual([]);
  });
});

describe('it finds in a style sheet', () => {
  test.each([
    ['a{color:light-dark(red,blue)}', 'css.types.color.light-dark'],
    ['a::before{content:"!" / ""}', 'css.properties.content.alt_text'],
    ['a:has(b){color:red}', 'css.selectors.has'],
    ['a{field-sizing:content}', 'css.properties.field-sizing'],
    ['@starting-style{a{opacity:0}}', 'css.at-rules.starting-style'],
  ])('%s', (css, path) => {
    expect(beyondTargetsInStyle(css, BROWSER_TARGETS)).toContain(path);
  });

  test.each([
    'a{color:red;color:light-dark(red,blue)}',
    '@supports (color:light-dark(red,red)){a{color:light-dark(red,blue)}}',
  ])('nothing that is guarded: %s', (css) => {
    expect(beyondTargetsInStyle(css, BROWSER_TARGETS)).toEqual([]);
  });
});
