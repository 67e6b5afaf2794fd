/** What a form or a page of ours says: the language that is asked for, with the texts of some blocks (D6). */
import type { CheckoutFormData } from '../../contract/form-data.ts';
import { TEXT_BLOCKS, type TextBlock, withoutPluralForm } from '../../contract/text-keys.ts';
import {
  type GivenLanguages,
  ownLanguageFor,
  type Texts,
  translationFor,
} from '../../locales/translations.ts';

function textsOf(all: Texts, blocks: readonly TextBlock[]): Texts {
  const keys = new Set<string>(blocks.flatMap((block) => TEXT_BLOCKS[block]));
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => keys.has(withoutPluralForm(key))),
  );
}

type Dictionary = Pick<
  CheckoutFormData,
  'locale' | 'language' | 'direction' | 'texts' | 'own' | 'textsLanguage'
>;

/**
 * @param wanted as in `wpwlOptions.locale`; English for a language that there is not
 * @param blocks whose texts come with it
 * @param names languages that the page has texts of its own for
 * @param given languages of the channel
 */
export function dictionaryFor(
  wanted: string | undefined,
  blocks: readonly TextBlock[] = ['card'],
  names: readonly string[] = [],
  given: GivenLanguages = {},
): Dictionary {
  const { locale, language, direction, texts, elementTexts } = translationFor(wanted, given);
  const own = ownLanguageFor(wanted, names, given);
  const all = blocks.includes('list') ? { ...texts, ...elementTexts } : texts;
  return { locale, language, direction, texts: textsOf(all, blocks), ...own };
}
