/** Signing in: by password and code, or by passkey. */
import { useState } from 'preact/hooks';
import type { Session, SignIn } from '../../contract/admin-api.ts';
import { ApiFailure, asFailure, ask } from '../api/ask.ts';
import { failureInWords } from '../api/failure-words.ts';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Notice } from '../parts/notice.tsx';
import { SendingForm, textOf } from '../parts/sending-form.tsx';
import { isGivenUp, signInWithPasskey, supportsPasskeys } from '../session/passkeys.ts';
import { isOver, take } from '../session/session.ts';
import { t } from '../words/language.ts';
import { CodeForm } from './code-form.tsx';
import { Outside } from './outside.tsx';

const isCodeNeeded = (error: unknown) =>
  error instanceof ApiFailure && error.reason === 'code-needed';

export function SignInPage() {
  /** Sent again with the code; kept nowhere but here. */
  const [first, setFirst] = useState<SignIn>();
  const [failure, setFailure] = useState<ApiFailure>();
  const signIn = async (body: SignIn) => take(await ask<Session>('POST', '/session', { body }));

  async function usePasskey(): Promise<void> {
    setFailure(undefined);
    try {
      take(await signInWithPasskey());
    } catch (error) {
      if (!isGivenUp(error)) setFailure(asFailure(error));
    }
  }

  if (first) {
    return (
      <CodeForm onCode={(code) => signIn({ ...first, code })} onBack={() => setFirst(undefined)} />
    );
  }
  return (
    <Outside title={t('signIn')}>
      {isOver.value && (
        <Notice tone="wait" role="alert">
          {t('failure.signed-out')}
        </Notice>
      )}
      <SendingForm
        action={t('signIn')}
        onSend={async (values) => {
          const given = {
            name: textOf(values, 'name'),
            password: String(values.get('password') ?? ''),
          };
          try {
            await signIn(given);
          } catch (error) {
            if (!isCodeNeeded(error)) throw error;
            setFirst(given);
          }
        }}
      >
        <TextField name="name" label={t('name')} autocomplete="username webauthn" required />
        <TextField
          name="password"
          type="password"
          label={t('password')}
          autocomplete="current-password"
          required
        />
      </SendingForm>
      {supportsPasskeys() && (
        <>
          <p class="or">{t('or')}</p>
          {failure && (
            <Notice tone="bad" role="alert">
              {failureInWords(failure)}
            </Notice>
          )}
          <button type="button" onClick={usePasskey}>
            <Icon name="key" />
            {t('withPasskey')}
          </button>
        </>
      )}
    </Outside>
  );
}
