/** The smallest part of every form: a label with its control, as pages style and move them. */

import type { Child, ElementBuilder } from '../element.ts';
import type { ReadonlySignal } from '../signals.ts';

export const controlClass = (key: string): string => `wpwl-control wpwl-control-${key}`;

export interface GroupParts {
  /** Ends the class names of its nodes. */
  readonly key: string;
  /** Name of what is asked for. */
  readonly name: string;
  readonly text: ReadonlySignal<string>;
  readonly content: HTMLElement;
  /** What the label belongs to. A control inside a frame cannot be tied to its label by an id. */
  readonly target?: HTMLElement;
}

export interface GroupBuilder {
  readonly group: (parts: GroupParts) => HTMLElement;
  readonly wrapper: (key: string, ...children: Child[]) => HTMLElement;
}

export const groupBuilder = (element: ElementBuilder): GroupBuilder => ({
  wrapper: (key, ...children) =>
    element('div', { class: `wpwl-wrapper wpwl-wrapper-${key}` }, ...children),

  group({ key, name, text, content, target }) {
    const tied = element('label', target ? { for: target.id } : {}, text);
    const labelBox = { class: `wpwl-label wpwl-label-${key}`, name: `wpwl-label-${name}` };
    return element(
      'div',
      { class: `wpwl-group wpwl-group-${key} wpwl-clearfix` },
      element('div', labelBox, tied),
      content,
    );
  },
});
