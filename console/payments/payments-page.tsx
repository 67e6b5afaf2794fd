/** The list of payments: search, filters, saved views, a file of what is shown. */
import type { Page as PageOf, PaymentItem } from '../../contract/admin-api.ts';
import { href, query } from '../address/address.ts';
import { useAnswer } from '../api/use-answer.ts';
import { emptyText } from '../parts/empty.tsx';
import { ExportLink } from '../parts/export-link.tsx';
import { useRowKeys } from '../parts/keys.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Paging } from '../parts/paging.tsx';
import { may } from '../session/session.ts';
import { t } from '../words/language.ts';
import { FilterBar } from './filter-bar.tsx';
import { asked, filtersOf } from './payment-filters.ts';
import { PaymentTable } from './payment-table.tsx';
import { fileName } from './period.ts';
import { SavedViews } from './saved-views.tsx';

export function PaymentsPage() {
  const filters = filtersOf(query.value);
  const cursor = query.value.get('cursor') ?? undefined;
  const path = href('/payments', { ...asked(filters), cursor });
  const answer = useAnswer<PageOf<PaymentItem>>(path, { keepsOther: true });
  useRowKeys();
  return (
    <Page
      title={t('payments')}
      actions={
        may('payments.export') && (
          <ExportLink
            path={href('/payments.csv', asked(filters))}
            name={fileName('payments', filters)}
          />
        )
      }
    >
      <SavedViews current={filters} />
      <FilterBar filters={filters} />
      <Loaded answer={answer}>
        {({ items, next }) => (
          <>
            {items.length > 0 ? (
              <PaymentTable name={t('payments')} rows={items} />
            ) : (
              <div class="empty card">
                <p>{emptyText('noPayments')}</p>
                {Object.keys(filters).length > 0 && (
                  <a class="button" href="/payments">
                    {t('clear')}
                  </a>
                )}
              </div>
            )}
            <Paging next={next} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
