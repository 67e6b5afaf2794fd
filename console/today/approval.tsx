/** Approval by brand and by issuer country, and declines by reason: bars, which stand in the table that says the same. */

import type { ComponentChildren } from 'preact';
import type { Today } from '../../contract/admin-api.ts';
import { href } from '../address/address.ts';
import { Method } from '../parts/method.tsx';
import { Result } from '../parts/result.tsx';
import { ShareBar } from '../parts/shares.tsx';
import { Table } from '../parts/table.tsx';
import { t } from '../words/language.ts';
import { count, countryName, percent } from '../words/numbers.ts';

export const Approval = ({ brands }: { brands: Today['byBrand'] }) => (
  <ApprovalTable id="approval" name={t('approvalByBrand')} of={t('brand')}>
    <tbody>
      {brands.map(({ brand, ...row }) => (
        <tr key={brand}>
          <th scope="row">
            <Method brand={brand} last4={null} />
          </th>
          <Counts {...row} />
        </tr>
      ))}
    </tbody>
  </ApprovalTable>
);

export const CountryApproval = ({ countries }: { countries: Today['byIssuerCountry'] }) => (
  <ApprovalTable
    id="approval-by-country"
    name={t('approvalByIssuerCountry')}
    of={t('filter.issuerCountry')}
  >
    {countries.map(({ issuerCountry, byBrand, ...row }) => (
      <tbody key={issuerCountry}>
        <tr>
          <th scope="rowgroup">
            {issuerCountry ? (
              <a href={href('/payments', { issuerCountry })}>{countryName(issuerCountry)}</a>
            ) : (
              t('countryNotKnown')
            )}
          </th>
          <Counts {...row} />
        </tr>
        {byBrand.map(({ brand, ...part }) => (
          <tr key={brand} class="part">
            <th scope="row">
              <Method brand={brand} last4={null} />
            </th>
            <Counts {...part} />
          </tr>
        ))}
      </tbody>
    ))}
  </ApprovalTable>
);

interface ApprovalTableProps {
  readonly id: string;
  readonly name: string;
  /** What its rows are of. */
  readonly of: string;
  readonly children: ComponentChildren;
}

const ApprovalTable = ({ id, name, of, children }: ApprovalTableProps) => (
  <section class="card" aria-labelledby={id}>
    <h2 id={id}>{name}</h2>
    <Table name={name}>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col" class="number">
            {t('attempts')}
          </th>
          <th scope="col" class="number">
            {t('approvalRate')}
          </th>
        </tr>
      </thead>
      {children}
    </Table>
  </section>
);

const Counts = ({ attempts, approved }: Pick<Today, 'attempts' | 'approved'>) => (
  <>
    <td class="number">{count(attempts)}</td>
    <td class="number">
      {percent(approved / attempts)}
      <ShareBar share={approved / attempts} color={2} />
    </td>
  </>
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
                    <Result code={resultCode} description={resultDescription} />
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
