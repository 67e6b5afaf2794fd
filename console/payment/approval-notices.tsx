/** Refunds of a payment that wait for another administrator. */
import type { PaymentDetail } from '../../contract/admin-api.ts';
import { Notice } from '../parts/notice.tsx';
import { t } from '../words/language.ts';
import { money } from '../words/numbers.ts';
import { Decide } from './decide.tsx';

interface Props {
  readonly payment: PaymentDetail;
  readonly onDone: () => void;
}

export const ApprovalNotices = ({ payment, onDone }: Props) => (
  <>
    {payment.approvals
      .filter(({ state }) => state === 'waiting')
      .map((approval) => (
        <Notice key={approval.id} tone="wait">
          <p>
            {t('approvalWaits', {
              amount: money(approval.amount, approval.currency),
              who: approval.askedBy,
            })}
          </p>
          {approval.obstacle && <p>{t(`obstacle.${approval.obstacle}`)}</p>}
          <Decide approval={approval} onDone={onDone} />
        </Notice>
      ))}
  </>
);
