/** Another password, which ends all other sessions; passkeys stay, and are named. */
import { useState } from 'preact/hooks';
import type { PasswordChanged } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { TextField } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { SendingForm } from '../parts/sending-form.tsx';
import { say } from '../parts/toasts.tsx';
import { t } from '../words/language.ts';

export function Password() {
  /** Grows with each change, so that the fields are empty again. */
  const [turn, setTurn] = useState(0);
  const [changed, setChanged] = useState<PasswordChanged>();
  return (
    <section class="card" aria-labelledby="password">
      <h2 id="password">{t('changePassword')}</h2>
      <SendingForm
        key={turn}
        action={t('changePassword')}
        onSend={async (values) => {
          const body = {
            password: values.get('password'),
            newPassword: values.get('newPassword'),
          };
          setChanged(await ask<PasswordChanged>('PUT', '/session/password', { body }));
          setTurn(turn + 1);
          say(t('passwordChanged'));
        }}
      >
        <TextField
          name="password"
          type="password"
          label={t('password')}
          autocomplete="current-password"
          required
        />
        <TextField
          name="newPassword"
          type="password"
          label={t('newPassword')}
          hint={t('passwordRule')}
          autocomplete="new-password"
          required
        />
      </SendingForm>
      {changed && changed.passkeys.length > 0 && (
        <Notice tone="wait" role="status">
          {t('passkeysStay', { names: changed.passkeys.map(({ label }) => label).join(', ') })}{' '}
          <a href="#passkeys">{t('passkeys')}</a>
        </Notice>
      )}
    </section>
  );
}
