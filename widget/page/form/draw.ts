/** Draws components: once, since pages move, wrap and extend their nodes. */
import { Component, options, render, type VNode } from 'preact';
import type { Scope } from './scope.ts';

// Signals change the page at once, not in a microtask: a callback of the merchant's that runs after
// the change must find the new text, and its own changes must not be overwritten afterwards.
options.requestAnimationFrame = (flush) => flush();

// A component has no method that it only inherits: pages set properties of `Object.prototype`.
Object.setPrototypeOf(Component.prototype, null);

/** Hands a node to the code that drew it, which cannot look for one that a page has moved. */
export type Keep<Nodes> = <K extends keyof Nodes>(name: K) => (node: Nodes[K] | null) => void;

/** Draws into an element, until the scope ends. Answers the nodes that were kept. */
export function draw<Nodes extends object>(
  { atEnd }: Scope,
  root: Element,
  component: (keep: Keep<Nodes>) => VNode,
): Nodes {
  const nodes: Partial<Nodes> = {};
  const keep: Keep<Nodes> = (name) => (node) => {
    if (node) nodes[name] = node;
  };
  render(component(keep), root);
  atEnd(() => render(null, root));
  return nodes as Nodes;
}

/** Draws what has to stand between nodes that are there already. Answers its top nodes. */
export function drawBefore(scope: Scope, next: ChildNode, component: VNode): ChildNode[] {
  // No fragment: it has no namespace of its own, and Preact would take one from `Object.prototype`.
  const root = document.createElement('div');
  draw(scope, root, () => component);
  const nodes = [...root.childNodes];
  next.before(...nodes);
  return nodes;
}

/** Draws anew into a small root of its own, which pages do not touch; nothing of before is kept. */
export function drawAnew(root: Element, component: VNode | null): void {
  render(null, root);
  render(component, root);
}
