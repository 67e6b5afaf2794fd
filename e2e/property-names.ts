/** Every property that the script reads, from its own bytes, so that the list cannot go stale. */
import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { CALLBACK_NAMES } from '../widget/page/interface/callbacks.ts';
import { DEFAULTS, WITHOUT_DEFAULT, WITHOUT_EFFECT } from '../widget/page/interface/options.ts';

export const OPTION_NAMES: readonly string[] = [
  ...Object.keys(DEFAULTS),
  ...WITHOUT_DEFAULT,
  ...WITHOUT_EFFECT,
  ...CALLBACK_NAMES,
];

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string };
const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

/** `a.name`, `a['name']`, `a[0]`. */
function nameIn(value: unknown, isComputed: unknown): string | undefined {
  if (!isSyntaxNode(value)) return undefined;
  if (value.type === 'Literal') return String(value['value']);
  return value.type === 'Identifier' && !isComputed ? String(value['name']) : undefined;
}

function collect(value: unknown, names: Set<string | undefined>): void {
  if (Array.isArray(value)) for (const each of value) collect(each, names);
  if (!isSyntaxNode(value)) return;
  if (value.type === 'MemberExpression') names.add(nameIn(value['property'], value['computed']));
  // Of destructuring; those of a written object are keys that calls into the browser read.
  if (value.type === 'Property') names.add(nameIn(value['key'], value['computed']));
  for (const child of Object.values(value)) collect(child, names);
}

/** What browsers read of option bags, besides what the script writes into its own. */
const OF_BAGS = [
  ...['method', 'headers', 'body', 'referrer', 'referrerPolicy', 'mode', 'credentials', 'cache'],
  ...['redirect', 'integrity', 'keepalive', 'signal', 'duplex', 'priority', 'window'],
  ...['get', 'set', 'value', 'writable', 'enumerable', 'configurable'],
  ...['capture', 'once', 'passive', 'bubbles', 'composed', 'cancelable', 'detail'],
  ...['targetOrigin', 'transfer', 'ports', 'origin', 'source', 'data', 'then', 'toJSON'],
  ...['attributes', 'attributeOldValue', 'characterData', 'subtree', 'childList', 'timeout'],
  ...['localeMatcher', 'numberingSystem', 'style', 'currency', 'type', 'is', '__html', 'key'],
  ...['ref', 'children', 'dangerouslySetInnerHTML', 'innerHTML', 'srcdoc', 'src', 'action', 'href'],
  ...['onclick', 'onerror', 'onload', 'contextType', 'defaultProps', 'getDerivedStateFromProps'],
];

/** Those of `Object.prototype` itself are no properties that a page adds. */
const isAdded = (name: string) => name !== '' && !Object.hasOwn(Object.prototype, name);

export function propertyNames(script = readFileSync('dist/paymentWidgets.js', 'utf8')): string[] {
  const names = new Set<string | undefined>([...OPTION_NAMES, ...OF_BAGS]);
  collect(parseAst(script), names);
  return [...names].filter((name): name is string => name !== undefined && isAdded(name));
}
