/** One message to a webhook: what it says, and every attempt to deliver it. */
import type { DeliveryDetail } from '../../contract/admin-api.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Copied } from '../parts/copy.tsx';
import { Fact } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { t } from '../words/language.ts';
import { dateTime } from '../words/numbers.ts';
import { Attempts, Headers } from './attempts.tsx';
import { ResendButton } from './resend-button.tsx';
import { DeliveryBadge } from './states.tsx';

const Facts = ({ delivery }: { delivery: DeliveryDetail }) => (
  <section class="card" aria-labelledby="facts">
    <h2 id="facts">{t('details')}</h2>
    <dl class="facts">
      <Fact name={t('id')}>
        <Copied text={delivery.id} name={t('id')} />
      </Fact>
      <Fact name={t('address')}>
        <a href={`/webhooks/${delivery.webhookId}`}>
          <bdi class="mono">{delivery.url}</bdi>
        </a>
      </Fact>
      <Fact name={t('about')}>
        {delivery.paymentId ? (
          <a class="mono" href={`/payments/${delivery.paymentId}`}>
            {delivery.paymentId}
          </a>
        ) : (
          <Copied text={delivery.subjectId} name={t('about')} />
        )}
      </Fact>
      <Fact name={t('when')}>
        <time dateTime={delivery.createdAt}>{dateTime(delivery.createdAt)}</time>
      </Fact>
      {delivery.nextAttemptAt && (
        <Fact name={t('nextAttempt')}>
          <time dateTime={delivery.nextAttemptAt}>{dateTime(delivery.nextAttemptAt)}</time>
        </Fact>
      )}
    </dl>
  </section>
);

export function DeliveryPage({ webhookId, id }: { webhookId: string; id: string }) {
  const answer = useAnswer<DeliveryDetail>(`/webhooks/${webhookId}/deliveries/${id}`);
  const delivery = answer.data;
  return (
    <Page
      title={delivery ? delivery.type : t('delivery')}
      beside={delivery && <DeliveryBadge state={delivery.state} />}
      actions={
        delivery && (
          <ResendButton
            webhook={{ id: webhookId, url: delivery.url }}
            of={{ kind: 'one', id }}
            onDone={answer.reload}
          />
        )
      }
    >
      <Loaded answer={answer}>
        {(loaded) => (
          <div class="split">
            <div>
              <Attempts attempts={loaded.attemptList} />
              <section class="card" aria-labelledby="payload">
                <h2 id="payload">{t('payload')}</h2>
                <pre dir="ltr">{JSON.stringify(loaded.payload, null, 2)}</pre>
              </section>
            </div>
            <div>
              <Facts delivery={loaded} />
              <section class="card" aria-labelledby="headers">
                <h2 id="headers">{t('headers')}</h2>
                <Headers headers={loaded.headers} />
              </section>
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
