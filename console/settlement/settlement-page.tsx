/** What is paid out: each currency in all, and each day, channel and currency. */

import type { Settlement, SettlementBatch } from '../../contract/admin-api.ts';
import { CURRENCY_CODES } from '../../contract/currency.ts';
import { href, query } from '../address/address.ts';
import { useAnswer } from '../api/use-answer.ts';
import { ExportLink } from '../parts/export-link.tsx';
import { asked, type Filters, filtersIn, ListFilters } from '../parts/list-filters.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { Tiles } from '../parts/tiles.tsx';
import { dayOf, fileName } from '../payments/period.ts';
import { channels, entityName, may } from '../session/session.ts';
import { t } from '../words/language.ts';
import { calendarDay, count, money } from '../words/numbers.ts';

const USUAL_PERIOD = 'month';

/** Days where the reader is, as days of the calendar. */
function daysAsked(filters: Filters): Filters {
  const { from, until, ...others } = asked(filters);
  return {
    ...others,
    ...(from && { from: dayOf(from, 0) }),
    ...(until && { to: dayOf(until, -1) }),
  };
}

export function SettlementPage() {
  const given = filtersIn(query.value, ['currency', 'channel']);
  const hasPeriod = given['period'] || given['fromDay'] || given['untilDay'];
  const filters = hasPeriod ? given : { ...given, period: USUAL_PERIOD };
  const answer = useAnswer<Settlement>(href('/settlement', daysAsked(filters)), {
    keepsOther: true,
  });
  return (
    <Page
      title={t('settlement')}
      actions={
        may('payments.export') && (
          <ExportLink
            path={href('/settlement.csv', daysAsked(filters))}
            name={fileName('settlement', filters)}
          />
        )
      }
    >
      <ListFilters
        filters={filters}
        hasAnyPeriod={false}
        choices={[
          {
            name: 'currency',
            label: t('filter.currency'),
            options: CURRENCY_CODES.map((code) => [code, code]),
          },
        ]}
      />
      <p class="quiet">{t('settlementText')}</p>
      <Loaded answer={answer}>
        {({ totals, batches }) =>
          batches.length === 0 ? (
            <p class="empty card">{t('noSettlement')}</p>
          ) : (
            <>
              <Tiles tiles={totals.map(total)} />
              <Batches batches={batches} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function total({ currency, ...sums }: Settlement['totals'][number]) {
  const inWords = (amount: string) => money(amount, currency);
  return {
    name: t('payoutIn', { currency }),
    figure: inWords(sums.net),
    second: t('payoutParts', {
      settled: inWords(sums.settled),
      fees: inWords(sums.fees),
      chargebacks: inWords(sums.chargebacks),
    }),
  };
}

const Batches = ({ batches }: Pick<Settlement, 'batches'>) => (
  <Table name={t('settlementDays')}>
    <thead>
      <tr>
        <th scope="col">{t('dayLabel')}</th>
        {channels().length > 1 && (
          <th scope="col" class="wide">
            {t('channel')}
          </th>
        )}
        <th scope="col" class="number mid">
          {t('number')}
        </th>
        <th scope="col" class="number mid">
          {t('settledSum')}
        </th>
        <th scope="col" class="number mid">
          {t('fees')}
        </th>
        <th scope="col" class="number mid">
          {t('chargebacks')}
        </th>
        <th scope="col" class="number">
          {t('payout')}
        </th>
      </tr>
    </thead>
    <tbody>{batches.map(batchRow)}</tbody>
  </Table>
);

function batchRow({ id, channelId, day, currency, ...batch }: SettlementBatch) {
  const { settled, fees, chargebacks } = batch;
  const channel = channels().length > 1 && entityName(channelId);
  return (
    <tr key={id}>
      <th scope="row">
        <time dateTime={day}>{calendarDay(day)}</time>
        {channel && (
          <span class="second narrow">
            <bdi>{channel}</bdi>
          </span>
        )}
      </th>
      {channel && (
        <td class="wide">
          <bdi>{channel}</bdi>
        </td>
      )}
      <td class="number mid">{count(settled.count)}</td>
      <td class="number mid">{money(settled.amount, currency)}</td>
      <td class="number mid">{money(fees.amount, currency)}</td>
      <td class="number mid">{money(chargebacks.amount, currency)}</td>
      <td class="number">{money(batch.net, currency)}</td>
    </tr>
  );
}
