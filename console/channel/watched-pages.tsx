/** Payment pages whose security headers are read, with what they were. */
import { useState } from 'preact/hooks';
import type { WatchedPage } from '../../contract/admin-api.ts';
import { href } from '../address/address.ts';
import { ask } from '../api/ask.ts';
import { TextField } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { may } from '../session/session.ts';
import { t } from '../words/language.ts';
import { shortTime } from '../words/numbers.ts';
import { AskingButton } from './asking-button.tsx';
import { mayChange } from './section.tsx';

interface Props {
  readonly channelId: string;
  readonly pages: readonly WatchedPage[];
  /** Whether anything is read. */
  readonly isWatched: boolean;
  readonly onDone: () => void;
}

export function WatchedPages({ channelId, pages, isWatched, onDone }: Props) {
  const [url, setUrl] = useState('');
  const at = `/channels/${channelId}/page-watch`;
  return (
    <>
      <div class="heading">
        <h3>{t('watchedPages')}</h3>
        <div class="actions">
          {mayChange() && (
            <AskingButton
              title={t('watchPage')}
              action={t('watchPage')}
              isIncomplete={url.trim() === ''}
              onOpen={() => setUrl('')}
              onConfirm={async (idempotencyKey) => {
                await ask('POST', `${at}/pages`, { body: { url: url.trim() }, idempotencyKey });
                onDone();
              }}
            >
              <p>{t('watchPageSays')}</p>
              <TextField
                name="url"
                label={t('address')}
                placeholder="https://shop.example/checkout"
                value={url}
                dir="ltr"
                maxLength={500}
                onInput={setUrl}
              />
            </AskingButton>
          )}
          {isWatched && pages.length > 0 && may('pages.check') && (
            <AskingButton
              title={t('readNow')}
              action={t('readNow')}
              onConfirm={async () => {
                await ask('POST', `${at}/check`);
                onDone();
              }}
            >
              <p>{t('readNowSays')}</p>
            </AskingButton>
          )}
        </div>
      </div>
      {pages.length === 0 && <p>{t('noPages')}</p>}
      {pages.map((page) => (
        <WatchedPageLine
          key={page.page}
          page={page}
          onRemove={async () => {
            await ask('DELETE', href(`${at}/pages`, { url: page.page }));
            onDone();
          }}
        />
      ))}
    </>
  );
}

interface LineProps {
  readonly page: WatchedPage;
  readonly onRemove: () => Promise<void>;
}

const WatchedPageLine = ({ page, onRemove }: LineProps) => (
  <div class="watched">
    <div class="lines">
      <div>
        <code dir="ltr">{page.page}</code>
        {mayChange() && (
          <AskingButton
            title={t('remove')}
            of={page.page}
            action={t('remove')}
            isDanger
            onConfirm={onRemove}
          >
            <p>{t('unwatchSays')}</p>
          </AskingButton>
        )}
      </div>
    </div>
    <p class="quiet">
      {page.readAt ? t('readAt', { time: shortTime(page.readAt) }) : t('notReadYet')}{' '}
      {page.changedAt && t('changedAt', { time: shortTime(page.changedAt) })}
    </p>
    {page.problem && <Notice tone="bad">{page.problem}</Notice>}
    {page.headers && (
      <details>
        <summary>{t('headers')}</summary>
        <pre dir="ltr">
          {Object.entries(page.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        </pre>
      </details>
    )}
  </div>
);
