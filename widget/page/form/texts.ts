/** The shopper's language: the dictionary of the form data, with the merchant's own words before it. */
import type { CheckoutFormData } from '../../../contract/form-data.ts';
import { option, optionTable } from '../interface/options.ts';
import { own } from '../interface/own-properties.ts';

export type Dictionary = Readonly<Record<string, string>>;
export type TextValues = Readonly<Record<string, string | number>>;

/** The language of the form, from its data or from the refusal to give them. */
export interface Language {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Dictionary;
  /** Name of the page's own language, and the tag of `texts`, which then stand in. */
  readonly own?: string;
  readonly textsLanguage?: string;
}

/** A text to be looked up when it is shown. */
export interface TextRef {
  readonly key: string;
  /** A closer wording of the same text; the merchant's wording of `key` still goes before it. */
  readonly variant?: string | undefined;
  readonly values?: TextValues;
}

/** In English: no language is known yet. */
export const NOT_LOADED = 'The payment form could not be loaded.';

/** All that can be said before a dictionary has come. */
const EMERGENCY: Dictionary = {
  loadFailed: `${NOT_LOADED} Check your connection and try again.`,
  formUnavailable:
    'This payment form cannot be used at the moment. Go back to the shop or try again later.',
  tryAgain: 'Try again',
};

/** What controls are called while their labels are still being loaded: unseen, but to be heard. */
export const EARLY_NAMES = {
  brand: 'Brand',
  cardNumber: 'Card number',
  expiryDate: 'Expiry date',
  cvv: 'CVV',
  cardHolder: 'Card holder',
  accountIban: 'IBAN',
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

/** The first of these keys that a table has words for. What a page writes may be no text. */
const find = (table: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
  keys.map((key) => table[key]).find((words) => typeof words === 'string');

/** What stands in an empty field: the merchant's own words for it, else the text given. */
export function placeholderText(key: string, text: string): string {
  const own = optionTable('placeholders')[key];
  if (!option('showPlaceholders')) return '';
  return typeof own === 'string' ? own : text;
}

/** The texts of a language that the page has itself. */
export const ownWords = (name: string): Readonly<Record<string, unknown>> =>
  own(optionTable('languages')[name]);

/**
 * Looks a text up: in the merchant's own words, in a language of the merchant's own, in ours. A `count`
 * among the values picks the plural form of the language: the keys `name_one`, `name_few`,
 * `name_other` and so on, as i18next writes them.
 */
export function lookUp({ key, variant, values }: TextRef, known?: Language): string {
  const {
    language = 'en',
    // Before the gateway has said which of the page's languages it is, the one that is named.
    own: name = option('locale'),
    textsLanguage = language,
    texts = EMERGENCY,
  } = known ?? {};
  const count = values?.['count'];
  const formIn = (tag: string, name = key) =>
    typeof count === 'number' ? `${name}_${new Intl.PluralRules(tag).select(count)}` : name;
  const keysIn = (tag: string) => [
    formIn(tag, variant),
    variant ?? formIn(tag),
    formIn(tag),
    `${key}_other`,
    key,
  ];
  const text =
    find({ ...optionTable('labels'), ...optionTable('errorMessages') }, [
      formIn(language, variant),
      key,
    ]) ??
    find(ownWords(name), keysIn(language)) ??
    find(texts, keysIn(textsLanguage)) ??
    '';
  return interpolate(text, values, language);
}

/** Keys that the page's own language should have and has not: a text for all counts is enough. */
export const lackingTexts = ({ own: name = '', ownKeys = [] }: CheckoutFormData): string =>
  ownKeys
    .filter((key) => find(ownWords(name), [key, key.replace(/_.*/, '')]) === undefined)
    .join(', ');
