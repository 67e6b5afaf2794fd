/** Invites an administrator: a name, a role, and what they see. */
import type { AdminRole, NewLink } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { SendingForm, textOf } from '../parts/sending-form.tsx';
import { session } from '../session/session.ts';
import { t } from '../words/language.ts';

const ROLES = ['support', 'read-only', 'operator', 'owner'] as const satisfies readonly AdminRole[];

interface Props {
  readonly onInvited: (link: NewLink) => void;
  readonly onClose: () => void;
}

export function Invitation({ onInvited, onClose }: Props) {
  const { entities = [], entityId = null } = session.value ?? {};
  const all = entityId === null ? [['', t('all')] as const] : [];
  return (
    <Dialog title={t('invite')} onClose={onClose}>
      <SendingForm
        action={t('invite')}
        onCancel={onClose}
        onSend={async (values) => {
          const body = {
            name: textOf(values, 'name'),
            role: textOf(values, 'role'),
            entityId: textOf(values, 'entityId') || null,
          };
          onInvited(await ask<NewLink>('POST', '/administrators', { body }));
        }}
      >
        <TextField name="name" label={t('name')} maxLength={64} autocomplete="off" required />
        <SelectField
          name="role"
          label={t('role')}
          options={ROLES.map((role) => [role, t(`role.${role}`)] as const)}
        />
        <SelectField
          name="entityId"
          label={t('sees')}
          options={[...all, ...entities.map(({ id, name }) => [id, name] as const)]}
        />
      </SendingForm>
    </Dialog>
  );
}
