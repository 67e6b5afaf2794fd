import { warn } from './console-note.ts';

/**
 * What stands in the way when a script of the page has set it on `Object.prototype`. Our objects inherit
 * nothing (`own-properties.ts`), but the browser's do: elements, functions and promises.
 */
const IN_THE_WAY = /-|^(.|__.?.?|class|for|is|key|name|peek|ref|render|then)$/;

/** Whether one is there; the console says which. */
export function isInTheWay(): boolean {
  const name = Object.getOwnPropertyNames(Object.prototype).find((each) => IN_THE_WAY.test(each));
  if (name) warn(`Object.prototype.${name} is in the way.`);
  return Boolean(name);
}
