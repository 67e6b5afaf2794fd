/** Where the gateway tells a merchant's server what happens, and whether that works. */
import type { WebhookInfo } from '../../contract/admin-api.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Badge } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { entityName } from '../session/session.ts';
import { t } from '../words/language.ts';
import { count } from '../words/numbers.ts';

const toneOf = ({ state, givenUp }: WebhookInfo) =>
  state !== 'active' ? 'wait' : givenUp > 0 ? 'bad' : 'good';

export function WebhooksPage() {
  const answer = useAnswer<readonly WebhookInfo[]>('/webhooks');
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
                  <th scope="col" class="number">
                    {t('waiting')}
                  </th>
                  <th scope="col" class="number">
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
                  <tr key={webhook.id}>
                    <th scope="row">
                      <bdi class="mono">{webhook.url}</bdi>
                    </th>
                    <td>
                      <Badge tone={toneOf(webhook)}>
                        {t(webhook.state === 'active' ? 'active' : 'inactive')}
                      </Badge>
                    </td>
                    <td class="number">{count(webhook.waiting)}</td>
                    <td class="number">{count(webhook.givenUp)}</td>
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
    </Page>
  );
}
