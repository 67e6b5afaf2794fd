/** Gives up a payment as a whole. */
import type { PaymentDetail } from '../../contract/admin-api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { methodInWords } from '../parts/method.tsx';
import { t } from '../words/language.ts';
import { money } from '../words/numbers.ts';
import { operateAsCurl } from './as-curl.ts';
import { CurlButton } from './curl-button.tsx';

interface Props {
  readonly payment: PaymentDetail;
  readonly amount: string;
  readonly onConfirm: (key: string) => Promise<void>;
  readonly onClose: () => void;
}

export function ReverseDialog({ payment, amount, onConfirm, onClose }: Props) {
  const values = {
    amount: money(amount, payment.currency),
    method: methodInWords(payment.brand, payment.last4),
  };
  return (
    <Confirm
      title={t('reverse.title')}
      action={t('reverse.action', values)}
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t(payment.type === 'PA' ? 'reverse.saysAuthorised' : 'reverse.saysPaid', values)}</p>
      <CurlButton command={operateAsCurl(payment, { paymentType: 'RV' })} />
    </Confirm>
  );
}
