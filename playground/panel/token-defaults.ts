/** What a token is while a design says nothing of it, for the field that is empty then. */
import type { TokenName } from '../../contract/tokens.ts';
import { CALM } from '../design/themes.ts';

/** `as radius`: that of another token. Most colours have only a swatch. */
const DEFAULTS: Readonly<Partial<Record<TokenName, string>>> = {
  buttonBorder: '0',
  buttonFont: 'as font',
  buttonLine: 'as lineHeight',
  buttonRadius: 'as radius',
  buttonShadow: 'none',
  buttonSize: '1em',
  cardBorder: '1px',
  cardRadius: '1.5 × radius',
  cardShadow: 'none',
  errorFont: 'as font',
  errorLine: 'as lineHeight',
  errorSize: '0.875em',
  errorWeight: 'inherit',
  fieldBorder: '1px',
  fieldFont: 'as font',
  fieldRadius: 'as radius',
  fieldShadow: 'none',
  fieldSize: 'as textSize',
  fieldWeight: 'inherit',
  focus: 'as accent',
  focusOffset: '2px, in fields inside',
  focusWidth: '2px',
  font: 'inherit',
  itemBorder: '1px',
  itemRadius: 'as radius',
  itemShadow: 'none',
  labelFont: 'as font',
  labelLine: 'as lineHeight',
  lineHeight: '1.5',
  logoBorder: '1px',
  logoShadow: 'none',
  motion: '150ms',
  textSize: '1rem',
};

export const defaultOf = (name: TokenName): string => DEFAULTS[name] ?? CALM.tokens[name] ?? '';
