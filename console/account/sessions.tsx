/** Where an administrator is signed in, and the end of all others. */
import { useState } from 'preact/hooks';
import type { OpenSession } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { say } from '../parts/toasts.tsx';
import { t } from '../words/language.ts';
import { shortTime } from '../words/numbers.ts';
import { browserName } from './browser-name.ts';

export function Sessions() {
  const answer = useAnswer<readonly OpenSession[]>('/sessions');
  const [isAsking, setAsking] = useState(false);
  return (
    <section class="card" aria-labelledby="sessions">
      <h2 id="sessions">{t('sessions')}</h2>
      <Loaded answer={answer}>
        {(sessions) => (
          <>
            <ul class="form">
              {sessions.map((one) => (
                <li key={one.id}>
                  <bdi title={one.browser}>{browserName(one.browser) || t('unknownBrowser')}</bdi>
                  {one.isThis && <strong> · {t('thisSession')}</strong>}
                  <span class="second">
                    {t('sessionTimes', {
                      started: shortTime(one.startedAt),
                      used: shortTime(one.lastUsedAt),
                    })}
                  </span>
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <div>
                <button type="button" class="danger" onClick={() => setAsking(true)}>
                  {t('signOutEverywhere')}
                </button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {isAsking && (
        <Confirm
          title={t('signOutEverywhere')}
          action={t('signOutEverywhere')}
          isDanger
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await ask('DELETE', '/sessions');
            setAsking(false);
            say(t('signedOutEverywhere'));
            answer.reload();
          }}
        >
          <p>{t('signOutEverywhereSays')}</p>
        </Confirm>
      )}
    </section>
  );
}
