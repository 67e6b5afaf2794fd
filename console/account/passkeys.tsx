/** Passkeys of an administrator: one more, or one less. */
import { useState } from 'preact/hooks';
import type { Passkey } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Confirm } from '../parts/confirm.tsx';
import { TextField } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { textOf } from '../parts/sending-form.tsx';
import { say } from '../parts/toasts.tsx';
import { isGivenUp, makePasskey, supportsPasskeys } from '../session/passkeys.ts';
import { t } from '../words/language.ts';
import { day } from '../words/numbers.ts';
import { ConfirmedForm } from './confirmed-form.tsx';

export function Passkeys() {
  const answer = useAnswer<readonly Passkey[]>('/session/passkeys');
  const [leaving, setLeaving] = useState<Passkey>();
  return (
    <section class="card" aria-labelledby="passkeys">
      <h2 id="passkeys" tabIndex={-1}>
        {t('passkeys')}
      </h2>
      <p class="quiet">{t('passkeysText')}</p>
      <Loaded answer={answer}>
        {(passkeys) => (
          <ul class="form">
            {passkeys.map((passkey) => (
              <li key={passkey.id} class="actions">
                <span>
                  <bdi>{passkey.label}</bdi>
                  <span class="second">{t('since', { day: day(passkey.createdAt) })}</span>
                </span>
                <button type="button" onClick={() => setLeaving(passkey)}>
                  {t('removeNamed', { name: passkey.label })}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {supportsPasskeys() && (
        <ConfirmedForm
          action={t('addPasskey')}
          onSend={async (values, confirmed) => {
            try {
              await makePasskey(textOf(values, 'label'), confirmed);
              say(t('passkeyAdded'));
              answer.reload();
            } catch (error) {
              if (!isGivenUp(error)) throw error;
            }
          }}
        >
          <TextField
            name="label"
            label={t('passkeyLabel')}
            hint={t('passkeyLabelHint')}
            maxLength={60}
            required
          />
        </ConfirmedForm>
      )}
      {leaving && (
        <Confirm
          title={t('removeNamed', { name: leaving.label })}
          action={t('remove')}
          isDanger
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await ask('DELETE', `/session/passkeys/${leaving.id}`);
            setLeaving(undefined);
            answer.reload();
          }}
        >
          <p>{t('removePasskeySays')}</p>
        </Confirm>
      )}
    </section>
  );
}
