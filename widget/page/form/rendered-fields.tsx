/** Draws what the gateway describes (contract/form-tree.ts). Texts follow the language of the form. */
import { computed } from '@preact/signals';
import type { ComponentChild } from 'preact';
import type { TreeElement, TreeText } from '../../../contract/form-tree.ts';
import type { FormState } from './form-state.ts';
import { placeholderText } from './texts.ts';

interface RenderedFieldsProps {
  readonly elements: readonly TreeElement[];
  readonly state: FormState;
  /** Begins the ids of the form. */
  readonly id: string;
}

export function RenderedFields({ elements, state: { text }, id }: RenderedFieldsProps) {
  const follow = (name: string, ref: TreeText) =>
    computed(() => {
      const words = text(ref);
      return name === 'placeholder' ? placeholderText(ref.key, words) : words;
    });

  const drawElement = ([tag, attributes, ...children]: TreeElement): ComponentChild => {
    const all = Object.entries(attributes);
    const texts = all.flatMap(([name, value]) =>
      typeof value === 'object' ? [[name, follow(name, value)] as const] : [],
    );
    /** As attributes, not as properties: the gateway describes markup. */
    const setAttributes = (element: Element | null) => {
      for (const [name, value] of all) {
        if (typeof value === 'boolean') element?.toggleAttribute(name, value);
        else if (typeof value === 'string') {
          element?.setAttribute(
            name,
            /^(id|for|list|aria-describedby)$/.test(name) ? id + value : value,
          );
        }
      }
    };
    const Tag = tag as 'div';
    return (
      <Tag {...Object.fromEntries(texts)} ref={setAttributes}>
        {children.map((child) => {
          if (typeof child === 'string') return child;
          return Array.isArray(child)
            ? drawElement(child as TreeElement)
            : follow('', child as TreeText);
        })}
      </Tag>
    );
  };

  return elements.map(drawElement);
}
