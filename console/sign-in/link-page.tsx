/** What a one-time link leads to: the first owner, or an invited administrator, chooses a password. */
import { useState } from 'preact/hooks';
import type { LinkInfo, Session } from '../../contract/admin-api.ts';
import { replace } from '../address/address.ts';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/use-answer.ts';
import { TextField } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { SendingForm, textOf } from '../parts/sending-form.tsx';
import { take } from '../session/session.ts';
import { t } from '../words/language.ts';
import { Outside } from './outside.tsx';

/** Behind the `#`, so that no log has it. */
const tokenOf = (hash: string) => new URLSearchParams(hash.slice(1)).get('token') ?? '';

export function LinkPage({ isFirst }: { isFirst: boolean }) {
  const [token] = useState(() => tokenOf(location.hash));
  const path = `/links/${encodeURIComponent(token)}`;
  const answer = useAnswer<LinkInfo>(path);
  return (
    <Outside title={t(isFirst ? 'firstOwner' : 'invitation')}>
      <Loaded answer={answer}>
        {({ name, role }) => (
          <>
            <p>
              {isFirst ? t('firstOwnerText') : t('invitationText', { role: t(`role.${role}`) })}
            </p>
            <SendingForm
              action={t('createAccount')}
              onSend={async (values) => {
                const given = textOf(values, 'name');
                const password = String(values.get('password') ?? '');
                const body = { password, ...(name === null && { name: given }) };
                const made = await ask<Session>('POST', path, { body });
                // The link is worth nothing any more, and is not to be gone back to.
                replace('/');
                take(made);
              }}
            >
              <TextField
                name="name"
                label={t('name')}
                autocomplete="username"
                required
                {...(name !== null && { value: name, readOnly: true })}
              />
              <TextField
                name="password"
                type="password"
                label={t('newPassword')}
                hint={t('passwordRule')}
                autocomplete="new-password"
                required
              />
            </SendingForm>
          </>
        )}
      </Loaded>
    </Outside>
  );
}
