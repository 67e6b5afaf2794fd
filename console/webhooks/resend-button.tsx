/** Sends messages again: one, those that were chosen, or all that were given up since a time. */
import { useState } from 'preact/hooks';
import type { Resend, Resent, WebhookInfo } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { Confirm } from '../parts/confirm.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { say } from '../parts/toasts.tsx';
import { may } from '../session/session.ts';
import { t } from '../words/language.ts';
import { addressOf } from './states.tsx';

type Which =
  | { readonly kind: 'one'; readonly id: string }
  | { readonly kind: 'chosen'; readonly ids: readonly string[] }
  | { readonly kind: 'given-up' };

interface Props {
  readonly webhook: Pick<WebhookInfo, 'id' | 'url'>;
  readonly of: Which;
  readonly onDone: () => void;
}

const DAY_MS = 24 * 60 * 60_000;

/** As the field for a day and a time has it, in the reader's time zone. */
function yesterday(): string {
  const now = new Date();
  const local = now.getTime() - now.getTimezoneOffset() * 60_000;
  return new Date(local - DAY_MS).toISOString().slice(0, 16);
}

function titleOf(of: Which): string {
  if (of.kind === 'one') return t('resend');
  return of.kind === 'chosen' ? t('resendChosen', { count: of.ids.length }) : t('resendGivenUp');
}

function wantedOf(of: Which, since: string): Resend {
  if (of.kind === 'given-up') return { givenUpSince: new Date(since).toISOString() };
  return { deliveries: of.kind === 'one' ? [of.id] : of.ids };
}

export function ResendButton({ webhook, of, onDone }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [since, setSince] = useState(yesterday);
  if (!may('deliveries.resend')) return null;
  const title = titleOf(of);
  const url = addressOf(webhook);

  async function resend(idempotencyKey: string): Promise<void> {
    const body = wantedOf(of, since);
    const done = await ask<Resent>('POST', `/webhooks/${webhook.id}/resend`, {
      body,
      idempotencyKey,
    });
    setAsking(false);
    say(of.kind === 'one' ? t('resent') : t('messagesResent', { count: done.resent }));
    if (done.more) say(t('moreGivenUp'), 'wait');
    onDone();
  }

  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        <Icon name="send" />
        {title}
      </button>
      {isAsking && (
        <Confirm
          title={title}
          action={title}
          isIncomplete={of.kind === 'given-up' && Number.isNaN(Date.parse(since))}
          onClose={() => setAsking(false)}
          onConfirm={resend}
        >
          <p>{t(`resendSays.${of.kind}`, { url })}</p>
          {of.kind === 'given-up' && (
            <TextField
              type="datetime-local"
              name="since"
              label={t('givenUpSince')}
              value={since}
              onInput={setSince}
              required
            />
          )}
        </Confirm>
      )}
    </>
  );
}
