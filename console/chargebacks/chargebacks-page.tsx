/** What cardholders' banks have taken back, and why. */

import type { ChargebackItem } from '../../contract/admin-api.ts';
import { RESULT_CODES, resultGroup } from '../../contract/result-codes.ts';
import { query } from '../address/address.ts';
import { filtersIn, ListFilters } from '../parts/list-filters.tsx';
import { Listed, usePageOf } from '../parts/listed.tsx';
import { BRAND_OPTIONS, Method } from '../parts/method.tsx';
import { Badge } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { Result, resultAsText } from '../parts/result.tsx';
import { Table } from '../parts/table.tsx';
import { t } from '../words/language.ts';
import { day, money, shortTime } from '../words/numbers.ts';
import { AnswerButton, Answered, mayAnswer } from './answer.tsx';

const REASONS = [...RESULT_CODES].filter(([code]) => resultGroup(code) === 'CHARGEBACK');

const DUE = ['open', 'passed', 'answered'] as const;

export function ChargebacksPage() {
  const filters = filtersIn(query.value, [
    ...['due', 'resultCode', 'brand', 'channel'],
    ...['last4', 'holder', 'reference', 'id'],
  ]);
  const answer = usePageOf<ChargebackItem>('/chargebacks', filters);
  return (
    <Page title={t('chargebacks')}>
      <ListFilters
        filters={filters}
        choices={[
          {
            name: 'due',
            label: t('deadline'),
            options: DUE.map((due) => [due, t(`due.${due}`)] as const),
          },
          {
            name: 'resultCode',
            label: t('reason'),
            options: REASONS.map(([code, words]) => [code, resultAsText(code, words)] as const),
          },
          { name: 'brand', label: t('brand'), options: BRAND_OPTIONS },
        ]}
        typed={[
          { name: 'last4', label: t('filter.last4'), isTechnical: true },
          { name: 'holder', label: t('holder') },
          { name: 'reference', label: t('reference') },
          { name: 'id', label: t('filter.id'), isTechnical: true },
        ]}
      />
      <p class="quiet">{t('chargebacksText')}</p>
      <Listed answer={answer} empty="noChargebacks">
        {(items) => (
          <Table name={t('chargebacks')}>
            <thead>
              <tr>
                <th scope="col">{t('amount')}</th>
                <th scope="col">{t('reason')}</th>
                <th scope="col" class="mid">
                  {t('respondBy')}
                </th>
                <th scope="col" class="mid">
                  {t('ofPayment')}
                </th>
                <th scope="col" class="wide">
                  {t('holder')}
                </th>
                <th scope="col" class="mid">
                  {t('when')}
                </th>
                {mayAnswer() && <th scope="col">{t('actions')}</th>}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <Row key={item.id} item={item} onDone={answer.reload} />
              ))}
            </tbody>
          </Table>
        )}
      </Listed>
    </Page>
  );
}

const Deadline = ({ at, isOverdue }: { at: string; isOverdue: boolean }) =>
  isOverdue ? (
    <>
      <Badge tone="bad">{t('overdue')}</Badge> <time dateTime={at}>{day(at)}</time>
    </>
  ) : (
    <time dateTime={at}>{day(at)}</time>
  );

const Row = ({ item, onDone }: { item: ChargebackItem; onDone: () => void }) => (
  <tr class="opens">
    <th scope="row">
      <a class="row" href={`/payments/${item.paymentId ?? item.id}`}>
        <span class="number">{money(item.amount, item.currency)}</span>
      </a>
      <time class="second narrow" dateTime={item.createdAt}>
        {shortTime(item.createdAt)}
      </time>
    </th>
    <td>
      <Result code={item.reasonCode} description={item.reason} />
      {item.answer ? (
        <span class="narrow">
          <Answered answer={item.answer} />
        </span>
      ) : (
        item.respondBy && (
          <span class="second narrow">
            {t('respondBy')} <Deadline at={item.respondBy} isOverdue={item.isOverdue} />
          </span>
        )
      )}
    </td>
    <td class="mid">
      {item.answer ? (
        <Answered answer={item.answer} />
      ) : (
        item.respondBy && <Deadline at={item.respondBy} isOverdue={item.isOverdue} />
      )}
    </td>
    <td class="mid">
      <Method brand={item.brand} last4={item.last4} />
      {item.paymentAmount && (
        <span class="second">
          <span class="number">{money(item.paymentAmount, item.currency)}</span>
          {item.paidAt && (
            <>
              {' · '}
              <time dateTime={item.paidAt}>{day(item.paidAt)}</time>
            </>
          )}
        </span>
      )}
    </td>
    <td class="wide">
      <bdi>{item.holder}</bdi>
      <bdi class="second">{item.reference}</bdi>
    </td>
    <td class="mid">
      <time dateTime={item.createdAt}>{shortTime(item.createdAt)}</time>
    </td>
    {mayAnswer() && (
      <td>
        <AnswerButton item={item} onDone={onDone} />
      </td>
    )}
  </tr>
);
