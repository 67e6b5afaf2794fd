/** The texts of the form: one flat dictionary for each language, found by i18next's rules (D6). */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInstance } from 'i18next';
import type { FormData } from '../../contract/form-data.ts';
import { directionOf, LANGUAGE_ALIASES, LANGUAGES } from '../../contract/languages.ts';
import { TEXT_BLOCKS, type TextBlock, withoutPluralForm } from '../../contract/text-keys.ts';

const DEFAULT_LANGUAGE = 'en';
/** What can be a language tag at all: other words mean something else to i18next's tables. */
const TAG = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i;

export interface Languages {
  /**
   * The language for a wish as in `wpwlOptions.locale`: exact, without its region, by an alias, else
   * English. Of its texts come the blocks that are asked for, by default those of the card form.
   */
  resolve(
    wanted: string | undefined,
    blocks?: readonly TextBlock[],
  ): Pick<FormData, 'locale' | 'language' | 'direction' | 'texts'>;
}

type Texts = Readonly<Record<string, string>>;

function textsOf(all: Texts, blocks: readonly TextBlock[]): Texts {
  const keys = new Set<string>(blocks.flatMap((block) => TEXT_BLOCKS[block]));
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => keys.has(withoutPluralForm(key))),
  );
}

/** Reads every `{code}.json` of the folder. */
export async function readLanguages(folder: string): Promise<Languages> {
  const files = (await readdir(folder)).filter((file) => basename(file, '.json') in LANGUAGES);
  const texts = new Map<string, Texts>(
    await Promise.all(
      files.map(async (file) => {
        const content = JSON.parse(await readFile(join(folder, file), 'utf8'));
        return [basename(file, '.json'), content] as const;
      }),
    ),
  );
  const i18n = createInstance();
  await i18n.init({
    resources: {},
    fallbackLng: {
      ...Object.fromEntries(Object.entries(LANGUAGE_ALIASES).map(([from, to]) => [from, [to]])),
      default: [DEFAULT_LANGUAGE],
    },
  });
  return {
    resolve(wanted = '', blocks = ['card']) {
      const tag = wanted.replaceAll('_', '-');
      const candidates: string[] = i18n.services.languageUtils.toResolveHierarchy(
        TAG.test(tag) ? tag : DEFAULT_LANGUAGE,
      );
      const locale = candidates.find((candidate) => texts.has(candidate)) ?? DEFAULT_LANGUAGE;
      const language = LANGUAGES[locale] ?? locale;
      return {
        locale,
        language,
        direction: directionOf(language),
        texts: textsOf(texts.get(locale) ?? {}, blocks),
      };
    },
  };
}
