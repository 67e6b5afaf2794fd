/** The key that encrypts what the `notificationUrl` of requests is told. */
import { useState } from 'preact/hooks';
import type { NewKey } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { OverlapField } from '../parts/overlap-field.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { t } from '../words/language.ts';
import { AskingButton } from './asking-button.tsx';
import { mayChange, type OfChannel, Section } from './section.tsx';

const A_DAY = '86400';

export function KeySection({ channel, onDone }: OfChannel) {
  const [overlap, setOverlap] = useState(A_DAY);
  const [key, setKey] = useState<string>();
  return (
    <Section
      title={t('notificationKey')}
      actions={
        mayChange() && (
          <AskingButton
            title={t('newKey')}
            action={t('newKey')}
            onOpen={() => setOverlap(A_DAY)}
            onConfirm={async (idempotencyKey) => {
              const body = { overlap: Number(overlap) };
              const path = `/channels/${channel.id}/notification-key`;
              setKey((await ask<NewKey>('POST', path, { body, idempotencyKey })).key);
              onDone();
            }}
          >
            <p>{t('newKeySays')}</p>
            <OverlapField value={overlap} onInput={setOverlap} />
          </AskingButton>
        )
      }
    >
      <p>{t(`key.${channel.notificationKey}`)}</p>
      {key && (
        <ShownOnce title={t('notificationKey')} secret={key} onClose={() => setKey(undefined)} />
      )}
    </Section>
  );
}
