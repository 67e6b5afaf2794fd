/** One webhook: how it is, what can be done about it, and all that it was told. */
import type { WebhookDetail } from '../../contract/admin-api.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Copied } from '../parts/copy.tsx';
import { Fact } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Notice } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { entityName } from '../session/session.ts';
import { t } from '../words/language.ts';
import { day, shortTime } from '../words/numbers.ts';
import { DeliveryList } from './delivery-list.tsx';
import { addressOf, backlogInWords, WEBHOOK_TONES, WebhookBadge } from './states.tsx';
import { WebhookActions } from './webhook-actions.tsx';

/** Why it is not as it should be, and what follows from that. */
function Trouble({ webhook }: { webhook: WebhookDetail }) {
  const { state, failingSince, pausedAt, retriesPaused } = webhook;
  const since = pausedAt ?? failingSince;
  return (
    <>
      {state !== 'active' && (
        <Notice tone={WEBHOOK_TONES[state]}>
          {t(`webhookSays.${state}`, { time: since ? shortTime(since) : '' })}
        </Notice>
      )}
      {state === 'failing' && retriesPaused && <Notice tone="wait">{t('retriesPaused')}</Notice>}
      {(webhook.waiting > 0 || webhook.givenUp > 0) && <p>{backlogInWords(webhook)}</p>}
    </>
  );
}

const Facts = ({ webhook }: { webhook: WebhookDetail }) => (
  <section class="card" aria-labelledby="facts">
    <h2 id="facts">{t('details')}</h2>
    <dl class="facts">
      <Fact name={t('id')}>
        <Copied text={webhook.id} name={t('id')} />
      </Fact>
      {webhook.url !== null && (
        <Fact name={t('address')}>
          <Copied text={webhook.url} name={t('address')} />
        </Fact>
      )}
      <Fact name={t('kind')}>{t(`webhook.${webhook.kind}`)}</Fact>
      <Fact name={t('types')}>
        {webhook.types
          ? webhook.types.map((type) => (
              <div key={type}>
                <code>{type}</code>
              </div>
            ))
          : t('all')}
      </Fact>
      <Fact name={t('customerData')}>{t(`fields.${webhook.fields}`)}</Fact>
      <Fact name={t('belongsTo')}>
        <bdi>{entityName(webhook.entityId)}</bdi>
      </Fact>
      <Fact name={t('made')}>
        <time dateTime={webhook.createdAt}>{day(webhook.createdAt)}</time>
      </Fact>
    </dl>
  </section>
);

export function WebhookPage({ id }: { id: string }) {
  const answer = useAnswer<WebhookDetail>(`/webhooks/${id}`);
  const webhook = answer.data;
  return (
    <Page
      title={webhook ? addressOf(webhook) : t('webhook')}
      beside={webhook && <WebhookBadge state={webhook.state} />}
      actions={webhook && <WebhookActions webhook={webhook} onDone={answer.reload} />}
    >
      <Loaded answer={answer}>
        {(loaded) => (
          <>
            <Trouble webhook={loaded} />
            <Facts webhook={loaded} />
            <DeliveryList webhook={loaded} onDone={answer.reload} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
