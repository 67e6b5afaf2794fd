/** Made by write-names.ts: do not edit. */
/**
 * What a page may restyle inside a field frame: an allow-list of parts, properties and values. The
 * frame judges by it, and says what it has left out.
 */

/** The CSS properties that a page may set inside a frame. */
export const FRAME_STYLE_PROPERTIES = [
  'color',
  'caret-color',
  'background-color',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'line-height',
  'padding-inline-start',
  'padding-inline-end',
  'text-align',
  'opacity',
] as const;
export type FrameStyleProperty = (typeof FRAME_STYLE_PROPERTIES)[number];
export type FrameStyleRule = Partial<Record<FrameStyleProperty, string>>;

/** The states of the field that a rule can be for. */
export const FRAME_STYLE_PARTS = ['base', 'placeholder', 'focus', 'invalid', 'autofill'] as const;
export type FrameStylePart = (typeof FRAME_STYLE_PARTS)[number];

/** By part and property, as a page wants it: not judged yet. */
export type WantedStyles = Readonly<Record<string, Readonly<Record<string, string>>>>;

const MAX_VALUE_LENGTH = 200;
/** No backslash, colon, semicolon, brace, at sign or angle bracket. */
const PLAIN_CHARACTERS = /^[\w\s#.,%()'"/+*-]+$/;
const FUNCTION_NAME = /([\w-]*)\(/g;
const HARMLESS_FUNCTIONS = /^(rgba?|hsla?|hwb|(ok)?lab|(ok)?lch|color|calc|min|max|clamp|)$/i;

/**
 * Whether a page may set the property, to a value that can neither load nor leak anything. The
 * frame's browser still judges if it fits.
 */
export const isFrameStyle = (property: string, value: string): boolean =>
  (FRAME_STYLE_PROPERTIES as readonly string[]).includes(property) &&
  value.length <= MAX_VALUE_LENGTH &&
  PLAIN_CHARACTERS.test(value) &&
  [...value.matchAll(FUNCTION_NAME)].every(([, name = '']) => HARMLESS_FUNCTIONS.test(name));
