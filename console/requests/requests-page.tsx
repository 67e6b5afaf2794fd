/** The log of the API: what a merchant's servers have asked, and what was answered. */
import type { RequestItem } from '../../contract/admin-api.ts';
import { query } from '../address/address.ts';
import { Empty } from '../parts/empty.tsx';
import { filtersIn, ListFilters } from '../parts/list-filters.tsx';
import { usePageOf } from '../parts/listed.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Paging } from '../parts/paging.tsx';
import { t } from '../words/language.ts';
import { RequestFacts } from './request-facts.tsx';
import { RequestTable } from './request-table.tsx';

const FILTERS = ['status', 'method', 'channel', 'path', 'requestId', 'payment'];
const STATUSES = ['2xx', '3xx', '4xx', '5xx'];
const METHODS = ['GET', 'POST', 'DELETE'];
const asOptions = (names: readonly string[]) => names.map((name) => [name, name] as const);

export function RequestsPage() {
  const filters = filtersIn(query.value, FILTERS);
  const answer = usePageOf<RequestItem>('/requests', filters);
  return (
    <Page title={t('requests')}>
      <p class="quiet">{t('requestsText')}</p>
      <ListFilters
        filters={filters}
        choices={[
          { name: 'status', label: t('statusLabel'), options: asOptions(STATUSES) },
          { name: 'method', label: t('httpMethod'), options: asOptions(METHODS) },
        ]}
        typed={[
          { name: 'path', label: t('path'), isTechnical: true },
          { name: 'requestId', label: t('requestId'), isTechnical: true },
          { name: 'payment', label: t('about'), isTechnical: true },
        ]}
      />
      <Loaded answer={answer}>
        {({ items, next }) => (
          <>
            {items.length === 0 &&
              (next ? (
                <p class="empty card">{t('noRequestsHere')}</p>
              ) : (
                <Empty text="noRequests" />
              ))}
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
