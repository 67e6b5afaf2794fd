/** The bank pages' words, from the same files as the form's. */
import { type Translation, translationFor } from '../../../locales/translations.ts';

export interface BankLanguage extends Pick<Translation, 'direction'> {
  /** BCP 47. */
  readonly tag: string;
  word(key: string, values?: Readonly<Record<string, string>>): string;
}

/** A name or an amount keeps its own direction. */
const isolated = (value: string) => `\u2068${value}\u2069`;

/** @param wanted a language of the form, or a tag; English for any other */
export function bankLanguage(wanted?: string): BankLanguage {
  const { language: tag, direction, word } = translationFor(wanted);
  return {
    tag,
    direction,
    word: (key, values = {}) =>
      word(
        key,
        Object.fromEntries(Object.entries(values).map(([name, text]) => [name, isolated(text)])),
      ),
  };
}
