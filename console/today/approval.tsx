/** Approval by brand, and declines by reason: bars, which stand in the table that says the same. */
import type { Today } from '../../contract/admin-api.ts';
import { href } from '../address/address.ts';
import { Method } from '../parts/method.tsx';
import { ShareBar } from '../parts/shares.tsx';
import { Table } from '../parts/table.tsx';
import { t } from '../words/language.ts';
import { count, percent } from '../words/numbers.ts';

export const Approval = ({ brands }: { brands: Today['byBrand'] }) => (
  <section class="card" aria-labelledby="approval">
    <h2 id="approval">{t('approvalByBrand')}</h2>
    <Table name={t('approvalByBrand')}>
      <thead>
        <tr>
          <th scope="col">{t('brand')}</th>
          <th scope="col" class="number">
            {t('attempts')}
          </th>
          <th scope="col" class="number">
            {t('approvalRate')}
          </th>
        </tr>
      </thead>
      <tbody>
        {brands.map(({ brand, attempts, approved }) => (
          <tr key={brand}>
            <th scope="row">
              <Method brand={brand} last4={null} />
            </th>
            <td class="number">{count(attempts)}</td>
            <td class="number">
              {percent(approved / attempts)}
              <ShareBar share={approved / attempts} color={2} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </section>
);

export function Declines({ declines }: { declines: Today['declines'] }) {
  const most = Math.max(...declines.map((decline) => decline.count));
  return (
    <section class="card" aria-labelledby="declines">
      <h2 id="declines">{t('declinesByReason')}</h2>
      {declines.length === 0 ? (
        <p class="quiet">{t('noDeclines')}</p>
      ) : (
        <Table name={t('declinesByReason')}>
          <thead>
            <tr>
              <th scope="col">{t('reason')}</th>
              <th scope="col" class="number">
                {t('number')}
              </th>
            </tr>
          </thead>
          <tbody>
            {declines.map(({ resultCode, resultDescription, count: times }) => (
              <tr key={resultCode}>
                <th scope="row">
                  <a href={href('/payments', { resultCode })}>
                    <bdi>{resultDescription}</bdi>
                  </a>
                  <ShareBar share={times / most} color={3} />
                </th>
                <td class="number">{count(times)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
