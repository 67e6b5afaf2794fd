/** Refunds that wait for a second pair of eyes. */
import type { Approval } from '../../contract/admin-api.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { Decide } from '../payment/decide.tsx';
import { t } from '../words/language.ts';
import { money, shortTime } from '../words/numbers.ts';

export function ApprovalsPage() {
  const answer = useAnswer<readonly Approval[]>('/approvals');
  return (
    <Page title={t('approvals')}>
      <Loaded answer={answer}>
        {(approvals) =>
          approvals.length === 0 ? (
            <p class="empty card">{t('noApprovals')}</p>
          ) : (
            <Table name={t('approvals')}>
              <thead>
                <tr>
                  <th scope="col">{t('refund')}</th>
                  <th scope="col" class="mid">
                    {t('askedBy')}
                  </th>
                  <th scope="col" class="mid">
                    {t('when')}
                  </th>
                  <th scope="col">{t('decision')}</th>
                </tr>
              </thead>
              <tbody>
                {approvals.map((approval) => (
                  <tr key={approval.id}>
                    <th scope="row">
                      <a class="number" href={`/payments/${approval.paymentId}`}>
                        {money(approval.amount, approval.currency)}
                      </a>
                      <span class="second narrow">
                        <bdi>{approval.askedBy}</bdi> ·{' '}
                        <time dateTime={approval.askedAt}>{shortTime(approval.askedAt)}</time>
                      </span>
                    </th>
                    <td class="mid">
                      <bdi>{approval.askedBy}</bdi>
                    </td>
                    <td class="mid">
                      <time dateTime={approval.askedAt}>{shortTime(approval.askedAt)}</time>
                    </td>
                    <td>
                      {approval.obstacle && <p>{t(`obstacle.${approval.obstacle}`)}</p>}
                      <Decide approval={approval} onDone={answer.reload} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
    </Page>
  );
}
