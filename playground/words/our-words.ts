/** Our words of each language, and what every text has to be; fetched when they are first looked at. */
import type { Rule } from '../../locales/translators/rules.ts';
import type { Design } from '../design/design.ts';

type Texts = Readonly<Record<string, string>>;

const FILES = import.meta.glob<Texts>(['../../locales/*.json', '!../../locales/schema.json'], {
  import: 'default',
});
/** What the list of ways to pay says in other words. */
const IN_ELEMENT = import.meta.glob<Texts>('../../locales/element/*.json', { import: 'default' });

export interface OurWords {
  readonly locale: string;
  readonly texts: Texts;
  /** What is wrong with another text for a key, each as the end of a sentence. */
  readonly faultsOf: (key: string, text: string) => string[];
}

export async function fetchOurWords({ locale, layout }: Pick<Design, 'locale' | 'layout'>) {
  const [texts, inElement, rules] = await Promise.all([
    FILES[`../../locales/${locale}.json`]?.(),
    layout === 'classic' ? undefined : IN_ELEMENT[`../../locales/element/${locale}.json`]?.(),
    import('../../locales/translators/rules.ts'),
  ]);
  const held: readonly Rule[] = [rules.PLACEHOLDERS, rules.LENGTH, rules.NO_MARKUP];
  const ours: OurWords = {
    locale,
    texts: { ...texts, ...inElement },
    faultsOf: (key, text) =>
      held
        .filter(({ isBroken }) => isBroken(text, key, locale))
        .map(({ wants }) => wants(key, locale)),
  };
  return ours;
}
