/** An administrator's own things: sessions, passkeys, the authenticator app, the password. */
import { Page } from '../parts/page.tsx';
import { session } from '../session/session.ts';
import { t } from '../words/language.ts';
import { Authenticator } from './authenticator.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Sessions } from './sessions.tsx';

export function AccountPage() {
  const { value } = session;
  if (!value) return null;
  return (
    <Page title={t('account')} beside={<span class="quiet">{t(`role.${value.role}`)}</span>}>
      <div class="side-by-side">
        <div class="stack">
          <Sessions />
          <Authenticator session={value} />
        </div>
        <div class="stack">
          <Passkeys />
          <Password />
        </div>
      </div>
    </Page>
  );
}
