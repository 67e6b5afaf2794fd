/** Reading a request's parameters by the catalogue. */
import { isCardNumberValid } from './card-brands.ts';
import { cardNumbersIn } from './card-numbers-in-text.ts';
import { ALIASES, CATALOGUE, type Operation, type ParameterRow } from './catalogue.ts';
import { accepts, kept, rule } from './format.ts';
import { freeTextOf, holdsForbiddenCardNumber, looksLikeCardNumber } from './free-text.ts';
import { holdsIban } from './iban.ts';
import type { ParameterError } from './result.ts';

/** ParameterSet by name, exactly as the catalogue spells them, indices and keys filled in. */
export type ParameterSet = Readonly<Record<string, string>>;

export interface ReadParameters {
  readonly parameters: ParameterSet;
  readonly errors: readonly ParameterError[];
  /** Names that this operation does not know; the request goes on without them. */
  readonly ignored: readonly string[];
}

export interface ReadOptions {
  /** Channel setting: the customer's name is demanded with any other customer parameter. */
  readonly strictCustomerData?: boolean;
  /** What is known already: an update may lean on it, as far as rules between parameters go. */
  readonly known?: ParameterSet;
}

interface Match {
  readonly row: ParameterRow;
  readonly key?: string;
}

const EXACT = new Map(
  CATALOGUE.filter(({ name }) => !/\[(?:n|name)\]/.test(name)).map((r) => [r.name, r]),
);
const INDEXED = new Map(
  CATALOGUE.filter(({ name }) => name.includes('[n]')).map((row) => [row.name, row]),
);
const INDEX = /\[(?:0|[1-9][0-9]{0,2})\]/g;
const MAPS = CATALOGUE.filter(({ name }) => name.endsWith('[name]')).map((row) => ({
  row,
  start: row.name.slice(0, -'name]'.length),
}));

/** `[n]` itself is no index. */
const indexedRow = (name: string): ParameterRow | undefined =>
  name.includes('[n]') ? undefined : INDEXED.get(name.replaceAll(INDEX, '[n]'));

/** The row that a parameter's name belongs to. */
export function findRow(name: string): Match | undefined {
  const exact = EXACT.get(name) ?? indexedRow(name);
  if (exact) return { row: exact };
  const map = MAPS.find(({ start }) => name.startsWith(start) && name.endsWith(']'));
  return map && { row: map.row, key: name.slice(map.start.length, -1) };
}

/**
 * Sorts what was sent into parameters, errors and names to ignore. Empty values count as not sent.
 * @param pairs names and values, decoded, in the order sent
 */
export function readParameters(
  pairs: Iterable<readonly [string, string]>,
  operation: Operation,
  options: ReadOptions = {},
): ReadParameters {
  const parameters: Record<string, string> = {};
  const errors: ParameterError[] = [];
  const ignored = new Set<string>();
  const all = [...pairs];
  const cards = new Set(all.flatMap(([name, value]) => (name === NUMBER && value ? [value] : [])));

  for (const [sentName, value] of all) {
    if (value === '') continue;
    const name = ALIASES.get(sentName) ?? sentName;
    const match = findRow(name);
    const outcome = match ? validate(match, value, operation, cards) : 'ignored';
    if (outcome === 'ignored') {
      ignored.add(sentName);
      continue;
    }
    const before = parameters[name];
    const ours = match ? kept(match.row.format, value) : value;
    const isOther = before !== undefined && before !== ours;
    if (outcome === 'accepted' && !isOther) {
      parameters[name] = ours;
      continue;
    }
    const isHidden = match?.row.secret || mayBeCardNumber(value) || outcome === HOLDS_IBAN;
    errors.push({
      name: sentName,
      value: isHidden ? (match?.row.shown?.(value) ?? null) : value,
      message: outcome === 'accepted' ? 'was sent twice with different values' : outcome,
    });
  }

  const sent = new Set([...Object.keys(parameters), ...errors.map(({ name }) => name)]);
  for (const name of ignoredBeside(sent)) {
    sent.delete(name);
    delete parameters[name];
    ignored.add(name);
  }
  errors.push(...missing(sent, operation, options));
  return { parameters, errors, ignored: [...ignored] };
}

/** Names of what counts for nothing, because something of the same meaning is there. */
const ignoredBeside = (names: ReadonlySet<string>): string[] =>
  CATALOGUE.filter(({ name, ignoredWith = '' }) => names.has(ignoredWith) && names.has(name)).map(
    ({ name }) => name,
  );

/** The same of what came with several requests. */
export function withoutIgnored(merged: ParameterSet): {
  readonly parameters: ParameterSet;
  readonly ignored: readonly string[];
} {
  const ignored = ignoredBeside(new Set(Object.keys(merged)));
  const kept = Object.entries(merged).filter(([name]) => !ignored.includes(name));
  return { parameters: Object.fromEntries(kept), ignored };
}

function validate(
  { row, key }: Match,
  value: string,
  operation: Operation,
  cards: ReadonlySet<string>,
): string {
  if (row.refusedOn?.includes(operation)) return 'is not an allowed parameter';
  if (!row.on.includes(operation)) return 'ignored';
  if (key !== undefined && row.key) {
    if (operation === 'checkout.payment' && row.browserKey?.test(key) === false) return 'ignored';
    if (!accepts(row.key, key)) {
      return operation === 'checkout.payment' ? 'ignored' : `name in brackets ${rule(row.key)}`;
    }
  }
  const format = row.formatOn?.[operation] ?? row.format;
  if (!accepts(format, value)) return rule(format, value);
  const isFromBrowser = operation === 'checkout.payment';
  if (isFromBrowser && row.fromBrowser && !accepts(row.fromBrowser, value)) return 'ignored';
  if (freeTextOf(row, key) === 'typed' && holdsIban(value)) return HOLDS_IBAN;
  return holdsCardNumber({ row, ...(key !== undefined && { key }) }, value, cards)
    ? HOLDS_CARD_NUMBER
    : 'accepted';
}

/** An error repeats nothing that could be a card number of any brand, known or not. */
const mayBeCardNumber = (value: string): boolean =>
  looksLikeCardNumber(value) ||
  (value.match(/\d(?:[ -]?\d){11,}/g) ?? []).some((run) =>
    isCardNumberValid(run.replaceAll(/[ -]/g, ''), ''),
  );

const NUMBER = 'card.number';
const HOLDS_IBAN = 'must not hold an IBAN';
const HOLDS_CARD_NUMBER = 'must not hold a card number';

function holdsCardNumber({ row, key = '' }: Match, value: string, cards: ReadonlySet<string>) {
  const kind = freeTextOf(row, key);
  return (
    (kind !== undefined && holdsForbiddenCardNumber(kind, value, cards)) ||
    cardNumbersIn(key).length > 0
  );
}

/**
 * What of parameters, each right by itself, holds the number of the card that they are sent with: where
 * that was sealed, or stored, it is known only later.
 * @param number digits only
 */
export const holdingCardNumber = (parameters: ParameterSet, number: string): ParameterError[] =>
  Object.entries(parameters)
    .filter(([name, value]) => {
      const match = name === NUMBER ? undefined : findRow(name);
      return match && holdsCardNumber(match, value, new Set([number]));
    })
    .map(([name]) => ({ name, value: null, message: HOLDS_CARD_NUMBER }));

/** Names of what was accepted and looks like a card number all the same: a merchant is told of it. */
export const lookingLikeCardNumbers = (pairs: Iterable<readonly [string, string]>): string[] =>
  [...pairs].flatMap(([name, value]) => {
    const match = findRow(ALIASES.get(name) ?? name);
    const isText = match && freeTextOf(match.row, match.key) !== undefined;
    return isText && looksLikeCardNumber(value) ? [name] : [];
  });

/** Rows that can ask for themselves or for others; most ask for nothing. */
const DEMANDING = CATALOGUE.filter(
  ({ requires, requiredOn, strictOn, strictWith }) =>
    requires ?? requiredOn ?? strictOn ?? strictWith,
);

function missing(
  sent: ReadonlySet<string>,
  operation: Operation,
  { strictCustomerData = false, known = {} }: ReadOptions,
): ParameterError[] {
  const there = (name: string) => sent.has(name) || known[name] !== undefined;
  const error = (name: string, why: string) => ({ name, value: null, message: why });
  return DEMANDING.flatMap((row) => {
    if (there(row.name)) {
      return (row.requires ?? [])
        .filter((name) => !there(name))
        .map((name) => error(name, `is required when ${row.name} is sent`));
    }
    const required = strictCustomerData ? [row.requiredOn, row.strictOn] : [row.requiredOn];
    if (required.flat().includes(operation)) return [error(row.name, 'is required')];
    if (strictCustomerData && row.strictWith && row.on.includes(operation)) {
      const group = `${row.strictWith}.`;
      const others = [...sent].some((name) => name.startsWith(group));
      if (others) return [error(row.name, `is required when any other ${group}* is sent`)];
    }
    return [];
  }).filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index);
}

/** What an answer may repeat: no card data, no secrets, and nothing that only steers the request. */
export const echoedParameters = (parameters: ParameterSet): ParameterSet =>
  Object.fromEntries(
    Object.entries(parameters).filter(([name]) => {
      const row = findRow(name)?.row;
      return row && !row.control && !row.secret && !name.startsWith('card.');
    }),
  );

export type Nested = string | readonly Nested[] | { readonly [name: string]: Nested };

type Level = Map<string, Level | string>;

/**
 * `{'customer.email': 'a@b.de', 'cart.items[0].name': 'Mug', 'customParameters[a.b]': '1'}` becomes
 * `{customer: {email}, cart: {items: [{name}]}, customParameters: {'a.b': '1'}}`. Lists are closed up:
 * indices order the items, gaps between them disappear.
 */
export function nest(parameters: ParameterSet): Record<string, Nested> {
  const root: Level = new Map();
  for (const [name, value] of Object.entries(parameters)) place(root, path(name), value);
  return toObject(root);
}

/** The steps of a name; a map's key is no index. */
function path(name: string): string[] {
  const { row, key } = findRow(name) ?? {};
  if (row && key !== undefined) return [...nameSteps(row.name.slice(0, -'[name]'.length)), key];
  return nameSteps(name);
}

/**
 * 'a.b[0].c' → a, b, [0], c; what stands in brackets is one step, dots and all. Behind the last closing
 * bracket no opening one is looked for: from each the rest of the name would be read.
 */
export function nameSteps(name: string): string[] {
  const closed = name.lastIndexOf(']') + 1;
  const found: string[] = name.slice(0, closed).match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
  found.push(...(name.slice(closed).match(/[^.[\]]+/g) ?? []));
  return found.length > 0 ? found : [name];
}

function place(level: Level, [step = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    level.set(step, value);
    return;
  }
  const next = level.get(step);
  const below: Level = next instanceof Map ? next : new Map();
  level.set(step, below);
  place(below, rest, value);
}

function toNested(node: Level | string): Nested {
  if (typeof node === 'string') return node;
  const steps = [...node.keys()];
  if (steps.length > 0 && steps.every((step) => /^\[\d+\]$/.test(step))) {
    return [...node]
      .sort(([a], [b]) => Number(a.slice(1, -1)) - Number(b.slice(1, -1)))
      .map(([, item]) => toNested(item));
  }
  return toObject(node);
}

function toObject(level: Level): Record<string, Nested> {
  return Object.fromEntries(
    [...level].map(([step, node]) => [step.replace(/^\[(.*)\]$/, '$1'), toNested(node)]),
  );
}
