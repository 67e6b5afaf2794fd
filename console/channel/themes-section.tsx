/** Themes to begin with. Each is a file of the shop, not of the channel: it changes with the shop's pages. */
import { t } from '../words/language.ts';
import { type OfChannel, Section } from './section.tsx';

const THEMES: Readonly<Record<string, URL>> = {
  Calm: new URL('../../public/themes/calm.json', import.meta.url),
  Plain: new URL('../../public/themes/plain.json', import.meta.url),
  Bold: new URL('../../public/themes/bold.json', import.meta.url),
  Soft: new URL('../../public/themes/soft.json', import.meta.url),
  Contrast: new URL('../../public/themes/contrast.json', import.meta.url),
  Compact: new URL('../../public/themes/compact.json', import.meta.url),
};
/** As the command line looks for it. */
const FILE = 'wpwl.theme.json';

export function ThemesSection({ channel: { fonts } }: OfChannel) {
  const families = [...new Set(fonts.map(({ family }) => family))].join(', ');
  return (
    <Section title={t('themes')}>
      <p>{t('themesSay')}</p>
      {families !== '' && <p>{t('themeFonts', { families })}</p>}
      <ul class="lines">
        {Object.entries(THEMES).map(([name, { href }]) => (
          <li key={name}>
            <bdi>{name}</bdi>
            <a href={href} download={FILE} aria-label={`${t('download')}: ${name}`}>
              {t('download')}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
