/** Made by write-names.ts: do not edit. */
/**
 * Themes in the Design Tokens Community Group's format (2025.10), as design tools read and write them:
 * `$value` is what a light page has, our `$extensions` what a dark one has, and what the format has no
 * word for (`em`, `var()`, `color-mix()`).
 */
import { styleSheetProblem } from './design-style-sheet.ts';
import { type Words, withWord, wordProblem } from './design-words.ts';
import { nearestName } from './nearest-name.ts';
import { bySchemes } from './token-pairs.ts';
import { kindProblem } from './token-rules.ts';
import { cssOf, designValueOf } from './token-values.ts';
import { isTokenValue, TOKENS, type TokenKind, type TokenName, withUnit } from './tokens.ts';

/** What a design sets, as in `wpwlOptions.tokens`. */
export type Tokens = Readonly<Partial<Record<TokenName, string>>>;

export interface Theme {
  readonly name: string;
  readonly tokens: Tokens;
  /** As in `wpwlOptions.languages`. */
  readonly words?: Words;
  /** CSS of the designer's own, around the form. */
  readonly styleSheet?: string;
}

/** What is wrong with a file: none of it is taken then. */
export interface ThemeProblem {
  /** `accent.$value` */
  readonly parameter: string;
  readonly rule: string;
  /** As it was written, shortened. */
  readonly value: string;
}

/** Of our `$extensions`. */
const VENDOR = 'payment-widgets';
const VERSION = 1;
/** UTF-16 units; six themes together have less. */
export const LONGEST_FILE = 64 * 1024;
const SHOWN = 60;
/** As deep as groups and aliases may go. */
const DEEPEST = 8;

type Table = Readonly<Record<string, unknown>>;

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (table: unknown, name: string): unknown =>
  isTable(table) && Object.hasOwn(table, name) ? table[name] : undefined;
const extension = (table: unknown, name: string): unknown =>
  own(own(own(table, '$extensions'), VENDOR), name);

const isTokenName = (name: string): name is TokenName => Object.hasOwn(TOKENS, name);

export const TOKEN_NAMES = Object.keys(TOKENS).filter(isTokenName);

/** A design as a file. Reading it again gives the same tokens. */
export function writeTheme({ name, tokens, words = {}, styleSheet = '' }: Theme): string {
  const css: Record<string, string> = {};
  const file: Record<string, unknown> = {};
  for (const token of TOKEN_NAMES) {
    const value = tokens[token];
    if (value === undefined || value === '') continue;
    const $type = TOKENS[token];
    const [light, dark] = bySchemes(value).map((each) => designValueOf($type, each));
    const isBoth = BOTH.test(value.trim());
    if (light === undefined || dark === undefined) css[token] = value;
    else {
      file[token] = {
        $type,
        $value: light,
        ...(isBoth && { $extensions: { [VENDOR]: { dark } } }),
      };
    }
  }
  const about = {
    version: VERSION,
    name,
    ...(Object.keys(css).length > 0 && { css }),
    ...(Object.keys(words).length > 0 && { languages: words }),
    ...(styleSheet && { styleSheet }),
  };
  return `${JSON.stringify({ $extensions: { [VENDOR]: about }, ...file }, null, 2)}\n`;
}

/** A file as a design. Where it has problems, none of its tokens is to be used. */
export function readTheme(
  text: string,
): Required<Theme> & { readonly problems: readonly ThemeProblem[] } {
  const problems: ThemeProblem[] = [];
  const tokens: Partial<Record<TokenName, string>> = {};
  let words: Words = {};
  let styleSheet = '';
  const refuse = (parameter: string, rule: string, value: unknown): void => {
    const json = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
    const written = json.replace(/\s+/g, ' ');
    const shown = written.length > SHOWN ? `${written.slice(0, SHOWN)}…` : written;
    problems.push({ parameter, rule, value: shown });
  };
  const done = (name = '') =>
    problems.length > 0
      ? { name, tokens: {}, words: {}, styleSheet: '', problems }
      : { name, tokens, words, styleSheet, problems };

  if (text.length > LONGEST_FILE) {
    refuse('file', `must have ${LONGEST_FILE} characters at most`, `${text.length} characters`);
    return done();
  }
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    refuse('file', 'must be JSON', text);
    return done();
  }
  if (!isTable(file)) {
    refuse('file', 'must be an object with a token for each name', file);
    return done();
  }
  for (const [parameter, extensions] of [
    ['$extensions', own(file, '$extensions')],
    [`$extensions.${VENDOR}`, own(own(file, '$extensions'), VENDOR)],
  ] as const) {
    if (extensions === undefined || isTable(extensions)) continue;
    refuse(parameter, 'must be an object', extensions);
    return done();
  }
  const version = extension(file, 'version');
  if (version !== undefined && version !== VERSION) {
    refuse(`$extensions.${VENDOR}.version`, `must be ${VERSION}`, version);
    return done();
  }

  const take = (parameter: string, name: string, css: string | undefined, written: unknown) => {
    if (!isTokenName(name)) {
      const nearest = nearestName(name, TOKEN_NAMES);
      refuse(parameter, `is no token${nearest ? `: did you mean ${nearest}?` : ''}`, written);
    } else if (css === undefined) {
      refuse(`${parameter}.$value`, `must be a ${TOKENS[name]}`, written);
    } else {
      const rule = tokenProblem(name, css);
      if (rule) refuse(`${parameter}.$value`, rule, written);
      else tokens[name] = asTaken(name, css);
    }
  };

  /** A table of ours in the file; an empty one where it is not there, or is none. */
  const tableIn = (name: string, rule: string): Table => {
    const value = extension(file, name);
    if (value === undefined) return {};
    if (isTable(value)) return value;
    refuse(`$extensions.${VENDOR}.${name}`, rule, value);
    return {};
  };

  const visit = (table: Table, path: readonly string[], inherited: unknown): void => {
    for (const [name, entry] of Object.entries(table)) {
      if (name.startsWith('$')) continue;
      const parameter = [...path, name].join('.');
      if (!isTable(entry)) {
        refuse(parameter, 'must be an object with $value', entry);
        continue;
      }
      const type = own(entry, '$type') ?? inherited;
      const otherHalf = extension(entry, 'dark');
      if (!Object.hasOwn(entry, '$value') && otherHalf !== undefined) {
        refuse(`${parameter}.$value`, 'must be there, as the half of a light page', otherHalf);
        continue;
      }
      if (!Object.hasOwn(entry, '$value')) {
        if (path.length < DEEPEST) visit(entry, [...path, name], type);
        else refuse(parameter, `must not be in more than ${DEEPEST} groups`, name);
        continue;
      }
      const kind: TokenKind | undefined = isTokenName(name) ? TOKENS[name] : undefined;
      if (kind && type !== undefined && type !== kind) {
        refuse(`${parameter}.$type`, `must be ${kind}`, type);
        continue;
      }
      const value = resolveAlias(file, own(entry, '$value'));
      const light = kind && cssOf(kind, value);
      const inDark = resolveAlias(file, otherHalf);
      const dark = kind && inDark !== undefined ? cssOf(kind, inDark) : light;
      if (kind && inDark !== undefined && dark === undefined) {
        refuse(`${parameter}.$extensions.${VENDOR}.dark`, `must be a ${kind}`, inDark);
        continue;
      }
      const css =
        inDark === undefined || light === undefined ? light : `light-dark(${light}, ${dark})`;
      take(parameter, name, css, value);
    }
  };
  visit(file, [], own(file, '$type'));
  for (const [name, value] of Object.entries(tableIn('css', 'must be an object with tokens'))) {
    take(
      `$extensions.${VENDOR}.css.${name}`,
      name,
      typeof value === 'string' ? value : undefined,
      value,
    );
  }
  const languages = tableIn('languages', 'must be an object with languages');
  for (const [language, texts] of Object.entries(languages)) {
    const parameter = `$extensions.${VENDOR}.languages.${language}`;
    if (!isTable(texts)) refuse(parameter, 'must be an object with texts by key', texts);
    for (const [key, text] of Object.entries(isTable(texts) ? texts : {})) {
      const rule = wordProblem(language, key, text);
      if (rule) refuse(`${parameter}.${key}`, rule, text);
      else words = withWord(words, language, key, String(text));
    }
  }
  const rules = extension(file, 'styleSheet');
  if (rules !== undefined) {
    const problem =
      typeof rules === 'string' ? styleSheetProblem(rules) : { rule: 'must be CSS', value: rules };
    if (problem) refuse(`$extensions.${VENDOR}.styleSheet`, problem.rule, problem.value);
    else styleSheet = String(rules);
  }
  const name = extension(file, 'name');
  if (name !== undefined && typeof name !== 'string') {
    refuse(`$extensions.${VENDOR}.name`, 'must be a text', name);
  }
  const isEmpty = [tokens, words, styleSheet].every((each) => Object.keys(each).length === 0);
  if (problems.length === 0 && isEmpty) {
    refuse('file', 'must have a token', text);
  }
  return done(typeof name === 'string' ? name.slice(0, SHOWN) : '');
}

/** Why a token cannot have the value, told before it; undefined where it can. */
export function tokenProblem(name: TokenName, css: string): string | undefined {
  if (css.length > 200) return 'must have 200 characters at most';
  if (!isTokenValue(css)) {
    return 'must load nothing and stay in its declaration: no url(), other functions, ; or <';
  }
  if (isLeftOpen(css)) return 'must close its brackets and quotation marks';
  if (isHalf(css)) return 'must have a light and a dark half';
  if (isWithoutUnit(name, css)) return Number(css) === 0 ? undefined : UNIT_RULE;
  return kindProblem(name, css);
}

/** The form closes them, as it has each value alone; in a style sheet all that follows would be lost. */
function isLeftOpen(css: string): boolean {
  const inner = css.replace(/'[^']*'|"[^"]*"|\([^()'"]*\)/g, '');
  return inner === css ? /[()'"]/.test(css) : isLeftOpen(inner);
}

export const UNIT_RULE = 'must have a unit, as px';
/** Whether a size is a number alone, which the form's `calc()` does not take. */
export const isWithoutUnit = (name: TokenName, css: string): boolean =>
  TOKENS[name] === 'dimension' && css.trim() !== '' && Number.isFinite(Number(css));

const asTaken = (name: TokenName, css: string): string =>
  TOKENS[name] === 'dimension' ? withUnit(css) : css;

/** Those that the form takes, as it takes them. */
export const usable = (tokens: Tokens): Tokens =>
  Object.fromEntries(
    TOKEN_NAMES.flatMap((name) => {
      const css = tokens[name];
      const isGood = css !== undefined && tokenProblem(name, css) === undefined;
      return isGood ? [[name, asTaken(name, css)]] : [];
    }),
  );

const BOTH = /^light-dark\(/i;

/** `light-dark(#fff)`, `light-dark(#fff,)` */
function isHalf(css: string): boolean {
  if (!BOTH.test(css.trim())) return false;
  const [light, dark] = bySchemes(css);
  return light === '' || dark === '' || css.trim() === `light-dark(${light})`;
}

/**
 * Colours with one value for light and dark pages, where others of the design have two. What only the
 * browser knows, as `var()`, may have both.
 */
export const withoutDarkHalf = (tokens: Tokens): TokenName[] => {
  const colours = TOKEN_NAMES.filter((name) => TOKENS[name] === 'color' && tokens[name]);
  const isBoth = (name: TokenName) => BOTH.test(tokens[name]?.trim() ?? '');
  if (!colours.some(isBoth)) return [];
  return colours.filter((name) => !isBoth(name) && !/var\(|light-dark\(/.test(tokens[name] ?? ''));
};

/** `{group.name}` is what stands there. */
function resolveAlias(file: Table, value: unknown): unknown {
  let found = value;
  for (let step = 0; step < DEEPEST; step++) {
    const [, path] = (typeof found === 'string' && /^\{([^{}]+)\}$/.exec(found)) || [];
    if (path === undefined) return found;
    let entry: unknown = file;
    for (const name of path.split('.')) entry = own(entry, name);
    found = own(entry, '$value');
  }
  return value;
}
