/** A message about a payment: where it went, what was answered, the way to it, and that it can be sent again. */
import type { DeliveryInfo } from '../../contract/admin-api.ts';
import { ResendButton } from '../webhooks/resend-button.tsx';
import { t } from '../words/language.ts';

interface Props {
  readonly delivery: DeliveryInfo;
  readonly onDone: () => void;
}

export function DeliveryLine({ delivery, onDone }: Props) {
  const { id, subscriptionId, url, attempts, lastStatus } = delivery;
  return (
    <>
      <p class="quiet">
        <bdi class="mono">{url}</bdi>
        {' · '}
        {t('tries', { count: attempts })}
        {' · '}
        {lastStatus === null ? t('noAnswerYet') : t('answered', { status: lastStatus })}
      </p>
      <div class="actions">
        <ResendButton
          webhook={{ id: subscriptionId, url }}
          of={{ kind: 'one', id }}
          onDone={onDone}
        />
        <a href={`/webhooks/${subscriptionId}/deliveries/${id}`}>{t('openDelivery')}</a>
      </div>
    </>
  );
}
