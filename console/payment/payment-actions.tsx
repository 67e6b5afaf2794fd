/** What can be done with a payment now, by this administrator: nothing else is offered. */
import { useState } from 'preact/hooks';
import type { Operated, PaymentAction, PaymentDetail } from '../../contract/admin-api.ts';
import { ask, reloadingIfRefused } from '../api/ask.ts';
import { copyText } from '../parts/copy.tsx';
import { Icon } from '../parts/icon.tsx';
import { methodInWords } from '../parts/method.tsx';
import { say } from '../parts/toasts.tsx';
import { t } from '../words/language.ts';
import { money } from '../words/numbers.ts';
import { readAsCurl } from './as-curl.ts';
import { MoneyDialog } from './money-dialog.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { sayOutcome } from './say-outcome.ts';

interface Props {
  readonly payment: PaymentDetail;
  readonly onDone: () => void;
}

export function PaymentActions({ payment, onDone }: Props) {
  const [asking, setAsking] = useState<PaymentAction>();
  const { id, currency, actions } = payment;
  // As the payment is now: a dialog may be open while the answer of what was done before comes. What cannot be
  // done any more is asked as before, so that its dialog can say why it was refused.
  const asked = actions.find(({ type }) => type === asking?.type) ?? asking;
  const close = () => setAsking(undefined);

  async function operate(type: PaymentAction['type'], amount: string | undefined, key: string) {
    const work = ask<Operated>('POST', `/payments/${id}/${type}`, {
      body: amount ? { amount } : {},
      idempotencyKey: key,
    });
    // What was declined is a part of the payment's story.
    const done = await reloadingIfRefused(work, onDone);
    close();
    const words = amount ? money(amount, currency) : '';
    if ('approval' in done) say(t('approvalAsked', { amount: words }), 'wait');
    else sayOutcome(done, t(`${type}.done`, { amount: words }));
    onDone();
  }

  return (
    <>
      {actions.map((action) => (
        <button
          key={action.type}
          type="button"
          class={action.type === 'capture' ? 'primary' : ''}
          onClick={() => setAsking(action)}
        >
          {t(`${action.type}.title`)}
        </button>
      ))}
      <button type="button" onClick={() => copyText(readAsCurl(payment))}>
        <Icon name="copy" />
        {t('copyAsCurl')}
      </button>
      {asked?.type === 'reverse' && (
        <ReverseDialog
          payment={payment}
          amount={asked.maximum}
          onConfirm={(key) => operate('reverse', undefined, key)}
          onClose={close}
        />
      )}
      {asked && asked.type !== 'reverse' && (
        <MoneyDialog
          kind={asked.type}
          payment={payment}
          maximum={asked.maximum}
          limit={asked.limit}
          method={methodInWords(payment.brand, payment.last4)}
          onConfirm={(amount, key) => operate(asked.type, amount, key)}
          onClose={close}
        />
      )}
    </>
  );
}
