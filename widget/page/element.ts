/**
 * Builds DOM nodes whose texts and attributes follow signals. A form is built once and never again:
 * pages move, wrap and extend its nodes, so nothing may rely on where a node is. For that no more is
 * needed than this; a framework's diffing would be most of the script's weight.
 */

import type { Scope } from './scope.ts';
import { type ReadonlySignal, Signal } from './signals.ts';

type Attribute = string | boolean;
export type Attributes = Readonly<Record<string, Attribute | ReadonlySignal<Attribute>>>;
export type Child = Node | string | ReadonlySignal<string>;

export type ElementBuilder = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes?: Attributes,
  ...children: readonly Child[]
) => HTMLElementTagNameMap[K];

/** False is an attribute left out, true one without a value. */
const setAttribute = (element: Element, name: string, value: Attribute) =>
  typeof value === 'boolean'
    ? element.toggleAttribute(name, value)
    : element.setAttribute(name, value);

export const elementBuilder =
  ({ follow }: Scope): ElementBuilder =>
  (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value instanceof Signal) follow(() => setAttribute(element, name, value.value));
      else setAttribute(element, name, value as Attribute);
    }
    for (const child of children) {
      if (child instanceof Signal) {
        const text = document.createTextNode('');
        follow(() => {
          text.data = child.value;
        });
        element.append(text);
      } else {
        element.append(child as Node | string);
      }
    }
    return element;
  };
