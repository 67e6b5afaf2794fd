/** Issues an access token: for what, and until when. */
import { useState } from 'preact/hooks';
import type { IssuedToken } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Check, SelectField, TextField } from '../parts/field.tsx';
import { SendingForm, textOf } from '../parts/sending-form.tsx';
import { session } from '../session/session.ts';
import { t } from '../words/language.ts';

const ALL = 4;

interface Props {
  readonly onIssued: (token: IssuedToken) => void;
  readonly onClose: () => void;
}

export function NewToken({ onIssued, onClose }: Props) {
  const issuable = session.value?.tokenScopes ?? [];
  const [scopes, setScopes] = useState(issuable);
  const entities = session.value?.entities ?? [];
  return (
    <Dialog title={t('newToken')} onClose={onClose}>
      <SendingForm
        action={t('newToken')}
        onCancel={onClose}
        onSend={async (values) => {
          const day = textOf(values, 'ends');
          const body = {
            entityId: textOf(values, 'entityId'),
            label: textOf(values, 'label'),
            // One that may do everything says so by having none.
            ...(scopes.length < ALL && { scopes }),
            ...(day && { expiresAt: new Date(`${day}T00:00:00`).toISOString() }),
          };
          onIssued(await ask<IssuedToken>('POST', '/tokens', { body }));
        }}
      >
        <SelectField
          name="entityId"
          label={t('belongsTo')}
          options={entities.map(({ id, name }) => [id, name] as const)}
        />
        <TextField name="label" label={t('label')} hint={t('labelHint')} maxLength={64} required />
        <fieldset class="field">
          <legend class="label">{t('scopes')}</legend>
          {issuable.map((scope) => (
            <Check
              key={scope}
              name="scope"
              value={scope}
              checked={scopes.includes(scope)}
              onChange={(isOn) =>
                setScopes(issuable.filter((one) => (one === scope ? isOn : scopes.includes(one))))
              }
            >
              {t(`scope.${scope}`)}
            </Check>
          ))}
        </fieldset>
        <TextField type="date" name="ends" label={t('ends')} hint={t('endsHint')} />
      </SendingForm>
    </Dialog>
  );
}
