/** `theme check FILE`: names that there are not, values that are refused, and colours that are too near to each other. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parse as parseScript } from 'acorn';
import { parse as parseColour, wcagContrast } from 'culori';
import postcss from 'postcss';
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
import { checkContrast } from './generated/token-contrast.ts';
import {
  bySchemes,
  isStateColour,
  type MissingStates,
  missingStates,
  PAIRS,
  STATE_COLOURS,
} from './generated/token-pairs.ts';
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

const checkCss: Reader = (text, file) => {
  const root = postcss.parse(text, { from: file });
  const findings: ThemeFinding[] = [];
  const groups = new Map<string, Map<string, { value: string; line: number }>>();
  root.walkDecls(/^--wpwl-/, (declaration) => {
    const { prop, value, source, parent } = declaration;
    const line = source?.start?.line ?? 0;
    if (!(prop in PROPERTIES)) {
      findings.push({
        place: `${file}:${line}`,
        message: `${prop} ${unknown(prop, Object.keys(PROPERTIES), 'custom property')}`,
      });
      return;
    }
    const token = tokenOf(prop);
    if (token && isWithoutUnit(token, value)) {
      const message = `${prop} ${UNIT_RULE}; it is ${value}`;
      findings.push({ place: `${file}:${line}`, message });
    }
    // What one rule says holds together, on top of what the form has by itself.
    const key = parent?.toString().slice(0, 200) ?? '';
    const group = groups.get(key) ?? new Map();
    group.set(prop, { value, line });
    groups.set(key, group);
  });
  for (const group of groups.values()) findings.push(...contrastIn(group, file));
  // A state may have a rule of its own.
  const lines = new Map(
    [...groups.values()].flatMap((group) =>
      [...group].map(([name, { line }]) => [name, line] as const),
    ),
  );
  for (const missing of missingStates((name) => lines.has(tokenProperty(name)))) {
    const line = lines.get(tokenProperty(missing.base)) ?? 0;
    findings.push({
      place: `${file}:${line}`,
      message: withoutStates(missing, tokenProperty),
      isWarning: true,
    });
  }
  return findings;
};

function contrastIn(
  group: ReadonlyMap<string, { readonly value: string; readonly line: number }>,
  file: string,
): ThemeFinding[] {
  return PAIRS.flatMap(([over, behind, least]) => {
    const set = group.get(over) ?? group.get(behind);
    if (!set) return [];
    const schemesOf = (name: string) => bySchemes(group.get(name)?.value ?? PROPERTIES[name] ?? '');
    const [overs, behinds] = [schemesOf(over), schemesOf(behind)];
    const place = `${file}:${set.line}`;
    return [0, 1].flatMap((scheme): ThemeFinding[] => {
      const [a = '', b = ''] = [overs[scheme], behinds[scheme]];
      // In dark the form has other colours of its own, which are not known here.
      const isDark = scheme === 1;
      if (isDark && !(group.has(over) && group.has(behind))) return [];
      if (isDark && a === overs[0] && b === behinds[0]) return [];
      const [first, second] = [parseColour(a), parseColour(b)];
      if (!first || !second) return [];
      const ratio = wcagContrast(first, second);
      if (ratio >= least) return [];
      return [
        {
          place,
          message: tooNear([over, behind], [a, b], ratio, least),
        },
      ];
    });
  });
}

const tooNear = (
  [over, behind]: readonly [string, string],
  [first, second]: readonly [string, string],
  ratio: number,
  least: number,
): string =>
  `${over} (${first}) on ${behind} (${second}) has a contrast of ${ratio.toFixed(2)} : 1; it needs ${least} : 1`;

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

/** Halves, contrast and states of tokens that are taken. */
const looks = (tokens: Tokens, placeOf: (name: TokenName) => string): ThemeFinding[] => [
  ...withoutDarkHalf(tokens).map((name) => ({
    place: placeOf(name),
    message: `${name} has one value for light and dark pages, where other colours have two; it is ${tokens[name]}`,
  })),
  ...checkContrast(tokens, CALM).flatMap(({ over, behind, colours, scheme, ratio, least }) => {
    const set = [over, behind]
      .map(tokenOf)
      .flatMap((name) => (name && isStateColour(name) ? [name, STATE_COLOURS[name].of] : [name]))
      .find((name) => name !== undefined && tokens[name]);
    if (!set || ratio === undefined || ratio >= least) return [];
    const message = `${tooNear([over, behind], colours, ratio, least)}, in a ${scheme} page`;
    return [{ place: placeOf(set), message }];
  }),
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
