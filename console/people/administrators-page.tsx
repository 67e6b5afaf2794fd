/** Who works in the console: their roles, an invitation, an end. */
import { useState } from 'preact/hooks';
import type { AdministratorInfo, NewLink } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { Table } from '../parts/table.tsx';
import { entityName, session } from '../session/session.ts';
import { t } from '../words/language.ts';
import { ago } from '../words/numbers.ts';
import { Invitation } from './invitation.tsx';

export function AdministratorsPage() {
  const answer = useAnswer<readonly AdministratorInfo[]>('/administrators');
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<NewLink>();
  const [leaving, setLeaving] = useState<string>();
  return (
    <Page
      title={t('administrators')}
      actions={
        <button type="button" class="primary" onClick={() => setInviting(true)}>
          {t('invite')}
        </button>
      }
    >
      <Loaded answer={answer}>
        {(people) => (
          <Table name={t('administrators')}>
            <thead>
              <tr>
                <th scope="col">{t('name')}</th>
                <th scope="col">{t('role')}</th>
                <th scope="col" class="mid">
                  {t('belongsTo')}
                </th>
                <th scope="col" class="mid">
                  {t('lastSeen')}
                </th>
                <th scope="col">{t('actions')}</th>
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person.name}>
                  <th scope="row">
                    <bdi>{person.name}</bdi>
                  </th>
                  <td>{t(`role.${person.role}`)}</td>
                  <td class="mid">
                    {person.entityId ? <bdi>{entityName(person.entityId)}</bdi> : t('all')}
                  </td>
                  <td class="mid">{person.lastSeenAt ? ago(person.lastSeenAt) : t('never')}</td>
                  <td>
                    {person.name !== session.value?.name && (
                      <button type="button" class="danger" onClick={() => setLeaving(person.name)}>
                        {t('removeNamed', { name: person.name })}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Loaded>
      {isInviting && (
        <Invitation
          onClose={() => setInviting(false)}
          onInvited={(made) => {
            setInviting(false);
            setLink(made);
            answer.reload();
          }}
        />
      )}
      {link && (
        <ShownOnce
          title={t('invitationLink')}
          secret={link.link}
          onClose={() => setLink(undefined)}
        />
      )}
      {leaving && (
        <Confirm
          title={t('removeNamed', { name: leaving })}
          action={t('remove')}
          isDanger
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await ask('DELETE', `/administrators/${encodeURIComponent(leaving)}`);
            setLeaving(undefined);
            answer.reload();
          }}
        >
          <p>{t('removeAdministratorSays', { name: leaving })}</p>
        </Confirm>
      )}
    </Page>
  );
}
