/** How the channel's payment pages are watched, their scripts with decisions, and their headers. */
import { useState } from 'preact/hooks';
import type { ChannelPageWatch } from '../../contract/admin-api.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Check, TextField } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { t } from '../words/language.ts';
import { AskingButton } from './asking-button.tsx';
import { ScriptTable } from './script-table.tsx';
import { changeOptions, mayChange, type OfChannel, Section } from './section.tsx';
import { WatchedPages } from './watched-pages.tsx';

const USUAL = { share: 10, headersEveryHours: 24 };

function ChangeWatch(props: OfChannel) {
  const { options } = props.channel;
  const now = options.pageWatch;
  const [shown, setShown] = useState(options);
  const [isOn, setOn] = useState(now !== null);
  const [share, setShare] = useState('');
  const [hours, setHours] = useState('');
  const isIncomplete = isOn && !(/^\d{1,3}(\.\d{1,2})?$/.test(share) && /^\d{1,3}$/.test(hours));
  return (
    <AskingButton
      title={t('changeWatch')}
      action={t('save')}
      isIncomplete={isIncomplete}
      onOpen={() => {
        setShown(options);
        setOn(now !== null);
        setShare(String((now ?? USUAL).share));
        setHours(String((now ?? USUAL).headersEveryHours));
      }}
      onConfirm={() =>
        changeOptions(props, shown, {
          pageWatch: isOn ? { share: Number(share), headersEveryHours: Number(hours) } : null,
        })
      }
    >
      <p>{t('changeWatchSays')}</p>
      <Check name="isWatched" checked={isOn} onChange={setOn}>
        {t('watchPages')}
      </Check>
      {isOn && (
        <>
          <TextField
            name="share"
            label={t('watchShare')}
            inputMode="decimal"
            dir="ltr"
            value={share}
            onInput={setShare}
          />
          <TextField
            name="hours"
            label={t('watchHours')}
            inputMode="numeric"
            dir="ltr"
            value={hours}
            onInput={setHours}
          />
        </>
      )}
    </AskingButton>
  );
}

export function PageWatchSection(props: OfChannel) {
  const { channel } = props;
  const answer = useAnswer<ChannelPageWatch>(`/channels/${channel.id}/page-watch`);
  const { pageWatch } = channel.options;
  return (
    <Section title={t('pageWatch')} actions={mayChange() && <ChangeWatch {...props} />}>
      <p>
        {pageWatch === null
          ? t('notWatched')
          : t('watched', { share: pageWatch.share, hours: pageWatch.headersEveryHours })}
      </p>
      <Loaded answer={answer}>
        {({ scripts, pages }) => (
          <>
            <ScriptTable channelId={channel.id} scripts={scripts} onDone={answer.reload} />
            <WatchedPages
              channelId={channel.id}
              pages={pages}
              isWatched={pageWatch !== null}
              onDone={answer.reload}
            />
          </>
        )}
      </Loaded>
    </Section>
  );
}
