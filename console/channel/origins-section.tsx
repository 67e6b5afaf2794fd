/** Which pages may embed the form and receive the shopper. */
import { useState } from 'preact/hooks';
import { TextArea } from '../parts/field.tsx';
import { t } from '../words/language.ts';
import { AskingButton } from './asking-button.tsx';
import { changeOptions, mayChange, type OfChannel, Section } from './section.tsx';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function OriginsSection(props: OfChannel) {
  const { options } = props.channel;
  const { origins } = options;
  const [shown, setShown] = useState(options);
  const [draft, setDraft] = useState('');
  return (
    <Section
      title={t('origins')}
      actions={
        mayChange() && (
          <AskingButton
            title={t('changeOrigins')}
            action={t('save')}
            onOpen={() => {
              setShown(options);
              setDraft(origins.join('\n'));
            }}
            onConfirm={() => changeOptions(props, shown, { origins: linesOf(draft) })}
          >
            <p>{t('changeOriginsSays')}</p>
            <TextArea
              name="origins"
              label={t('origins')}
              hint={t('originsHint')}
              value={draft}
              onInput={setDraft}
              dir="ltr"
            />
          </AskingButton>
        )
      }
    >
      {origins.length === 0 ? (
        <p>{t('anyOrigin')}</p>
      ) : (
        <ul class="lines">
          {origins.map((origin) => (
            <li key={origin}>
              {origin === 'any' ? t('anyOrigin') : <code dir="ltr">{origin}</code>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
