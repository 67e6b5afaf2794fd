/** Attempts of the last day by the hour: a chart, and the table that says the same. */
import type { Today } from '../../contract/admin-api.ts';
import { BarChart } from '../parts/bar-chart.tsx';
import { Table } from '../parts/table.tsx';
import { t } from '../words/language.ts';
import { count, shortTime } from '../words/numbers.ts';

export const Hours = ({ hours }: { hours: Today['byHour'] }) => (
  <section class="card" aria-labelledby="hours">
    <h2 id="hours">{t('attemptsByHour')}</h2>
    <BarChart
      hours={hours.map(({ at }) => Date.parse(at))}
      layers={[
        { name: t('approvalRate'), values: hours.map(({ approved }) => approved), color: 2 },
        {
          name: t('declined'),
          values: hours.map(({ attempts, approved }) => attempts - approved),
          color: 3,
        },
      ]}
    />
    <details>
      <summary>{t('asTable')}</summary>
      <Table name={t('attemptsByHour')}>
        <thead>
          <tr>
            <th scope="col">{t('hour')}</th>
            <th scope="col" class="number">
              {t('approvalRate')}
            </th>
            <th scope="col" class="number">
              {t('declined')}
            </th>
          </tr>
        </thead>
        <tbody>
          {hours.map(({ at, attempts, approved }) => (
            <tr key={at}>
              <th scope="row">{shortTime(at)}</th>
              <td class="number">{count(approved)}</td>
              <td class="number">{count(attempts - approved)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  </section>
);
