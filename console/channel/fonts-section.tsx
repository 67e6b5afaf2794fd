/** Fonts of the merchant's own, for its page and for number and CVV. */
import { useState } from 'preact/hooks';
import type { FontInfo } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { FileField, TextField } from '../parts/field.tsx';
import { t } from '../words/language.ts';
import { AskingButton } from './asking-button.tsx';
import { inBase64 } from './in-base64.ts';
import { mayChange, type OfChannel, Section } from './section.tsx';

function AddFontButton({ channel, onDone }: OfChannel) {
  const [family, setFamily] = useState('');
  const [file, setFile] = useState<File>();
  return (
    <AskingButton
      title={t('addFont')}
      action={t('addFont')}
      isIncomplete={family.trim() === '' || file === undefined}
      onOpen={() => {
        setFamily('');
        setFile(undefined);
      }}
      onConfirm={async (idempotencyKey) => {
        if (!file) return;
        const body = { family: family.trim(), file: await inBase64(file) };
        await ask('POST', `/channels/${channel.id}/fonts`, { body, idempotencyKey });
        onDone();
      }}
    >
      <p>{t('addFontSays')}</p>
      <TextField
        name="family"
        label={t('fontFamily')}
        hint={t('fontFamilyHint')}
        value={family}
        maxLength={64}
        dir="ltr"
        onInput={setFamily}
      />
      <FileField
        name="file"
        label={t('fontFile')}
        hint={t('fontFileHint')}
        accept=".woff2,font/woff2"
        onInput={setFile}
      />
    </AskingButton>
  );
}

export function FontsSection(props: OfChannel) {
  const { channel, onDone } = props;
  const remove = async ({ family, weight, style }: FontInfo) => {
    const font = `${encodeURIComponent(family)}/${weight}?style=${style}`;
    const path = `/channels/${channel.id}/fonts/${font}`;
    await ask('DELETE', path);
    onDone();
  };
  return (
    <Section title={t('fonts')} actions={mayChange() && <AddFontButton {...props} />}>
      {channel.fonts.length === 0 ? (
        <p>{t('noFonts')}</p>
      ) : (
        <ul class="lines">
          {channel.fonts.map((font) => {
            const name = `${font.family} ${font.weight}${font.style === 'italic' ? ' italic' : ''}`;
            return (
              <li key={name}>
                <bdi>{name}</bdi>
                {mayChange() && (
                  <AskingButton
                    title={t('remove')}
                    of={name}
                    action={t('remove')}
                    isDanger
                    onConfirm={() => remove(font)}
                  >
                    <p>{t('removeFontSays')}</p>
                  </AskingButton>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
