/** Which release of the form the channel's new checkouts get. */
import type { ReleaseInfo } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { Badge } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { t } from '../words/language.ts';
import { day } from '../words/numbers.ts';
import { AskingButton } from './asking-button.tsx';
import { mayChange, type OfChannel, Section } from './section.tsx';

export function ReleaseSection({ channel, onDone }: OfChannel) {
  const pin = async (release: string | null) => {
    await ask('PUT', `/channels/${channel.id}/release`, { body: { release } });
    onDone();
  };
  return (
    <Section
      title={t('release')}
      actions={
        mayChange() &&
        channel.release !== null && (
          <AskingButton title={t('unpin')} action={t('unpin')} onConfirm={() => pin(null)}>
            <p>{t('unpinSays')}</p>
          </AskingButton>
        )
      }
    >
      <p>
        {channel.release === null ? t('notPinned') : t('pinnedTo', { release: channel.release })}
      </p>
      <Table name={t('releases')}>
        <thead>
          <tr>
            <th scope="col">{t('release')}</th>
            <th scope="col" class="mid">
              {t('made')}
            </th>
            <th scope="col">{t('stateLabel')}</th>
          </tr>
        </thead>
        <tbody>
          {channel.releases.map((release) => (
            <tr key={release.id}>
              <th scope="row">
                <code>{release.id}</code>
              </th>
              <td class="mid">{day(release.createdAt)}</td>
              <td>
                {release.id === channel.release ? (
                  <Badge tone="good">{t('pinned')}</Badge>
                ) : (
                  <ReleaseState release={release} onPin={() => pin(release.id)} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

interface StateProps {
  readonly release: ReleaseInfo;
  readonly onPin: () => Promise<void>;
}

const ReleaseState = ({ release, onPin }: StateProps) => (
  <div class="actions">
    {!release.isServed && <Badge tone="neutral">{t('notServed')}</Badge>}
    {release.withdrawnAt !== null && <Badge tone="wait">{t('rolledBack')}</Badge>}
    {release.isServed && mayChange() && (
      <AskingButton title={t('pin')} of={release.id} action={t('pin')} onConfirm={onPin}>
        <p>{t('pinSays')}</p>
      </AskingButton>
    )}
  </div>
);
