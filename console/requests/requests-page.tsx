/** The log of the API: what a merchant's servers have asked, and what was answered. */
import type { Page as PageOf, RequestItem } from '../../contract/admin-api.ts';
import { href, query } from '../address/address.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useRowKeys } from '../parts/keys.ts';
import { askedOf, ListFilters } from '../parts/list-filters.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Paging } from '../parts/paging.tsx';
import { channels } from '../session/session.ts';
import { t } from '../words/language.ts';
import { RequestFacts } from './request-facts.tsx';
import { RequestTable } from './request-table.tsx';

const FILTERS = ['status', 'method', 'channel', 'path', 'requestId', 'payment'];
const STATUSES = ['2xx', '3xx', '4xx', '5xx'];
const METHODS = ['GET', 'POST', 'DELETE'];
const asOptions = (names: readonly string[]) => names.map((name) => [name, name] as const);

function Filters() {
  const all = channels();
  return (
    <ListFilters
      selects={[
        { name: 'status', label: t('statusLabel'), options: asOptions(STATUSES) },
        { name: 'method', label: t('httpMethod'), options: asOptions(METHODS) },
        ...(all.length > 1
          ? [
              {
                name: 'channel',
                label: t('channel'),
                options: all.map(({ id, name }) => [id, name] as const),
              },
            ]
          : []),
      ]}
      texts={[
        { name: 'path', label: t('path') },
        { name: 'requestId', label: t('requestId') },
        { name: 'payment', label: t('about') },
      ]}
    />
  );
}

export function RequestsPage() {
  const path = href('/requests', askedOf(query.value, FILTERS));
  const answer = useAnswer<PageOf<RequestItem>>(path, { keepsOther: true });
  useRowKeys();
  return (
    <Page title={t('requests')}>
      <p class="quiet">{t('requestsText')}</p>
      <Filters />
      <Loaded answer={answer}>
        {({ items, next }) => (
          <>
            {items.length === 0 && (
              <p class="empty card">{t(next ? 'noRequestsYet' : 'noRequests')}</p>
            )}
            {query.value.get('requestId')
              ? items.map((item) => <RequestFacts key={item.at} request={item} />)
              : items.length > 0 && <RequestTable rows={items} />}
            <Paging next={next} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
