/** `theme check FILE`: names that there are not, values that are refused, and colours that are too near to each other. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parse as parseScript } from 'acorn';
import postcss, { type AtRule, type Container, type Declaration, type Rule } from 'postcss';
import {
  isWithoutUnit,
  readTheme,
  TOKEN_NAMES,
  type Tokens,
  tokenProblem,
  UNIT_RULE,
  usable,
  withoutDarkHalf,
} from './generated/design-tokens.ts';
import { CALM, OPTIONS, PROPERTIES } from './generated/names.ts';
import { nearestName } from './generated/nearest-name.ts';
import { adviceOnOptions } from './generated/option-advice.ts';
import { TEXT_BLOCKS } from './generated/text-keys.ts';
import { checkContrast, focusLikeError, roundedDown } from './generated/token-contrast.ts';
import {
  isStateColour,
  type MissingStates,
  missingStates,
  STATE_COLOURS,
} from './generated/token-pairs.ts';
import { kindProblem } from './generated/token-rules.ts';
import { type TokenName, tokenProperty } from './generated/tokens.ts';
import { NotDoneError, UsageError } from './usage.ts';

export interface ThemeFinding {
  /** `theme.css:12` */
  readonly place: string;
  readonly message: string;
  /** It may be meant so. */
  readonly isWarning?: boolean;
}

/**
 * @throws UsageError for a file of another kind
 * @throws NotDoneError for one that cannot be read
 */
export function checkTheme(file: string): ThemeFinding[] {
  const read = READERS[extname(file)];
  if (!read)
    throw new UsageError(`theme check reads .css, .js, .mjs, .html and .json; not ${file}`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new NotDoneError(`${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    return read(text, file);
  } catch (error) {
    if (error instanceof SyntaxError || (error as Error).name === 'CssSyntaxError') {
      throw new NotDoneError(`${file} cannot be understood: ${(error as Error).message}`);
    }
    throw error;
  }
}

type Reader = (text: string, file: string) => ThemeFinding[];

/** What rules of one selector say, in every page and in those of one scheme. */
interface RuleOfTokens {
  readonly always: Partial<Record<TokenName, string>>;
  readonly light: Partial<Record<TokenName, string>>;
  readonly dark: Partial<Record<TokenName, string>>;
  readonly lines: Map<TokenName, number>;
}

const newRule = (): RuleOfTokens => ({ always: {}, light: {}, dark: {}, lines: new Map() });

/** What a declaration stands in, from the inside. */
function* around(declaration: Declaration): Generator<Container> {
  let place = declaration.parent as Container | undefined;
  for (; place; place = place.parent as Container | undefined) yield place;
}

const selectorAround = (declaration: Declaration): string => {
  const rule = [...around(declaration)].find((place) => place.type === 'rule');
  return (rule as Rule | undefined)?.selector ?? '';
};

/** The scheme of the pages that a media query is for. */
function schemeAround(declaration: Declaration): 'light' | 'dark' | 'always' {
  for (const place of around(declaration)) {
    const query = place.type === 'atrule' ? (place as AtRule).params : '';
    const [, scheme] = /prefers-color-scheme:\s*(light|dark)/.exec(query) ?? [];
    if (scheme === 'light' || scheme === 'dark') return scheme;
  }
  return 'always';
}

const checkCss: Reader = (text, file) => {
  const root = postcss.parse(text, { from: file });
  const findings: ThemeFinding[] = [];
  const rules = new Map<string, RuleOfTokens>();
  root.walkDecls(/^--wpwl-/, (declaration) => {
    const { prop, value, source } = declaration;
    const line = source?.start?.line ?? 0;
    const place = `${file}:${line}`;
    if (!(prop in PROPERTIES)) {
      const message = `${prop} ${unknown(prop, Object.keys(PROPERTIES), 'custom property')}`;
      findings.push({ place, message });
      return;
    }
    const token = tokenOf(prop);
    if (!token) return;
    const rule = isWithoutUnit(token, value) ? UNIT_RULE : kindProblem(token, value);
    if (rule) {
      findings.push({ place, message: `${prop} ${rule}; it is ${value}` });
      return;
    }
    // What one selector says holds together, on top of what the form has by itself.
    const key = selectorAround(declaration);
    const own: RuleOfTokens = rules.get(key) ?? newRule();
    rules.set(key, own);
    own[schemeAround(declaration)][token] = value;
    own.lines.set(token, line);
  });
  // A page is light where nothing says otherwise.
  const speaksOfDark = /light-dark\(|color-scheme:[^;{}]*\bdark\b/i.test(text);
  for (const { always, lines, ...own } of rules.values()) {
    const placeOf = (name: TokenName) => `${file}:${lines.get(name) ?? 0}`;
    findings.push(...coloursIn({ ...always, ...own.light }, placeOf, 'light'));
    if (!speaksOfDark) continue;
    // Whether that page is dark, and what another rule says of it then, is not known.
    findings.push(...coloursIn({ ...always, ...own.dark }, placeOf, 'dark', false));
  }
  // A state may have a rule of its own.
  const lines = new Map([...rules.values()].flatMap((rule) => [...rule.lines]));
  for (const missing of missingStates((name) => lines.has(name))) {
    findings.push({
      place: `${file}:${lines.get(missing.base) ?? 0}`,
      message: withoutStates(missing, tokenProperty),
      isWarning: true,
    });
  }
  return findings;
};

const tooNear = (
  [over, behind]: readonly [string, string],
  [first, second]: readonly [string, string],
  ratio: number,
  least: number,
): string =>
  `${over} (${first}) on ${behind} (${second}) has a contrast of ${roundedDown(ratio, 2)} : 1; it needs ${least} : 1`;

/** What states look like that have no colour of their own. */
const withoutStates = ({ base, states }: MissingStates, nameOf: (name: TokenName) => string) =>
  `${nameOf(base)} has no colour for ${states.length === 1 ? 'this state' : 'these states'}: ${states
    .map((state) => `${nameOf(state)} (${STATE_COLOURS[state].otherwise})`)
    .join(', ')}`;

interface Named {
  readonly name: string;
  readonly line: number;
  /** The kind of what is no table. */
  readonly kind?: string;
  /** What stands there as a text. */
  readonly text?: string;
}

/** An option, with the names in its table. */
interface WrittenOption extends Named {
  readonly entries?: readonly Named[];
}

const KNOWN = { options: OPTIONS, texts: Object.values(TEXT_BLOCKS).flat() };

function checkOptions(options: readonly WrittenOption[], file: string): ThemeFinding[] {
  return options.flatMap(({ name, line, kind, entries = [] }): ThemeFinding[] => {
    const at = (place: number) => (message: string) => ({ place: `${file}:${place}`, message });
    if (!OPTIONS.includes(name)) {
      return [at(line)(`${name} ${unknown(name, OPTIONS, 'option of wpwlOptions')}`)];
    }
    const isTableThatIsNone = kind !== undefined ? [...adviceOnOptions([[name, kind]], KNOWN)] : [];
    return [
      ...isTableThatIsNone.map(at(line)),
      ...entries.flatMap((entry) =>
        [...adviceOnOptions([[name, [entry.name]]], KNOWN)].map(at(entry.line)),
      ),
      ...(name === 'tokens' ? checkWrittenTokens(entries, file) : []),
    ];
  });
}

/** Tokens as a page writes them: the values that are texts, on top of what the form has by itself. */
function checkWrittenTokens(entries: readonly Named[], file: string): ThemeFinding[] {
  const lines = new Map(entries.map(({ name, line }) => [name, line]));
  const tokens: Tokens = Object.fromEntries(
    entries.flatMap(({ name, text }) => (text === undefined ? [] : [[name, text]])),
  );
  const refused = TOKEN_NAMES.flatMap((name) => {
    const rule = tokens[name] === undefined ? undefined : tokenProblem(name, tokens[name]);
    const place = `${file}:${lines.get(name)}`;
    return rule === undefined
      ? []
      : [{ place, message: `tokens.${name} ${rule}; it is ${tokens[name]}` }];
  });
  return [...refused, ...looks(usable(tokens), (name) => `${file}:${lines.get(name) ?? 1}`)];
}

const unknown = (name: string, known: readonly string[], kind: string): string => {
  const nearest = nearestName(name, known);
  return `is no ${kind}${nearest ? `: did you mean ${nearest}?` : ''}`;
};

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const OF_TOKENS = ['$value', '$type', '$extensions'];

/** Whether there is a token in it, in whatever group; options have none. */
const hasTokens = (value: unknown): boolean =>
  isTable(value) &&
  Object.entries(value).some(([name, entry]) => OF_TOKENS.includes(name) || hasTokens(entry));

/** A file of tokens (Design Tokens Community Group), read as the playground reads it. */
const checkTokens: Reader = (text, file) => {
  const lines = text.split('\n');
  const placeOf = (parameter: string): string => {
    const name = parameter.split('.').findLast((part) => !part.startsWith('$'));
    return `${file}:${Math.max(1, lines.findIndex((line) => line.includes(`"${name}"`)) + 1)}`;
  };
  const { tokens, problems } = readTheme(text);
  return [
    ...problems.map(({ parameter, rule, value }) => ({
      place: placeOf(parameter),
      message: `${parameter} ${rule}; it is ${value}`,
    })),
    ...looks(tokens, placeOf),
  ];
};

/**
 * Colours that are too near to each other, of those that the tokens set.
 * @param isWhole whether the tokens are all that is set
 */
function coloursIn(
  tokens: Tokens,
  placeOf: (name: TokenName) => string,
  scheme: 'light' | 'dark',
  isWhole = true,
): ThemeFinding[] {
  const isSet = (name: TokenName | undefined) => name !== undefined && tokens[name] !== undefined;
  const contrasts = checkContrast(tokens, CALM).flatMap((pair): ThemeFinding[] => {
    const { over, behind, colours, ratio, least } = pair;
    const set = [over, behind]
      .map(tokenOf)
      .flatMap((name) => (name && isStateColour(name) ? [name, STATE_COLOURS[name].of] : [name]))
      .find(isSet);
    if (!set || pair.scheme !== scheme || ratio === undefined || ratio >= least) return [];
    const message = `${tooNear([over, behind], colours, ratio, least)}, in a ${scheme} page`;
    const isSure = isWhole || [over, behind].map(tokenOf).every(isSet);
    return [{ place: placeOf(set), message, ...(!isSure && { isWarning: true }) }];
  });
  const focuses = focusLikeError(tokens, CALM).flatMap((found): ThemeFinding[] => {
    const set = (['focus', 'accent', 'error'] as const).find(isSet);
    if (!set || found.scheme !== scheme) return [];
    const [focus, error] = found.colours;
    const message = `--wpwl-focus (${focus}) looks like --wpwl-error (${error}): ${found.nearness}, in a ${scheme} page`;
    return [{ place: placeOf(set), message, isWarning: true }];
  });
  return [...contrasts, ...focuses];
}

/** Halves, colours and states of tokens that are taken. */
const looks = (tokens: Tokens, placeOf: (name: TokenName) => string): ThemeFinding[] => [
  ...withoutDarkHalf(tokens).map((name) => ({
    place: placeOf(name),
    message: `${name} has one value for light and dark pages, where other colours have two; it is ${tokens[name]}`,
  })),
  ...(['light', 'dark'] as const).flatMap((scheme) => coloursIn(tokens, placeOf, scheme)),
  ...missingStates((name) => tokens[name] !== undefined).map((missing) => ({
    place: placeOf(missing.base),
    message: withoutStates(missing, (name) => name),
    isWarning: true,
  })),
];

const tokenOf = (property: string) => TOKEN_NAMES.find((name) => tokenProperty(name) === property);

const checkJson: Reader = (text, file) => {
  const options: unknown = JSON.parse(text);
  if (file.endsWith('.theme.json') || hasTokens(options)) return checkTokens(text, file);
  if (!isTable(options)) return [];
  const lines = text.split('\n');
  const named = ([name, value]: readonly [string, unknown]): Named => ({
    name,
    line: lines.findIndex((line) => line.includes(`"${name}"`)) + 1,
    ...(!isTable(value) && { kind: typeof value }),
    ...(typeof value === 'string' && { text: value }),
  });
  return checkOptions(
    Object.entries(options).map(([name, value]) => ({
      ...named([name, value]),
      ...(isTable(value) && { entries: Object.entries(value).map(named) }),
    })),
    file,
  );
};

interface StyleNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface PropertyNode {
  readonly name: string;
  readonly value: unknown;
  readonly line: number;
}

/** Of an object literal, those that have a name. */
function propertiesOf(value: unknown): PropertyNode[] {
  const { type, properties } = Object(value);
  if (type !== 'ObjectExpression') return [];
  return properties.flatMap((each: StyleNode): PropertyNode[] => {
    const { name, value: literal } = Object(each['key']);
    const key = name ?? literal;
    if (each.type !== 'Property' || each['computed'] || typeof key !== 'string') return [];
    return [{ name: key, value: each['value'], line: Object(each['loc']).start.line }];
  });
}

/** What is computed has no kind here. */
function named({ name, value, line }: PropertyNode, firstLine: number): Named {
  const { type, value: literal } = Object(value);
  return {
    name,
    line: firstLine + line,
    ...(type === 'Literal' && { kind: typeof literal }),
    ...(type === 'Literal' && typeof literal === 'string' && { text: literal }),
  };
}

/** Options in the object literals that are assigned to `wpwlOptions`. */
function checkScript(text: string, file: string, firstLine = 0): ThemeFinding[] {
  const tree = parseScript(text, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    allowHashBang: true,
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
  }) as unknown as StyleNode;
  const options: WrittenOption[] = [];
  const isOptions = (target: unknown): boolean => {
    const { type, name, property } = Object(target);
    return (
      (type === 'Identifier' && name === 'wpwlOptions') ||
      (type === 'MemberExpression' && Object(property).name === 'wpwlOptions')
    );
  };
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, left, right, id, init } = node as Record<string, unknown>;
    const value =
      type === 'AssignmentExpression' && isOptions(left)
        ? right
        : type === 'VariableDeclarator' && isOptions(id)
          ? init
          : undefined;
    options.push(
      ...propertiesOf(value).map((each) => ({
        ...named(each, firstLine),
        entries: propertiesOf(each.value).map((entry) => named(entry, firstLine)),
      })),
    );
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) child.forEach(visit);
      else visit(child);
    }
  };
  visit(tree);
  return checkOptions(options, file);
}

/** Scripts and style sheets that stand in a page. */
const checkHtml: Reader = (text, file) =>
  [...text.matchAll(/<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/gi)].flatMap((found) => {
    const [whole, tag = '', source = ''] = found;
    const before = text.slice(0, found.index + whole.indexOf(source, tag.length + 1));
    const firstLine = before.split('\n').length - 1;
    if (tag.toLowerCase() === 'style') {
      return checkCss('\n'.repeat(firstLine) + source, file);
    }
    return source.includes('wpwlOptions') ? checkScript(source, file, firstLine) : [];
  });

const READERS: Readonly<Record<string, Reader>> = {
  '.css': checkCss,
  '.json': checkJson,
  '.js': checkScript,
  '.mjs': checkScript,
  '.cjs': checkScript,
  '.html': checkHtml,
  '.htm': checkHtml,
};
