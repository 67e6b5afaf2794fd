/** One payment: its money, its story, what can be done with it. */

import type { PaymentDetail } from '../../contract/admin-api.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Loaded } from '../parts/loaded.tsx';
import { methodInWords } from '../parts/method.tsx';
import { Page } from '../parts/page.tsx';
import { Result } from '../parts/result.tsx';
import { StateBadge } from '../payments/state-badge.tsx';
import { t } from '../words/language.ts';
import { money } from '../words/numbers.ts';
import { ApprovalNotices } from './approval-notices.tsx';
import { Facts } from './facts.tsx';
import { PaymentActions } from './payment-actions.tsx';
import { Sums } from './sums.tsx';
import { Timeline } from './timeline.tsx';

export function PaymentPage({ id }: { id: string }) {
  const answer = useAnswer<PaymentDetail>(`/payments/${encodeURIComponent(id)}`);
  const { data, reload } = answer;
  const title = data
    ? [t(`type.${data.type}`), money(data.amount, data.currency)].join(' · ')
    : t('payment');
  return (
    <Page
      title={title}
      beside={data && <StateBadge state={data.state} />}
      actions={data && <PaymentActions payment={data} onDone={reload} />}
    >
      <Loaded answer={answer}>
        {(payment) => (
          <>
            <p>
              <bdi>{methodInWords(payment.brand, payment.last4)}</bdi>
              {payment.state === 'failed' && (
                <>
                  {' · '}
                  <Result code={payment.resultCode} description={payment.resultDescription} />
                </>
              )}
            </p>
            <ApprovalNotices payment={payment} onDone={reload} />
            <div class="split">
              <div>
                <Sums payment={payment} />
                <Timeline entries={payment.timeline} current={payment.id} onDone={reload} />
              </div>
              <Facts payment={payment} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}
