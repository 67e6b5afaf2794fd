/** Requests as rows that open with a click or with Enter. */
import type { RequestItem } from '../../contract/admin-api.ts';
import { href } from '../address/address.ts';
import { Table } from '../parts/table.tsx';
import { t } from '../words/language.ts';
import { milliseconds, shortTime } from '../words/numbers.ts';
import { StatusBadge } from './status-badge.tsx';

export const RequestTable = ({ rows }: { rows: readonly RequestItem[] }) => (
  <Table name={t('requests')}>
    <thead>
      <tr>
        <th scope="col">{t('request')}</th>
        <th scope="col">{t('statusLabel')}</th>
        <th scope="col" class="mid">
          {t('filter.resultCode')}
        </th>
        <th scope="col" class="number wide">
          {t('duration')}
        </th>
        <th scope="col" class="wide">
          {t('byToken')}
        </th>
        <th scope="col" class="mid">
          {t('when')}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={`${row.requestId} ${row.at}`} class="opens">
          <th scope="row">
            <a class="row" href={href('/requests', { requestId: row.requestId })}>
              <bdi class="mono">
                {row.method} {row.path}
              </bdi>
            </a>
            <time class="second narrow" dateTime={row.at}>
              {shortTime(row.at)}
            </time>
          </th>
          <td>
            <StatusBadge status={row.status} />
          </td>
          <td class="mid">
            <code>{row.resultCode}</code>
          </td>
          <td class="number wide">{milliseconds(row.durationMs)}</td>
          <td class="wide">{row.token ? <bdi>{row.token.label}</bdi> : t('byShopper')}</td>
          <td class="mid">
            <time dateTime={row.at}>{shortTime(row.at)}</time>
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);
