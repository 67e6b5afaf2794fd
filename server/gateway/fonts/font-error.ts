/** Thrown for a font that is not taken; the message names what is wrong, the rule and the value. */
export class FontError extends Error {
  override name = 'FontError';
}

export const fontError = (parameter: string, rule: string, value: string | number): FontError =>
  new FontError(`${parameter} ${rule}: ${value}`);
