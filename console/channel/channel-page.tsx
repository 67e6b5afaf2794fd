/** How a channel is set up: one page, a section for each thing that is set. */
import type { ChannelDetail } from '../../contract/admin-api.ts';
import { href, query, replace } from '../address/address.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Copied } from '../parts/copy.tsx';
import { Fact } from '../parts/facts.tsx';
import { SelectField } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Badge } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { channels, entityName } from '../session/session.ts';
import { t } from '../words/language.ts';
import { BrandsSection } from './brands-section.tsx';
import { FontsSection } from './fonts-section.tsx';
import { KeySection } from './key-section.tsx';
import { OptionsSection } from './options-section.tsx';
import { OriginsSection } from './origins-section.tsx';
import { PageWatchSection } from './page-watch-section.tsx';
import { ReleaseSection } from './release-section.tsx';
import { SandboxSection } from './sandbox-section.tsx';
import { mayChange, type OfChannel, Section } from './section.tsx';
import { ThemesSection } from './themes-section.tsx';

const Sections = (props: OfChannel) => {
  const { channel } = props;
  return (
    <>
      <Section title={t('details')}>
        <dl class="facts">
          <Fact name={t('id')}>
            <Copied text={channel.id} name={t('id')} />
          </Fact>
        </dl>
        <p class="quiet">{t(mayChange() ? 'channelElsewhere' : 'channelReadOnly')}</p>
      </Section>
      <OriginsSection {...props} />
      <BrandsSection {...props} />
      <OptionsSection {...props} />
      <KeySection {...props} />
      <FontsSection {...props} />
      <ThemesSection {...props} />
      <ReleaseSection {...props} />
      {channel.sandbox && <SandboxSection {...props} sandbox={channel.sandbox} />}
      <PageWatchSection {...props} />
    </>
  );
};

export function ChannelPage() {
  const known = channels();
  const id = query.value.get('channel') ?? known[0]?.id;
  const answer = useAnswer<ChannelDetail>(id === undefined ? undefined : `/channels/${id}`);
  const mode = answer.data?.mode;
  return (
    <Page
      title={t('channel')}
      beside={
        mode && <Badge tone={mode === 'live' ? 'good' : 'neutral'}>{t(`mode.${mode}`)}</Badge>
      }
    >
      {known.length > 1 && (
        <div class="filters">
          <SelectField
            name="channel"
            label={t('channel')}
            value={id ?? ''}
            options={known.map((one) => [one.id, entityName(one.id)] as const)}
            onInput={(channel) => replace(href('/channel', { channel }))}
          />
        </div>
      )}
      {id === undefined ? (
        <p class="empty card">{t('noChannels')}</p>
      ) : (
        <Loaded answer={answer}>
          {(channel) => <Sections key={channel.id} channel={channel} onDone={answer.reload} />}
        </Loaded>
      )}
    </Page>
  );
}
