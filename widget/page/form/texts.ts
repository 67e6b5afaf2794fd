/** The shopper's language: the dictionary of the form data, with the merchant's own words before it. */
import { option, optionTable } from '../interface/options.ts';

export type Dictionary = Readonly<Record<string, string>>;
export type TextValues = Readonly<Record<string, string | number>>;

/** A text to be looked up when it is shown. */
export interface TextRef {
  readonly key: string;
  /** A closer wording of the same text; the merchant's wording of `key` still goes before it. */
  readonly variant?: string;
  readonly values?: TextValues;
}

/** In English: no language is known yet. */
export const NOT_LOADED = 'The payment form could not be loaded.';

/** All that can be said before a dictionary has come. */
const EMERGENCY: Dictionary = {
  loadFailed: `${NOT_LOADED} Check your connection and try again.`,
  tryAgain: 'Try again',
};

/** What controls are called while their labels are still being loaded: unseen, but to be heard. */
export const EARLY_NAMES = {
  brand: 'Brand',
  cardNumber: 'Card number',
  expiryDate: 'Expiry date',
  cvv: 'CVV',
  cardHolder: 'Card holder',
  submit: 'Pay now',
} as const;

const interpolate = (text: string, values: TextValues = {}, language: string): string =>
  // Few texts have a place for a value, and looking for one costs more than to see that.
  text.includes('{{')
    ? text.replace(
        /\{\{(\w+)\}\}/g,
        (_, name: string) => values[name]?.toLocaleString(language) ?? '',
      )
    : text;

const ownWords = (key: string): string | undefined => {
  const words = optionTable('errorMessages')[key] ?? optionTable('labels')[key];
  return typeof words === 'string' ? words : undefined;
};

/** What stands in an empty field: the merchant's own words for it, else the text given. */
export function placeholderText(key: string, text: string): string {
  const own = optionTable('placeholders')[key];
  if (!option('showPlaceholders')) return '';
  return typeof own === 'string' ? own : text;
}

/**
 * Looks a text up. A `count` among the values picks the plural form of the language: the keys
 * `name_one`, `name_few`, `name_other` and so on, as i18next writes them.
 */
export function lookUp(
  { key, variant, values }: TextRef,
  dictionary: Dictionary | undefined,
  language: string,
): string {
  const count = values?.['count'];
  const plural =
    typeof count === 'number' ? `${key}_${new Intl.PluralRules(language).select(count)}` : key;
  const text =
    ownWords(variant ?? plural) ??
    ownWords(key) ??
    dictionary?.[variant ?? plural] ??
    dictionary?.[plural] ??
    dictionary?.[`${key}_other`] ??
    EMERGENCY[key] ??
    '';
  return interpolate(text, values, language);
}
