/** Checkouts that were not paid, and where each has stopped. */

import type { CheckoutItem, CheckoutState } from '../../contract/admin-api.ts';
import { query } from '../address/address.ts';
import { filtersIn, ListFilters } from '../parts/list-filters.tsx';
import { Listed, usePageOf } from '../parts/listed.tsx';
import { Method } from '../parts/method.tsx';
import { Badge, type Tone } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { Result } from '../parts/result.tsx';
import { Table } from '../parts/table.tsx';
import { channels, entityName } from '../session/session.ts';
import { languageName, t } from '../words/language.ts';
import { money, shortTime } from '../words/numbers.ts';
import { CheckoutPages } from './checkout-pages.tsx';

const TONES: Readonly<Record<CheckoutState, Tone>> = {
  open: 'wait',
  paying: 'wait',
  expired: 'neutral',
  'given-up': 'neutral',
};
const STEPS = ['made', 'loaded', 'typed', 'submitted', 'authenticated'];

export function CheckoutsPage() {
  const filters = filtersIn(query.value, ['state', 'step', 'reference', 'id', 'channel']);
  const answer = usePageOf<CheckoutItem>('/checkouts', filters);
  return (
    <Page title={t('checkouts')}>
      <CheckoutPages />
      <ListFilters
        filters={filters}
        choices={[
          {
            name: 'step',
            label: t('stoppedAt'),
            options: STEPS.map((step) => [step, t(`stopped.${step}`)]),
          },
          {
            name: 'state',
            label: t('stateLabel'),
            options: Object.keys(TONES).map((state) => [state, t(`checkoutState.${state}`)]),
          },
        ]}
        typed={[
          { name: 'reference', label: t('reference') },
          { name: 'id', label: t('filter.id'), isTechnical: true },
        ]}
      />
      <Listed answer={answer} empty="noCheckouts">
        {(items) => (
          <Table name={t('notPaid')}>
            <thead>
              <tr>
                <th scope="col">{t('amount')}</th>
                <th scope="col">{t('stoppedAt')}</th>
                <th scope="col" class="mid">
                  {t('stateLabel')}
                </th>
                <th scope="col" class="mid">
                  {t('reference')}
                </th>
                {channels().length > 1 && (
                  <th scope="col" class="wide">
                    {t('channel')}
                  </th>
                )}
                <th scope="col" class="wide">
                  {t('formLanguage')}
                </th>
                <th scope="col" class="wide">
                  {t('device')}
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

function row(item: CheckoutItem) {
  const { id, amount, currency, brand, paymentId, createdAt, language, device } = item;
  const words = amount !== null && currency ? money(amount, currency) : t('way.storedOnly');
  return (
    <tr key={id} {...(paymentId && { class: 'opens' })}>
      <th scope="row">
        {paymentId ? (
          <a class="row" href={`/payments/${paymentId}`}>
            <span class="number">{words}</span>
          </a>
        ) : (
          <span class="number">{words}</span>
        )}
        <time class="second narrow" dateTime={createdAt}>
          {shortTime(createdAt)}
        </time>
      </th>
      <td>
        {t(`stopped.${item.step}`)}
        {brand && (
          <span class="second">
            <Method brand={brand} last4={item.last4} />
          </span>
        )}
        {item.resultCode && item.resultDescription && (
          <span class="second wide">
            <Result code={item.resultCode} description={item.resultDescription} />
          </span>
        )}
      </td>
      <td class="mid">
        <Badge tone={TONES[item.state]}>{t(`checkoutState.${item.state}`)}</Badge>
      </td>
      <td class="mid">{item.reference && <bdi class="reference">{item.reference}</bdi>}</td>
      {channels().length > 1 && (
        <td class="wide">
          <bdi>{entityName(item.channelId)}</bdi>
        </td>
      )}
      <td class="wide">{language && languageName(language)}</td>
      <td class="wide">{device && t(`device.${device}`)}</td>
      <td class="mid">
        <time dateTime={createdAt}>{shortTime(createdAt)}</time>
      </td>
    </tr>
  );
}
