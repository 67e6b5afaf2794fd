/**
 * What the build does to every object that the script writes out: it inherits nothing. So a property
 * that a hostile page, or a library with a fault, sets on `Object.prototype` is no option of ours, nor
 * one of the calls into the browser: `fetch(address, {method})` reads no other `method`, `redirect` or
 * `body` than its own.
 */
import { parseAst } from 'vite';

const INHERITS_NOTHING = '__proto__:null';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly properties?: readonly { readonly key?: { readonly name?: string } }[];
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

/** Positions behind the brace of each object that does not say itself what it inherits. */
function* objectsIn(value: unknown): Generator<{ at: number; isEmpty: boolean }> {
  if (Array.isArray(value)) {
    for (const each of value) yield* objectsIn(each);
  } else if (isNode(value)) {
    const { type, start, properties = [] } = value;
    const saysItself = properties.some(({ key }) => key?.name === '__proto__');
    if (type === 'ObjectExpression' && !saysItself) {
      yield { at: start + 1, isEmpty: properties.length === 0 };
    }
    for (const child of Object.values(value)) yield* objectsIn(child);
  }
}

/**
 * @param script JavaScript as it is sent
 * @example
 * inheritNothing('f({a:1})'); // 'f({__proto__:null,a:1})'
 */
export function inheritNothing(script: string): string {
  const found = [...objectsIn(parseAst(script))].toSorted((one, other) => one.at - other.at);
  let from = 0;
  const parts = found.map(({ at, isEmpty }) => {
    const before = script.slice(from, at);
    from = at;
    return `${before}${INHERITS_NOTHING}${isEmpty ? '' : ','}`;
  });
  return parts.join('') + script.slice(from);
}
