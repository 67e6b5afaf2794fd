/** What can be done with a webhook, by this administrator: pause, resume, another secret, a sample. */
import { useState } from 'preact/hooks';
import type { NewSecret, SampleSent, WebhookDetail } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { OverlapField } from '../parts/overlap-field.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { say } from '../parts/toasts.tsx';
import { may } from '../session/session.ts';
import { t } from '../words/language.ts';
import { addressOf } from './states.tsx';

type Action = 'pause' | 'resume' | 'secret' | 'test';
const A_DAY = '86400';

interface Props {
  readonly webhook: WebhookDetail;
  readonly onDone: () => void;
}

export function WebhookActions({ webhook, onDone }: Props) {
  const [asked, setAsked] = useState<Action>();
  const [overlap, setOverlap] = useState(A_DAY);
  const [type, setType] = useState('');
  const [secret, setSecret] = useState<string>();
  const [sent, setSent] = useState<SampleSent>();
  if (!webhook.canChange || !may('webhooks.manage')) return null;
  const url = addressOf(webhook);
  const canResume = webhook.state === 'paused' || webhook.state === 'ended';
  const actions: readonly Action[] = [canResume ? 'resume' : 'pause', 'test', 'secret'];

  async function act(action: Action, idempotencyKey: string): Promise<void> {
    const post = <T,>(body: object) =>
      ask<T>('POST', `/webhooks/${webhook.id}/${action}`, { body, idempotencyKey });
    if (action === 'secret') {
      setSecret((await post<NewSecret>({ overlap: Number(overlap) })).secret);
    } else if (action === 'test') {
      setSent(await post<SampleSent>(type ? { type } : {}));
    } else {
      await post({});
      say(t(`webhook-${action}.done`));
    }
    setAsked(undefined);
    onDone();
  }

  return (
    <>
      {actions.map((action) => (
        // Pausing and resuming are one button, which keeps the focus when it has become the other.
        <button
          key={action === 'resume' ? 'pause' : action}
          type="button"
          onClick={() => setAsked(action)}
        >
          {t(`webhook-${action}.title`)}
        </button>
      ))}
      {asked && (
        <Confirm
          title={t(`webhook-${asked}.title`)}
          action={t(`webhook-${asked}.title`)}
          onClose={() => setAsked(undefined)}
          onConfirm={(key) => act(asked, key)}
        >
          <p>{t(`webhook-${asked}.says`, { url })}</p>
          {asked === 'secret' && <OverlapField value={overlap} onInput={setOverlap} />}
          {asked === 'test' && (
            <SelectField
              name="type"
              label={t('typeLabel')}
              value={type}
              onInput={setType}
              options={[
                ['', t('testCall')],
                ...webhook.knownTypes.map((each) => [each, each] as const),
              ]}
            />
          )}
        </Confirm>
      )}
      {secret && (
        <ShownOnce
          title={t('secretOf', { url })}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
      {sent && (
        <Dialog title={t('webhook-test.title')} onClose={() => setSent(undefined)}>
          <Notice tone={sent.acknowledged ? 'good' : 'bad'}>
            {t(sent.acknowledged ? 'acknowledged' : 'notAcknowledged')}{' '}
            {sent.status !== null && t('answered', { status: sent.status })}
          </Notice>
          {sent.answer && <pre dir="auto">{sent.answer}</pre>}
          <div class="actions end">
            <button type="button" class="primary" onClick={() => setSent(undefined)}>
              {t('close')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
