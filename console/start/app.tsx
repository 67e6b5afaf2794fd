/** What is shown: a page for those who are not signed in, or the console around the page of the address. */
import { useEffect } from 'preact/hooks';
import { path } from '../address/address.ts';
import { failureInWords } from '../api/failure-words.ts';
import { Notice } from '../parts/notice.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { isReplaced, loadSession, session, trouble } from '../session/session.ts';
import { Shell } from '../shell/shell.tsx';
import { LinkPage } from '../sign-in/link-page.tsx';
import { Outside } from '../sign-in/outside.tsx';
import { SignInPage } from '../sign-in/sign-in-page.tsx';
import { language, t } from '../words/language.ts';
import { CurrentPage } from './current-page.tsx';

export function App() {
  useEffect(() => {
    void loadSessionFirst();
  }, []);
  // Everything is drawn again in another language.
  return (
    <div key={language.value}>
      <Place />
      <Toasts />
    </div>
  );
}

async function loadSessionFirst(): Promise<void> {
  if (session.value === undefined) await loadSession();
}

function Place() {
  if (path.value === '/welcome') return <LinkPage isFirst />;
  if (path.value === '/invitation') return <LinkPage isFirst={false} />;
  if (isReplaced.value) {
    return (
      <Outside title={t('console')}>
        <Notice tone="wait" role="alert">
          <p>{t('failure.csrf')}</p>
          <button type="button" onClick={() => location.reload()}>
            {t('loadAgain')}
          </button>
        </Notice>
      </Outside>
    );
  }
  if (trouble.value) {
    return (
      <Outside title={t('console')}>
        <Notice tone="bad" role="alert">
          <p>{failureInWords(trouble.value)}</p>
          <button type="button" onClick={loadSession}>
            {t('tryAgain')}
          </button>
        </Notice>
      </Outside>
    );
  }
  if (session.value === undefined) {
    return (
      <p class="outside loading" role="status">
        {t('loading')}
      </p>
    );
  }
  if (session.value === null) return <SignInPage />;
  return (
    <Shell>
      <CurrentPage />
    </Shell>
  );
}
