/** Made by write-names.ts: do not edit. */
/**
 * The design tokens: what a page may set of the form's look, by `wpwlOptions.tokens` or as a custom
 * property. The style sheets, the types and the guide are checked against this table.
 */

/** What a token is, in the words of the Design Tokens Community Group's format. */
export type TokenKind =
  | 'color'
  | 'dimension'
  | 'duration'
  | 'fontFamily'
  | 'fontWeight'
  | 'number'
  | 'shadow';

/** By name, as in `wpwlOptions.tokens`. */
export const TOKENS = {
  accent: 'color',
  accentActive: 'color',
  accentHover: 'color',
  border: 'color',
  buttonBorder: 'dimension',
  buttonEdge: 'color',
  buttonFont: 'fontFamily',
  buttonLine: 'number',
  buttonRadius: 'dimension',
  buttonShadow: 'shadow',
  buttonSize: 'dimension',
  buttonWeight: 'fontWeight',
  cardBorder: 'dimension',
  cardRadius: 'dimension',
  cardShadow: 'shadow',
  disabled: 'color',
  edge: 'color',
  error: 'color',
  errorFont: 'fontFamily',
  errorLine: 'number',
  errorSize: 'dimension',
  errorWeight: 'fontWeight',
  field: 'color',
  fieldBorder: 'dimension',
  fieldFont: 'fontFamily',
  fieldRadius: 'dimension',
  fieldShadow: 'shadow',
  fieldSize: 'dimension',
  fieldWeight: 'fontWeight',
  focus: 'color',
  focusOffset: 'dimension',
  focusWidth: 'dimension',
  font: 'fontFamily',
  gap: 'dimension',
  height: 'dimension',
  itemBorder: 'dimension',
  itemRadius: 'dimension',
  itemShadow: 'shadow',
  labelFont: 'fontFamily',
  labelLine: 'number',
  labelSize: 'dimension',
  labelWeight: 'fontWeight',
  lineHeight: 'number',
  logoBorder: 'dimension',
  logoRadius: 'dimension',
  logoShadow: 'shadow',
  motion: 'duration',
  muted: 'color',
  onAccent: 'color',
  onDisabled: 'color',
  radius: 'dimension',
  surface: 'color',
  text: 'color',
  textSize: 'dimension',
} as const satisfies Readonly<Record<string, TokenKind>>;
export type TokenName = keyof typeof TOKENS;

/** `fieldRadius` is `--wpwl-field-radius`. */
export const tokenProperty = (name: string): string =>
  `--wpwl-${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;

/** No backslash, colon, semicolon, brace, at sign or angle bracket; up to 200 characters. */
const PLAIN_VALUE = /^[\w\s#.,%()'"/+*-]{1,200}$/;
const OTHER_FUNCTION =
  /(?<![\w-])(?!(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color(?:-mix)?|light-dark|var|calc|min|max|clamp)?\()[\w-]*\(/i;

/** Whether a token may have the value: it can load nothing and cannot leave its declaration. */
export const isTokenValue = (value: string): boolean =>
  PLAIN_VALUE.test(value) && !OTHER_FUNCTION.test(value);

/** The same value; `0` with a unit, without which `calc()`, where the form adds sizes up, takes none. */
export const withUnit = (value: string): string =>
  Number(value) === 0 && value.trim() !== '' ? '0px' : value;
