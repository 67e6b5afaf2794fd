/** Payments as rows that open with a click or with Enter. */

import type { PaymentItem } from '../../contract/admin-api.ts';
import { Method } from '../parts/method.tsx';
import { Result } from '../parts/result.tsx';
import { Table } from '../parts/table.tsx';
import { t } from '../words/language.ts';
import { money, shortTime } from '../words/numbers.ts';
import { StateBadge } from './state-badge.tsx';

interface Props {
  readonly name: string;
  readonly rows: readonly PaymentItem[];
}

export const PaymentTable = ({ name, rows }: Props) => (
  <Table name={name}>
    <thead>
      <tr>
        <th scope="col">{t('amount')}</th>
        <th scope="col">{t('stateLabel')}</th>
        <th scope="col" class="mid">
          {t('method')}
        </th>
        <th scope="col" class="wide">
          {t('holder')}
        </th>
        <th scope="col" class="wide">
          {t('reference')}
        </th>
        <th scope="col" class="mid">
          {t('typeLabel')}
        </th>
        <th scope="col" class="mid">
          {t('when')}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id} class="opens">
          <th scope="row">
            <a class="row" href={`/payments/${row.id}`}>
              <span class="number">{money(row.amount, row.currency)}</span>
            </a>
            <span class="second narrow">
              <Method brand={row.brand} last4={row.last4} />
            </span>
          </th>
          <td>
            <StateBadge state={row.state} />
            <time class="second narrow" dateTime={row.createdAt}>
              {shortTime(row.createdAt)}
            </time>
            {row.state === 'failed' && (
              <span class="second wide">
                <Result code={row.resultCode} description={row.resultDescription} />
              </span>
            )}
          </td>
          <td class="mid">
            <Method brand={row.brand} last4={row.last4} />
          </td>
          <td class="wide">
            <bdi>{row.holder}</bdi>
          </td>
          <td class="wide">{row.reference && <bdi class="reference">{row.reference}</bdi>}</td>
          <td class="mid">{t(`type.${row.type}`)}</td>
          <td class="mid">
            <time dateTime={row.createdAt}>{shortTime(row.createdAt)}</time>
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);
