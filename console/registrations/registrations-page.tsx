/** Saved cards and agreements: search, and the list. */
import type { RegistrationItem } from '../../contract/admin-api.ts';
import { query } from '../address/address.ts';
import { filtersIn, ListFilters } from '../parts/list-filters.tsx';
import { Listed, usePageOf } from '../parts/listed.tsx';
import { BRAND_OPTIONS, Method } from '../parts/method.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { t } from '../words/language.ts';
import { shortTime } from '../words/numbers.ts';
import { SAVED_TONES, SavedBadge } from './saved-badge.tsx';

const TYPED = ['last4', 'holder', 'reference', 'id'];

export function RegistrationsPage() {
  const filters = filtersIn(query.value, ['state', 'brand', ...TYPED, 'channel']);
  const answer = usePageOf<RegistrationItem>('/registrations', filters);
  return (
    <Page title={t('savedCards')}>
      <ListFilters
        filters={filters}
        choices={[
          {
            name: 'state',
            label: t('stateLabel'),
            options: Object.keys(SAVED_TONES).map((state) => [state, t(`savedState.${state}`)]),
          },
          { name: 'brand', label: t('brand'), options: BRAND_OPTIONS },
        ]}
        typed={TYPED.map((name) => ({
          name,
          label: t(`filter.${name}`),
          isTechnical: name === 'last4' || name === 'id',
        }))}
      />
      <Listed answer={answer} empty="noSavedCards">
        {(items) => (
          <Table name={t('savedCards')}>
            <thead>
              <tr>
                <th scope="col">{t('method')}</th>
                <th scope="col">{t('stateLabel')}</th>
                <th scope="col" class="mid">
                  {t('holder')}
                </th>
                <th scope="col" class="mid">
                  {t('expiryLabel')}
                </th>
                <th scope="col" class="wide">
                  {t('reference')}
                </th>
                <th scope="col" class="mid">
                  {t('savedOn')}
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id} class="opens">
                  <th scope="row">
                    <a class="row" href={`/registrations/${item.id}`}>
                      <Method brand={item.brand} last4={item.last4} />
                    </a>
                    <span class="second narrow">
                      <bdi>{item.holder}</bdi>
                    </span>
                  </th>
                  <td>
                    <SavedBadge state={item.state} />
                  </td>
                  <td class="mid">
                    <bdi>{item.holder}</bdi>
                  </td>
                  <td class="mid">
                    <bdi class="number">{item.expiry}</bdi>
                  </td>
                  <td class="wide">
                    {item.reference && <bdi class="reference">{item.reference}</bdi>}
                  </td>
                  <td class="mid">
                    <time dateTime={item.createdAt}>{shortTime(item.createdAt)}</time>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Listed>
    </Page>
  );
}
