/** The parts that all blocks are made of, with the classes that pages know. */

import type { TreeAttributes, TreeElement, TreeText } from '../../../contract/form-tree.ts';
import { groupClass, partClass } from '../../../contract/group-classes.ts';

type Child = TreeElement | TreeText | string;

export interface GroupInput {
  /** Ends the class names. */
  readonly key: string;
  /** The parameter. */
  readonly name: string;
  /** Key of the label's text. */
  readonly label: string;
  readonly attributes?: TreeAttributes;
}

/** Label and content. `target` is the id of the control that the label belongs to. */
export const group = (
  { key, name, label, attributes }: GroupInput,
  target: string | undefined,
  ...content: Child[]
): TreeElement => [
  'div',
  { class: groupClass(key), ...attributes },
  [
    'div',
    { class: partClass('label', key), name: `wpwl-label-${name}` },
    ['label', target ? { for: target } : {}, { key: label }],
  ],
  ...(content as TreeElement[]),
];

export interface ControlInput extends GroupInput {
  /** Key of the text that says what is wrong; '' for a control that cannot be. */
  readonly error: string;
  /** Of the control. */
  readonly control?: TreeAttributes;
  /** Class names of the box around the control, where they are others. */
  readonly wrapper?: string;
}

/** A group with one control, an input or, with options, a select. */
export function inputGroup(input: ControlInput, ...options: TreeElement[]): TreeElement {
  const { key, name, label, error, control, wrapper } = input;
  const attributes: TreeAttributes = {
    class: partClass('control', key),
    id: key,
    name,
    ...(error && { 'data-error': error, 'data-label': label }),
    ...control,
  };
  const isSelect = options.length > 0 && options[0]?.[0] === 'option';
  return group(
    input,
    key,
    [
      'div',
      { class: wrapper ?? partClass('wrapper', key) },
      isSelect
        ? ['select', attributes, ...options]
        : ['input', { type: 'text', placeholder: { key: label }, maxlength: '100', ...attributes }],
    ],
    ...(isSelect ? [] : options),
  );
}

/** Radio buttons, the first one chosen. Values with the keys of their texts. */
export const choiceGroup = (
  input: GroupInput,
  choices: Readonly<Record<string, string>>,
): TreeElement =>
  group(
    { ...input, attributes: { role: 'radiogroup', 'aria-label': { key: input.label } } },
    undefined,
    ...Object.entries(choices).map(
      ([value, key], n): TreeElement => [
        'div',
        { class: partClass('wrapper', `radio-${value}`) },
        [
          'label',
          { class: 'wpwl-choice' },
          ['input', { type: 'radio', name: input.name, value, checked: n === 0 }],
          { key },
        ],
      ],
    ),
  );
