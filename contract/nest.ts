/** Flat parameters as the nested JSON that answers carry: dots nest, `[n]` lists, `[name]` maps. */
import type { ParameterSet } from './parameters.ts';

export type Nested = string | readonly Nested[] | { readonly [name: string]: Nested };

type Tree = Map<string, Tree | string>;

/**
 * `{'customer.email': 'a@b.de', 'cart.items[0].name': 'Mug', 'customParameters[a.b]': '1'}` becomes
 * `{customer: {email}, cart: {items: [{name}]}, customParameters: {'a.b': '1'}}`. Lists are closed up:
 * indices order the items, gaps between them disappear.
 */
export function nest(parameters: ParameterSet): Record<string, Nested> {
  const root: Tree = new Map();
  for (const [name, value] of Object.entries(parameters)) place(root, path(name), value);
  return toObject(root);
}

/** 'a.b[0].c' → a, b, [0], c; what stands in brackets is one step, dots and all. */
function path(name: string): string[] {
  return name.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [name];
}

function place(tree: Tree, [step = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    tree.set(step, value);
    return;
  }
  const next = tree.get(step);
  const branch: Tree = next instanceof Map ? next : new Map();
  tree.set(step, branch);
  place(branch, rest, value);
}

function toNested(node: Tree | string): Nested {
  if (typeof node === 'string') return node;
  const steps = [...node.keys()];
  if (steps.length > 0 && steps.every((step) => /^\[\d+\]$/.test(step))) {
    return [...node]
      .sort(([a], [b]) => Number(a.slice(1, -1)) - Number(b.slice(1, -1)))
      .map(([, item]) => toNested(item));
  }
  return toObject(node);
}

function toObject(tree: Tree): Record<string, Nested> {
  return Object.fromEntries(
    [...tree].map(([step, node]) => [step.replace(/^\[(.*)\]$/, '$1'), toNested(node)]),
  );
}
