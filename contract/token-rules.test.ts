/** A value is of its token's kind, or the designer is told: the browser would throw it away without a word. */
import { describe, expect, it } from 'vitest';
import { kindProblem } from './token-rules.ts';
import type { TokenName } from './tokens.ts';

const COLOUR = 'must be a colour, as #15d';
const SIZE = 'must be a size, as 8px';
const TIME = 'must be a time, as 150ms';
const LINE = 'must be a number above 0';
const WEIGHT = 'must be a number from 1 to 1000, normal or bold';
const FAMILY = 'must be names of fonts, in quotation marks where a word begins with a digit';
const SHADOW = 'must be sizes and a colour, as 0 1px 2px #0003, or none';
const BELOW = 'must not be below 0';

describe('a value of another kind is told', () => {
  it.each<[name: TokenName, value: string, rule: string]>([
    ['accent', 'notacolour', COLOUR],
    ['accent', 'fff', COLOUR],
    ['accent', '#12', COLOUR],
    ['accent', '#12345g', COLOUR],
    ['accent', '8px', COLOUR],
    ['accent', 'red blue', COLOUR],
    ['accent', 'rgb(1 2)', COLOUR],
    ['accent', 'light-dark(red, notacolour)', COLOUR],
    ['accent', 'light-dark(red, blue)x', COLOUR],
    ['accent', 'calc(1px)', COLOUR],
    ['radius', '-5px', BELOW],
    ['radius', '8pixels', SIZE],
    ['radius', 'round', SIZE],
    ['radius', '#fff', SIZE],
    ['gap', '1em 2em', SIZE],
    ['fieldBorder', 'thin', SIZE],
    ['textSize', 'small', SIZE],
    ['cardRadius', '8px -1px', BELOW],
    ['motion', '0', TIME],
    ['motion', '150', TIME],
    ['motion', '-1ms', BELOW],
    ['lineHeight', '0', LINE],
    ['lineHeight', '-1.5', LINE],
    ['lineHeight', 'high', LINE],
    ['labelWeight', '0', WEIGHT],
    ['labelWeight', '1001', WEIGHT],
    ['labelWeight', 'heavy', WEIGHT],
    ['font', 'Source Sans 3, sans-serif', FAMILY],
    ['font', 'Georgia, , serif', FAMILY],
    ['font', '16px', FAMILY],
    ['cardShadow', '2px', SHADOW],
    ['cardShadow', '0 1 2px #000', SHADOW],
    ['cardShadow', '0 1px -2px #000', SHADOW],
    ['cardShadow', '0 1px 2px notacolour', SHADOW],
    ['cardShadow', '0 1px 2px red, none', SHADOW],
  ])('%s: %s', (name, value, rule) => {
    expect(kindProblem(name, value)).toBe(rule);
  });
});

describe('what a browser takes, and what only a browser knows, passes', () => {
  it.each<[name: TokenName, ...values: string[]]>([
    ['accent', '#15d', '#15DF', '#1155dd', '#1155ddcc', 'RebeccaPurple', 'transparent'],
    ['accent', 'rgb(20 20 20)', 'rgba(0, 0, 0, .5)', 'rgb(0 0 0 / 20%)', 'rgb(none 0 0)'],
    ['accent', 'hsl(200deg 50% 50%)', 'hsl(.5turn 50% 50%)', 'hwb(200 10% 10%)'],
    ['accent', 'lab(50 20 20)', 'oklab(50% .1 .1)', 'lch(50% 20 200)', 'oklch(0.45 0.2 300)'],
    ['accent', 'color(display-p3 1 0.5 0)', 'color(xyz-d50 .1 .2 .3 / .5)', 'color(rec2020 1 0 0)'],
    ['accent', 'var(--brand)', 'var(--brand, #15d)', 'color-mix(in srgb, red, #000)'],
    ['accent', 'rgb(from red r g b / 50%)', 'rgb(calc(1 * 2) 0 0)', 'currentColor', 'LinkText'],
    ['accent', 'light-dark(#fff, oklch(45% 0.2 300))', 'LIGHT-DARK(#fff, #000)', ' inherit '],
    ['accent', 'light-dark(var(--a), light-dark(#111, #222))'],
    ['radius', '0', '0px', '.5em', '+1rem', '1e1px', '50%', '2cqi', '3dvmin', 'calc(2px + 1vw)'],
    ['cardRadius', '8px 8px 0 0', '8px / 4px', 'calc(1px + 2px) 0'],
    ['focusOffset', '-2px'],
    ['labelSize', 'small', 'xx-large', '14px'],
    ['cardBorder', 'thin', '1px'],
    ['motion', '150ms', '.2s', '0ms', 'var(--slow)', 'calc(1s / 3)'],
    ['lineHeight', '1.5', '.9', '24px', '150%', 'normal', 'calc(3 / 2)'],
    ['labelWeight', '600', '1', 'bold', 'lighter', 'var(--w)', 'inherit'],
    ['font', 'Georgia, "Times New Roman", serif', 'Open Sans', "'Source Sans 3', sans-serif"],
    ['font', '-apple-system, system-ui', 'inherit', 'var(--font), serif', `'A, b', "C's"`],
    ['font', 'ヒラギノ, sans-serif'],
    ['cardShadow', 'none', '0 1px 2px rgb(0 0 0 / 20%)', '0px 2px 4px 0px #00000040'],
    ['cardShadow', 'inset 0 0 0 1px red', '0 1px 2px', 'var(--lift)', '0 1px 2px var(--ink)'],
    ['cardShadow', '0 1px 2px #0003, 0 calc(2px * 2) 8px #0002', '-1px -2px 0 -1px #000'],
  ])('%s: %s', (name, ...values) => {
    expect(values.filter((value) => kindProblem(name, value))).toEqual([]);
  });
});
