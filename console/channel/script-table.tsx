/** Scripts that were seen on payment pages, and what was decided of each. */
import { useState } from 'preact/hooks';
import type { DecideScripts, PageScriptInfo } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { TextField } from '../parts/field.tsx';
import { Badge, type Tone } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { t } from '../words/language.ts';
import { day } from '../words/numbers.ts';
import { AskingButton } from './asking-button.tsx';
import { mayChange } from './section.tsx';

const TONES: Readonly<Record<PageScriptInfo['status'], Tone>> = {
  unapproved: 'wait',
  approved: 'good',
  rejected: 'bad',
};
const DECISIONS = ['approved', 'rejected'] as const;

interface Props {
  readonly channelId: string;
  readonly scripts: readonly PageScriptInfo[];
  readonly onDone: () => void;
}

export const ScriptTable = ({ channelId, scripts, onDone }: Props) =>
  scripts.length === 0 ? (
    <p>{t('noScripts')}</p>
  ) : (
    <Table name={t('pageScripts')}>
      <thead>
        <tr>
          <th scope="col">{t('pageScripts')}</th>
          <th scope="col">{t('stateLabel')}</th>
          <th scope="col" class="mid">
            {t('lastSeen')}
          </th>
          {mayChange() && <th scope="col">{t('actions')}</th>}
        </tr>
      </thead>
      <tbody>
        {scripts.map((script) => (
          <tr key={script.id}>
            <th scope="row" class="address">
              <code dir="ltr">{script.script}</code>
            </th>
            <td>
              <Badge tone={TONES[script.status]}>{t(`script.${script.status}`)}</Badge>
              {script.justification && (
                <div class="quiet" dir="auto">
                  {script.justification}
                </div>
              )}
            </td>
            <td class="mid">{day(script.lastSeen)}</td>
            {mayChange() && (
              <td>
                <div class="actions">
                  {DECISIONS.filter((decision) => decision !== script.status).map((decision) => (
                    <DecideButton key={decision} {...{ channelId, script, decision, onDone }} />
                  ))}
                </div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );

interface DecideProps {
  readonly channelId: string;
  readonly script: PageScriptInfo;
  readonly decision: DecideScripts['decision'];
  readonly onDone: () => void;
}

function DecideButton({ channelId, script, decision, onDone }: DecideProps) {
  const [justification, setJustification] = useState('');
  return (
    <AskingButton
      title={t(`decide.${decision}`)}
      of={script.script}
      action={t(`decide.${decision}`)}
      isDanger={decision === 'rejected'}
      isIncomplete={justification.trim() === ''}
      onOpen={() => setJustification(script.justification ?? '')}
      onConfirm={async (idempotencyKey) => {
        const body: DecideScripts = { decision, scripts: [script.id], justification };
        const path = `/channels/${channelId}/page-watch/decisions`;
        await ask('POST', path, { body, idempotencyKey });
        onDone();
      }}
    >
      <p>{t('decideSays')}</p>
      <TextField
        name="justification"
        label={t('justification')}
        hint={t('justificationHint')}
        value={justification}
        maxLength={500}
        onInput={setJustification}
      />
    </AskingButton>
  );
}
