/** Builds what the gateway describes (contract/form-tree.ts). Texts follow the language of the form. */
import type { TreeElement, TreeText } from '../../../contract/form-tree.ts';
import type { FormState } from '../card-form/form-state.ts';
import { elementBuilder } from '../element.ts';
import type { Scope } from '../scope.ts';
import { computed } from '../signals.ts';
import { placeholderText } from '../texts.ts';

/** `id` begins the ids of the form. */
export function treeBuilder(
  scope: Scope,
  { text }: FormState,
  id: string,
): (tree: TreeElement) => HTMLElement {
  const element = elementBuilder(scope);
  const follow = (ref: TreeText) => computed(() => text(ref));

  const attribute = ([name, value]: [string, string | boolean | TreeText]) => {
    if (typeof value !== 'object') return [name, /^(id|for|list)$/.test(name) ? id + value : value];
    if (name !== 'placeholder') return [name, follow(value)];
    return [name, computed(() => placeholderText(value.key, text(value)))];
  };

  return function build([tag, attributes, ...children]): HTMLElement {
    return element(
      tag,
      Object.fromEntries(Object.entries(attributes).map(attribute)),
      ...children.map((child) => {
        if (typeof child === 'string') return child;
        return 'key' in child ? follow(child) : build(child);
      }),
    );
  };
}
