/**
 * What a token of each kind can be. A value of another kind is one that the browser throws away, so that the
 * form looks as nothing else of the design does. What only the browser knows, as `var()` or `calc()`, passes.
 */
import { type Color, parse } from 'culori';
import { bySchemes } from './token-pairs.ts';
import { TOKENS, type TokenKind, type TokenName } from './tokens.ts';

const WIDE = /^(inherit|initial|unset|revert|revert-layer)$/i;
const FUNCTION = /^[\w-]+\(/;
/** Has another function, or a colour to begin from. */
const COMPUTED = /\(.*[\w-]\(|\(\s*from\s/s;
/** Colours of the system, and the text's own. */
const SYSTEM_COLOUR =
  /^(accentcolor(text)?|(active|button|canvas|field|gray|highlight|link|mark|selecteditem|visited)text|button(border|face)|canvas|field|highlight|mark|selecteditem|currentcolor)$/i;

const NUMBER = String.raw`[+-]?(?:\d*\.)?\d+(?:e[+-]?\d+)?`;
const UNIT =
  '(?:px|r?em|r?ex|r?ch|r?cap|r?ic|r?lh|[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max)|cm|mm|q|in|pt|pc|%)';
const LENGTH = new RegExp(`^(?:${NUMBER}${UNIT}|[+-]?0*\\.?0+)$`, 'i');
const TIME = new RegExp(`^${NUMBER}(?:ms|s)$`, 'i');
const PLAIN_NUMBER = new RegExp(`^${NUMBER}$`, 'i');
const FONT_SIZE = /^((xx?-)?small|medium|x{0,3}-?large|smaller|larger)$/i;
const LINE_WIDTH = /^(thin|medium|thick)$/i;
const FONT_NAME = /^(-?[a-z_\u0080-\uffff]|--)[\w\u0080-\uffff-]*$/i;

/** Parts between signs that stand in no brackets and in no quotation marks. */
function parted(css: string, sign: RegExp): string[] {
  const parts = [''];
  let depth = 0;
  let quote = '';
  for (const each of css) {
    if (quote) quote = each === quote ? '' : quote;
    else if (each === '"' || each === "'") quote = each;
    else if (each === '(') depth++;
    else if (each === ')') depth--;
    if (depth === 0 && !quote && sign.test(each)) parts.push('');
    else parts.push((parts.pop() ?? '') + each);
  }
  return parts.map((part) => part.trim());
}
const wordsOf = (css: string): string[] => parted(css, /\s/).filter(Boolean);

/** Undefined for what is none, and for what only the browser knows. */
export function readColour(css: string): Color | undefined {
  // Without its sign, digits of a colour are a word to CSS.
  if (/^[\da-f]+$/i.test(css)) return undefined;
  try {
    return parse(css);
  } catch {
    // culori reads no function within a function, and no name that is none.
    return undefined;
  }
}

function isColour(css: string): boolean {
  if (wordsOf(css).length !== 1) return false;
  if (/^light-dark\(.*\)$/is.test(css)) return bySchemes(css).every(isColour);
  if (COMPUTED.test(css) || /^(var|color-mix)\(/i.test(css)) return /\)$/.test(css);
  return SYSTEM_COLOUR.test(css) || readColour(css) !== undefined;
}

/** The properties behind these tokens take words, or several sizes. */
function sizeProblem(name: TokenName, css: string): string | undefined {
  const takesWord =
    (/^(label|error|button)Size$/.test(name) && FONT_SIZE.test(css)) ||
    (/^(?!field).*Border$/.test(name) && LINE_WIDTH.test(css));
  if (takesWord) return undefined;
  const parts = /radius$/i.test(name) ? parted(css, /[\s/]/).filter(Boolean) : wordsOf(css);
  const isSize = parts.every((part) => FUNCTION.test(part) || LENGTH.test(part));
  if (!isSize || parts.length > (/radius$/i.test(name) ? 8 : 1)) return 'must be a size, as 8px';
  const isNegative = parts.some((part) => Number.parseFloat(part) < 0);
  return isNegative && name !== 'focusOffset' ? 'must not be below 0' : undefined;
}

function timeProblem(css: string): string | undefined {
  if (FUNCTION.test(css)) return undefined;
  if (!TIME.test(css)) return 'must be a time, as 150ms';
  return Number.parseFloat(css) < 0 ? 'must not be below 0' : undefined;
}

/** How high lines are. */
function lineProblem(css: string): string | undefined {
  if (FUNCTION.test(css) || css.toLowerCase() === 'normal') return undefined;
  const isNumber = PLAIN_NUMBER.test(css) || LENGTH.test(css);
  return isNumber && Number.parseFloat(css) > 0 ? undefined : 'must be a number above 0';
}

function weightProblem(css: string): string | undefined {
  if (FUNCTION.test(css) || /^(normal|bold|bolder|lighter)$/i.test(css)) return undefined;
  const isWeight = PLAIN_NUMBER.test(css) && Number(css) >= 1 && Number(css) <= 1000;
  return isWeight ? undefined : 'must be a number from 1 to 1000, normal or bold';
}

function familyProblem(css: string): string | undefined {
  const isName = (part: string) =>
    /^(["']).*\1$/.test(part) ||
    FUNCTION.test(part) ||
    (part !== '' && wordsOf(part).every((word) => FONT_NAME.test(word)));
  if (parted(css, /,/).every(isName)) return undefined;
  return 'must be names of fonts, in quotation marks where a word begins with a digit';
}

function isShadow(css: string): boolean {
  const words = wordsOf(css);
  if (words.some((word) => /^var\(/i.test(word))) return true;
  const isLength = (word: string) => LENGTH.test(word) || /^(calc|min|max|clamp)\(/i.test(word);
  const lengths = words.filter(isLength);
  const others = words.filter((word) => !isLength(word) && word.toLowerCase() !== 'inset');
  const hasBlur = lengths[2] === undefined || !(Number.parseFloat(lengths[2]) < 0);
  const isAsLong = lengths.length >= 2 && lengths.length <= 4 && others.length <= 1;
  return hasBlur && isAsLong && others.every(isColour);
}

function shadowProblem(css: string): string | undefined {
  if (css.toLowerCase() === 'none' || parted(css, /,/).every(isShadow)) return undefined;
  return 'must be sizes and a colour, as 0 1px 2px #0003, or none';
}

const PROBLEMS: Readonly<Record<TokenKind, (css: string, name: TokenName) => string | undefined>> =
  {
    color: (css) => (isColour(css) ? undefined : 'must be a colour, as #15d'),
    dimension: (css, name) => sizeProblem(name, css),
    duration: timeProblem,
    fontFamily: familyProblem,
    fontWeight: weightProblem,
    number: lineProblem,
    shadow: shadowProblem,
  };

/** Why a value is none of its token's kind, told before it; undefined where it is one. */
export function kindProblem(name: TokenName, value: string): string | undefined {
  const css = value.trim();
  return WIDE.test(css) ? undefined : PROBLEMS[TOKENS[name]](css, name);
}
