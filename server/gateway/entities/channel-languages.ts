/** The languages that a channel was given: what their texts have to be. */
import { z } from 'zod';
import { withoutPluralForm, withPluralForms } from '../../../contract/text-keys.ts';
import { isLanguageName } from '../../../locales/translations.ts';
import { DESCRIBED_KEYS } from '../../../locales/translators/descriptions.ts';
import { PLACEHOLDERS } from '../../../locales/translators/rules.ts';

/** Twice our longest text. */
const LONGEST = 500;
/** More than a shop speaks; all are in memory. */
const MAX_LANGUAGES = 10;

const TextsSchema = z.record(z.string(), z.string().min(1).max(LONGEST));

export const ChannelLanguagesSchema = z
  .record(z.string(), TextsSchema)
  .refine(
    (languages) => Object.keys(languages).length <= MAX_LANGUAGES,
    `must be ${MAX_LANGUAGES} languages at most`,
  )
  .superRefine((languages, { addIssue }) => {
    for (const [tag, texts] of Object.entries(languages)) {
      if (!isLanguageName(tag)) {
        const message = 'must be a language tag (BCP 47), such as sr or sr-Latn';
        addIssue({ code: 'custom', path: [tag], message });
        continue;
      }
      for (const [key, text] of Object.entries(texts)) {
        const fault = faultIn(tag, key, text);
        if (fault) addIssue({ code: 'custom', path: [tag, key], message: fault });
      }
    }
  });

function faultIn(tag: string, key: string, text: string): string | undefined {
  const base = withoutPluralForm(key);
  if (!DESCRIBED_KEYS.includes(base)) return 'is no key of locales/en.json';
  if (key !== base && !withPluralForms([base], tag).includes(key)) {
    return `${tag} has no such plural form: ${withPluralForms([base], tag).join(', ')}`;
  }
  return PLACEHOLDERS.isBroken(text, key, tag) ? PLACEHOLDERS.wants(key, tag) : undefined;
}
