/** A view as the part of an address behind `#`, and back: a link is a design. */
import {
  DENSITIES,
  FIELDS_RULE,
  ICONS,
  LABEL_POSITIONS,
  LAYOUTS,
  LINK_VERSION,
  readFields,
  SCHEMES,
  shortened,
  TEXT_SIZES,
  writeFields,
} from '../../contract/design-options.ts';
import { styleSheetProblem } from '../../contract/design-style-sheet.ts';
import { TOKEN_NAMES, type Tokens, tokenProblem } from '../../contract/design-tokens.ts';
import { type Words, withWord, wordProblem } from '../../contract/design-words.ts';
import { nearestName } from '../../contract/nearest-name.ts';
import type { TokenName } from '../../contract/tokens.ts';
import { STATES } from '../previews/states.ts';
import { BRANDS, type Design, FIRST, LANGUAGE_CODES, SHOWN, type View, WIDTHS } from './design.ts';
import { CHECKS, type Findings } from './score.ts';

const LONGEST_NAME = 60;
/** Before each check's name: how many faults it has found. */
const FOUND = 'found.';
const MOST_FOUND = 999;
/** Before each name of what a design is compared with. */
const OTHER = 'other.';

export function writeAddress(view: View, findings: Findings = {}): string {
  const fields = new URLSearchParams({ v: LINK_VERSION });
  const write = (design: Design, prefix: string): void => {
    const { tokens, brands, fields: placed, words, styleSheet, ...rest } = design;
    for (const [name, value] of Object.entries(rest)) fields.set(prefix + name, value);
    fields.set(`${prefix}brands`, brands.join(' '));
    if (placed.length > 0) fields.set(`${prefix}fields`, writeFields(placed));
    for (const [name, value] of Object.entries(tokens)) fields.set(`${prefix}t.${name}`, value);
    for (const [language, texts] of Object.entries(words)) {
      for (const [key, text] of Object.entries(texts)) {
        fields.set(`${prefix}w.${language}.${key}`, text);
      }
    }
    if (styleSheet) fields.set(`${prefix}css`, styleSheet);
  };
  const { design, other, ...rest } = view;
  for (const [name, value] of Object.entries(rest)) fields.set(name, String(value));
  write(design, '');
  if (other) write(other, OTHER);
  for (const [check, count] of Object.entries(findings)) fields.set(FOUND + check, String(count));
  return fields.toString();
}

export interface ReadView {
  readonly view: View;
  readonly findings: Findings;
  /** What was left out of it, a sentence each. */
  readonly problems: readonly string[];
}

/** Characters, as of a file: with more a browser would be busy for minutes. */
const LONGEST_ADDRESS = 65_536;

/** Whether this playground reads the address in a link, behind `#`. */
export const fitsLink = (address: string): boolean => address.length < LONGEST_ADDRESS;

export function readLink(hash: string): ReadView {
  if (hash.length <= LONGEST_ADDRESS) return readAddress(hash);
  const problem = `The link has ${hash.length} characters; this playground reads ${LONGEST_ADDRESS}.`;
  return { view: FIRST, findings: {}, problems: [problem] };
}

/** Nothing, too, is an address: that of the first view. */
export function readAddress(hash: string): ReadView {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  if (fields.size === 0) return { view: FIRST, findings: {}, problems: [] };
  const version = fields.get('v');
  if (version !== LINK_VERSION) {
    const problem = `The link is of version ${shortened(version ?? 'none')}; this playground reads version ${LINK_VERSION}.`;
    return { view: FIRST, findings: {}, problems: [problem] };
  }
  const problems: string[] = [];
  const oneOf = <T extends string>(name: string, known: readonly T[], usual: T): T => {
    const written = fields.get(name);
    const found = known.find((each) => each === written);
    if (written !== null && !found) {
      problems.push(`${name} must be one of ${known.join(', ')}: ${shortened(written)}`);
    }
    return found ?? usual;
  };
  const between = (
    name: string,
    { least, most }: { readonly least: number; readonly most: number },
    usual: number,
  ) => {
    const written = fields.get(name);
    if (written === null) return usual;
    const value = Number(written);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    problems.push(`${name} must be a whole number from ${least} to ${most}: ${shortened(written)}`);
    return usual;
  };
  const read = (prefix: string): Design => {
    const usual = FIRST.design;
    const brands = (fields.get(`${prefix}brands`) ?? '').split(' ').filter(Boolean);
    const unknown = brands.filter((code) => !BRANDS.some((each) => each === code));
    for (const code of unknown) problems.push(`${prefix}brands has no ${shortened(code)}`);
    const placed = fields.get(`${prefix}fields`) ?? '';
    if (!readFields(placed)) problems.push(`${prefix}fields ${FIELDS_RULE}: ${shortened(placed)}`);
    const known = [...new Set(brands)].filter((code) => !unknown.includes(code));
    return {
      name: (fields.get(`${prefix}name`) ?? usual.name).slice(0, LONGEST_NAME),
      tokens: readTokens(fields, prefix, problems),
      layout: oneOf(`${prefix}layout`, LAYOUTS, usual.layout),
      labelPosition: oneOf(`${prefix}labelPosition`, LABEL_POSITIONS, usual.labelPosition),
      density: oneOf(`${prefix}density`, DENSITIES, usual.density),
      icons: oneOf(`${prefix}icons`, ICONS, usual.icons),
      fields: readFields(placed) ?? usual.fields,
      brands: known.length > 0 ? known : usual.brands,
      locale: oneOf(`${prefix}locale`, LANGUAGE_CODES, usual.locale),
      words: readWords(fields, prefix, problems),
      styleSheet: readStyleSheet(fields.get(`${prefix}css`) ?? '', problems),
    };
  };
  const view: View = {
    design: read(''),
    other: fields.has(`${OTHER}layout`) ? read(OTHER) : undefined,
    shows: oneOf('shows', SHOWN, FIRST.shows),
    state: oneOf(
      'state',
      STATES.map(({ id }) => id),
      FIRST.state,
    ),
    scheme: oneOf('scheme', SCHEMES, FIRST.scheme),
    width: between('width', WIDTHS, FIRST.width),
    text: between('text', TEXT_SIZES, FIRST.text),
  };
  const findings = CHECKS.flatMap((check) => {
    const within = { least: 0, most: MOST_FOUND };
    return fields.has(FOUND + check) ? [[check, between(FOUND + check, within, 0)] as const] : [];
  });
  return { view, findings: Object.fromEntries(findings), problems };
}

function readTokens(fields: URLSearchParams, prefix: string, problems: string[]): Tokens {
  const tokens: Partial<Record<TokenName, string>> = {};
  for (const [field, value] of fields) {
    if (!field.startsWith(`${prefix}t.`)) continue;
    const written = field.slice(prefix.length + 2);
    const name = TOKEN_NAMES.find((each) => each === written);
    if (!name) {
      const nearest = nearestName(written, TOKEN_NAMES);
      problems.push(
        `${shortened(written)} is no token${nearest ? `: did you mean ${nearest}?` : ''}`,
      );
    } else {
      const rule = tokenProblem(name, value);
      if (rule) problems.push(`${name} ${rule}: ${shortened(value)}`);
      else tokens[name] = value;
    }
  }
  return tokens;
}

function readWords(fields: URLSearchParams, prefix: string, problems: string[]): Words {
  let words: Words = {};
  for (const [field, text] of fields) {
    if (!field.startsWith(`${prefix}w.`)) continue;
    const [language = '', key = ''] = field.slice(prefix.length + 2).split('.');
    const rule = wordProblem(language, key, text);
    if (rule) problems.push(`${shortened(`${language}.${key}`)} ${rule}: ${shortened(text)}`);
    else words = withWord(words, language, key, text);
  }
  return words;
}

function readStyleSheet(css: string, problems: string[]): string {
  const problem = styleSheetProblem(css);
  if (!problem) return css;
  problems.push(`css ${problem.rule}: ${shortened(problem.value)}`);
  return '';
}
