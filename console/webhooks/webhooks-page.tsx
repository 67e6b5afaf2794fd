/** Where the gateway tells a merchant's server what happens, and whether that works. */
import type { WebhookInfo } from '../../contract/admin-api.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useRowKeys } from '../parts/keys.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { entityName } from '../session/session.ts';
import { t } from '../words/language.ts';
import { count } from '../words/numbers.ts';
import { addressOf, backlogInWords, WebhookBadge } from './states.tsx';

/** Of the API and of the command line: an address is named where the gateway is set up. */
const ADDING = `POST /v1/webhooks
npm run admin -- webhook create ENTITY notifications|events URL`;

const HowToAdd = () => (
  <section class="card" aria-labelledby="how-to-add">
    <h2 id="how-to-add">{t('addWebhook')}</h2>
    <p>{t('addWebhookText')}</p>
    <pre dir="ltr">{ADDING}</pre>
  </section>
);

export function WebhooksPage() {
  const answer = useAnswer<readonly WebhookInfo[]>('/webhooks');
  useRowKeys();
  return (
    <Page title={t('webhooks')}>
      <Loaded answer={answer}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <p class="empty card">{t('noWebhooks')}</p>
          ) : (
            <Table name={t('webhooks')}>
              <thead>
                <tr>
                  <th scope="col">{t('address')}</th>
                  <th scope="col">{t('stateLabel')}</th>
                  <th scope="col" class="number mid">
                    {t('waiting')}
                  </th>
                  <th scope="col" class="number mid">
                    {t('givenUp')}
                  </th>
                  <th scope="col" class="wide">
                    {t('kind')}
                  </th>
                  <th scope="col" class="wide">
                    {t('belongsTo')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {webhooks.map((webhook) => (
                  <tr key={webhook.id} class="opens">
                    <th scope="row">
                      <a class="row" href={`/webhooks/${webhook.id}`}>
                        <bdi class={webhook.url === null ? '' : 'mono'}>{addressOf(webhook)}</bdi>
                      </a>
                      {webhook.waiting + webhook.givenUp > 0 && (
                        <span class="second narrow">{backlogInWords(webhook)}</span>
                      )}
                    </th>
                    <td>
                      <WebhookBadge state={webhook.state} />
                    </td>
                    <td class="number mid">{count(webhook.waiting)}</td>
                    <td class="number mid">{count(webhook.givenUp)}</td>
                    <td class="wide">{t(`webhook.${webhook.kind}`)}</td>
                    <td class="wide">
                      <bdi>{entityName(webhook.entityId)}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
      <HowToAdd />
    </Page>
  );
}
