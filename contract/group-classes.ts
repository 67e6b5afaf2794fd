/**
 * The class names of a field with its label, as pages style and suites find them (compatibility.md): the
 * same whether the script draws the field or the server describes it.
 */

/**
 * Of a box of the field, or of its control.
 * @param name of the field, as it ends the class names
 */
export const partClass = (part: 'label' | 'wrapper' | 'control' | 'group', name: string): string =>
  `wpwl-${part} wpwl-${part}-${name}`;

/** Of the box around all of it. */
export const groupClass = (name: string): string => `${partClass('group', name)} wpwl-clearfix`;
