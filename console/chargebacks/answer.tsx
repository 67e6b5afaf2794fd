/** Whether a chargeback was answered, and noting it: it is answered at the processor. */
import { useState } from 'preact/hooks';
import type { ChargebackItem } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { Confirm } from '../parts/confirm.tsx';
import { TextField } from '../parts/field.tsx';
import { Badge } from '../parts/notice.tsx';
import { say } from '../parts/toasts.tsx';
import { may } from '../session/session.ts';
import { t } from '../words/language.ts';
import { day, money } from '../words/numbers.ts';

export const mayAnswer = () => may('chargebacks.answer');

export const Answered = ({ answer }: { answer: NonNullable<ChargebackItem['answer']> }) => (
  <>
    <Badge tone="good">{t('due.answered')}</Badge>
    <span class="second">
      <time dateTime={answer.at}>{day(answer.at)}</time>
      {' · '}
      <bdi>{answer.by}</bdi>
      {answer.note && (
        <>
          {' · '}
          <bdi>{answer.note}</bdi>
        </>
      )}
    </span>
  </>
);

interface Props {
  readonly item: ChargebackItem;
  readonly onDone: () => void;
}

export function AnswerButton({ item, onDone }: Props) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        {t(item.answer ? 'takeAnswerBack' : 'noteAnswer')}
      </button>
      {isAsked && <AnswerDialog item={item} onDone={onDone} onClose={() => setAsked(false)} />}
    </>
  );
}

function AnswerDialog({ item, onDone, onClose }: Props & { onClose: () => void }) {
  const [note, setNote] = useState('');
  const path = `/chargebacks/${item.id}/answer`;
  const amount = money(item.amount, item.currency);
  return (
    <Confirm
      title={t(item.answer ? 'takeAnswerBack' : 'noteAnswer')}
      action={t(item.answer ? 'takeAnswerBack' : 'noteAnswer')}
      isDanger={item.answer !== null}
      onClose={onClose}
      onConfirm={async () => {
        if (item.answer)
          await ask('DELETE', `${path}?${new URLSearchParams({ at: item.answer.at })}`);
        else await ask('PUT', path, { body: { note } });
        onClose();
        say(t(item.answer ? 'answerTakenBack' : 'answerNoted', { amount }));
        onDone();
      }}
    >
      {item.answer ? (
        <p>{t('takeAnswerBackText', { amount })}</p>
      ) : (
        <>
          <p>{t('noteAnswerText', { amount })}</p>
          <TextField
            name="note"
            label={t('answerNote')}
            hint={t('answerNoteHint')}
            autocomplete="off"
            maxLength={255}
            value={note}
            onInput={setNote}
          />
        </>
      )}
    </Confirm>
  );
}
