/** A design, and what of it is being looked at. */
import type {
  DENSITIES,
  ICONS,
  LABEL_POSITIONS,
  LAYOUTS,
  PlacedField,
  SCHEMES,
} from '../../contract/design-options.ts';
import { styleSheetProblem } from '../../contract/design-style-sheet.ts';
import { type Tokens, usable } from '../../contract/design-tokens.ts';
import type { Words } from '../../contract/design-words.ts';
import { LANGUAGES } from '../../contract/languages.ts';
import { CALM } from './themes.ts';

export const SHOWN = ['one', 'board', 'compare'] as const;
export const LANGUAGE_CODES: readonly string[] = Object.keys(LANGUAGES);

export interface Design {
  readonly name: string;
  readonly tokens: Tokens;
  readonly layout: (typeof LAYOUTS)[number];
  readonly labelPosition: (typeof LABEL_POSITIONS)[number];
  readonly density: (typeof DENSITIES)[number];
  /** Where logos of the card's brands stand. */
  readonly icons: (typeof ICONS)[number];
  /** Of the card, in their order; empty: as the form has them. */
  readonly fields: readonly PlacedField[];
  /** In their order. */
  readonly brands: readonly string[];
  /** One of the 25. */
  readonly locale: string;
  /** Texts that are said in other words than ours. */
  readonly words: Words;
  /** CSS around the form. */
  readonly styleSheet: string;
}

/** What is used of its tokens: those that the form would not take are left out. */
export const tokensOf = ({ tokens }: Design): Tokens => usable(tokens);

/** The same of its rules: those that would load something, or leave their place, are left out. */
export const styleSheetOf = ({ styleSheet }: Design): string =>
  styleSheetProblem(styleSheet) ? '' : styleSheet;

export interface View {
  readonly design: Design;
  /** What it is compared with. */
  readonly other: Design | undefined;
  readonly shows: (typeof SHOWN)[number];
  readonly state: string;
  readonly scheme: (typeof SCHEMES)[number];
  /** CSS pixels. */
  readonly width: number;
  /** Percent of the browser's own size. */
  readonly text: number;
}

export const WIDTHS = { least: 280, most: 1280 } as const;

/** What the demo merchant's channel offers, and shops usually do. */
export const BRANDS = [
  'VISA',
  'MASTER',
  'AMEX',
  'MAESTRO',
  'DINERS',
  'JCB',
  'PAYPAL',
  'IDEAL',
  'DIRECTDEBIT_SEPA',
  'KLARNA_PAYMENTS_PAYLATER',
  'PAYSAFECARD',
] as const;

export const FIRST: View = {
  design: {
    ...CALM,
    layout: 'list',
    labelPosition: 'above',
    density: 'spaced',
    icons: 'inside',
    fields: [],
    brands: ['VISA', 'MASTER', 'AMEX', 'PAYPAL', 'IDEAL'],
    locale: 'en',
    words: {},
    styleSheet: '',
  },
  other: undefined,
  shows: 'one',
  state: 'empty',
  scheme: 'light',
  width: 420,
  text: 100,
};
