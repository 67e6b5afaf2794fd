/** A message about a payment: where it went, what was answered, and that it can be sent again. */
import { useState } from 'preact/hooks';
import type { DeliveryInfo } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Icon } from '../parts/icon.tsx';
import { say } from '../parts/toasts.tsx';
import { may } from '../session/session.ts';
import { t } from '../words/language.ts';

interface Props {
  readonly delivery: DeliveryInfo;
  readonly onDone: () => void;
}

export function DeliveryLine({ delivery, onDone }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { url, attempts, lastStatus } = delivery;
  return (
    <>
      <p class="quiet">
        <bdi class="mono">{url}</bdi>
        {' · '}
        {t('tries', { count: attempts })}
        {' · '}
        {lastStatus === null ? t('noAnswerYet') : t('answered', { status: lastStatus })}
      </p>
      {may('deliveries.resend') && (
        <button type="button" onClick={() => setAsking(true)}>
          <Icon name="send" />
          {t('resend')}
        </button>
      )}
      {isAsking && (
        <Confirm
          title={t('resend')}
          action={t('resend')}
          onClose={() => setAsking(false)}
          onConfirm={async (idempotencyKey) => {
            const path = `/deliveries/${delivery.subscriptionId}/${delivery.id}/resend`;
            await ask('POST', path, { idempotencyKey });
            setAsking(false);
            say(t('resent'));
            onDone();
          }}
        >
          <p>{t('resendSays', { url })}</p>
        </Confirm>
      )}
    </>
  );
}
