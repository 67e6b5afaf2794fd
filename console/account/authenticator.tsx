/** The authenticator app: adding one with its recovery codes, or ending it. */
import { useState } from 'preact/hooks';
import type { NewAuthenticator, RecoveryCodes, Session } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { Copied } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { SendingForm, textOf } from '../parts/sending-form.tsx';
import { loadSession } from '../session/session.ts';
import { t } from '../words/language.ts';
import { ConfirmedForm } from './confirmed-form.tsx';

const PATH = '/session/authenticator';

type Step =
  | { readonly name: 'adding'; readonly made: NewAuthenticator }
  | { readonly name: 'codes'; readonly codes: readonly string[] }
  | { readonly name: 'ending' };

export function Authenticator({ session }: { session: Session }) {
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  return (
    <section class="card" aria-labelledby="authenticator">
      <h2 id="authenticator">{t('authenticator')}</h2>
      {session.hasAuthenticator ? (
        <>
          <p>{t('authenticatorOn')}</p>
          <p class="quiet">{t('codesLeft', { count: session.recoveryCodesLeft })}</p>
          <div>
            <button type="button" class="danger" onClick={() => setStep({ name: 'ending' })}>
              {t('endAuthenticator')}
            </button>
          </div>
        </>
      ) : (
        <>
          <p class="quiet">{t('authenticatorText')}</p>
          <ConfirmedForm
            action={t('addAuthenticator')}
            onSend={async (_, body) => {
              setStep({
                name: 'adding',
                made: await ask<NewAuthenticator>('POST', PATH, { body }),
              });
            }}
          />
        </>
      )}
      {step?.name === 'adding' && (
        <Dialog title={t('addAuthenticator')} onClose={close}>
          <p>{t('scan')}</p>
          <svg class="qr" viewBox={`0 0 ${step.made.qrSize} ${step.made.qrSize}`} role="img">
            <title>{t('qrCode')}</title>
            <path d={step.made.qrPath} />
          </svg>
          <Copied text={step.made.secret} name={t('secret')} />
          <SendingForm
            action={t('confirm')}
            onCancel={close}
            onSend={async (values) => {
              const body = { code: textOf(values, 'code') };
              const { recoveryCodes } = await ask<RecoveryCodes>('PUT', PATH, { body });
              setStep({ name: 'codes', codes: recoveryCodes });
              await loadSession();
            }}
          >
            <TextField
              name="code"
              label={t('code')}
              hint={t('codeHint')}
              inputMode="numeric"
              autocomplete="one-time-code"
              dir="ltr"
              required
            />
          </SendingForm>
        </Dialog>
      )}
      {step?.name === 'codes' && (
        <Dialog title={t('recoveryCodes')} onClose={close}>
          <p>{t('recoveryCodesText')}</p>
          <ul class="codes" dir="ltr">
            {step.codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <button type="button" class="primary" onClick={close}>
            {t('close')}
          </button>
        </Dialog>
      )}
      {step?.name === 'ending' && (
        <Dialog title={t('endAuthenticator')} onClose={close}>
          <p>{t('endAuthenticatorText')}</p>
          <SendingForm
            action={t('endAuthenticator')}
            onCancel={close}
            onSend={async (values) => {
              await ask('DELETE', PATH, { body: { password: values.get('password') } });
              close();
              await loadSession();
            }}
          >
            <TextField
              name="password"
              type="password"
              label={t('password')}
              autocomplete="current-password"
              required
            />
          </SendingForm>
        </Dialog>
      )}
    </section>
  );
}
