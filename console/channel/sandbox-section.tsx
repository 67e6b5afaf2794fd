/** What only a test channel has: a clock that goes forward, and a bank that can be disturbed. */
import { useState } from 'preact/hooks';
import type { ChannelSandbox } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { Fact } from '../parts/facts.tsx';
import { SelectField } from '../parts/field.tsx';
import { t } from '../words/language.ts';
import { dateTime } from '../words/numbers.ts';
import { AskingButton } from './asking-button.tsx';
import { mayChange, type OfChannel, Section } from './section.tsx';

/** Seconds. */
const STEPS = [
  ['1800', 'advance.halfHour'],
  ['3600', 'advance.hour'],
  ['86400', 'advance.day'],
  ['604800', 'advance.week'],
  ['2592000', 'advance.month'],
  ['31536000', 'advance.year'],
] as const;
const A_DAY = '86400';

export function SandboxSection(props: OfChannel & { readonly sandbox: ChannelSandbox }) {
  const { channel, onDone, sandbox } = props;
  const [advance, setAdvance] = useState(A_DAY);
  const [behaviour, setBehaviour] = useState(sandbox.behaviour);
  const nameOf = (of: string) => t(`behaviour.${of}`);
  const actions = (
    <>
      <AskingButton
        title={t('moveClock')}
        action={t('moveClock')}
        onOpen={() => setAdvance(A_DAY)}
        onConfirm={async (idempotencyKey) => {
          const body = { advance: Number(advance) };
          await ask('POST', `/channels/${channel.id}/clock`, { body, idempotencyKey });
          onDone();
        }}
      >
        <p>{t('moveClockSays')}</p>
        <SelectField
          name="advance"
          label={t('forwardBy')}
          value={advance}
          options={STEPS.map(([seconds, key]) => [seconds, t(key)] as const)}
          onInput={setAdvance}
        />
      </AskingButton>
      <AskingButton
        title={t('changeBank')}
        action={t('save')}
        onOpen={() => setBehaviour(sandbox.behaviour)}
        onConfirm={async () => {
          await ask('PUT', `/channels/${channel.id}/simulator`, { body: { behaviour } });
          onDone();
        }}
      >
        <p>{t('changeBankSays')}</p>
        <SelectField
          name="behaviour"
          label={t('bank')}
          value={behaviour}
          options={sandbox.behaviours.map((each) => [each, nameOf(each)] as const)}
          onInput={setBehaviour}
        />
      </AskingButton>
    </>
  );
  return (
    <Section title={t('sandbox')} actions={mayChange() && actions}>
      <dl class="facts long">
        <Fact name={t('channelTime')}>
          <time dateTime={sandbox.time}>{dateTime(sandbox.time)}</time>
        </Fact>
        <Fact name={t('bank')}>{nameOf(sandbox.behaviour)}</Fact>
      </dl>
    </Section>
  );
}
