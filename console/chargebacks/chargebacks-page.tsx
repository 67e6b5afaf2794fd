/** What cardholders' banks have taken back, and why. */
import type { ChargebackItem } from '../../contract/admin-api.ts';
import { RESULT_CODES, resultGroup } from '../../contract/result-codes.ts';
import { query } from '../address/address.ts';
import { filtersIn, ListFilters } from '../parts/list-filters.tsx';
import { Listed, usePageOf } from '../parts/listed.tsx';
import { BRAND_OPTIONS, Method } from '../parts/method.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { t } from '../words/language.ts';
import { money, shortTime } from '../words/numbers.ts';

/** As the result codes describe them, in English as everywhere. */
const REASONS = [...RESULT_CODES].filter(([code]) => resultGroup(code) === 'CHARGEBACK');

export function ChargebacksPage() {
  const filters = filtersIn(query.value, ['resultCode', 'brand', 'channel']);
  const answer = usePageOf<ChargebackItem>('/chargebacks', filters);
  return (
    <Page title={t('chargebacks')}>
      <ListFilters
        filters={filters}
        choices={[
          { name: 'resultCode', label: t('reason'), options: REASONS },
          { name: 'brand', label: t('brand'), options: BRAND_OPTIONS },
        ]}
      />
      <p class="quiet">{t('chargebacksText')}</p>
      <Listed answer={answer} empty={t('noChargebacks')}>
        {(items) => (
          <Table name={t('chargebacks')}>
            <thead>
              <tr>
                <th scope="col">{t('amount')}</th>
                <th scope="col">{t('reason')}</th>
                <th scope="col" class="mid">
                  {t('ofPayment')}
                </th>
                <th scope="col" class="wide">
                  {t('holder')}
                </th>
                <th scope="col" class="wide">
                  {t('reference')}
                </th>
                <th scope="col" class="wide">
                  {t('paidOn')}
                </th>
                <th scope="col" class="mid">
                  {t('when')}
                </th>
              </tr>
            </thead>
            <tbody>{items.map(row)}</tbody>
          </Table>
        )}
      </Listed>
    </Page>
  );
}

const row = (item: ChargebackItem) => (
  <tr key={item.id} class="opens">
    <th scope="row">
      <a class="row" href={`/payments/${item.paymentId ?? item.id}`}>
        <span class="number">{money(item.amount, item.currency)}</span>
      </a>
      <time class="second narrow" dateTime={item.createdAt}>
        {shortTime(item.createdAt)}
      </time>
    </th>
    <td>
      <bdi>{item.reason}</bdi>
    </td>
    <td class="mid">
      <Method brand={item.brand} last4={item.last4} />
      {item.paymentAmount && (
        <span class="second number">{money(item.paymentAmount, item.currency)}</span>
      )}
    </td>
    <td class="wide">
      <bdi>{item.holder}</bdi>
    </td>
    <td class="wide">
      <bdi>{item.reference}</bdi>
    </td>
    <td class="wide">
      {item.paidAt && <time dateTime={item.paidAt}>{shortTime(item.paidAt)}</time>}
    </td>
    <td class="mid">
      <time dateTime={item.createdAt}>{shortTime(item.createdAt)}</time>
    </td>
  </tr>
);
