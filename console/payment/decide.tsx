/**
 * Approving or rejecting a refund that another administrator has asked for. One that is no longer possible says so, and
 * is dismissed: for the server that is a rejection.
 */
import { useState } from 'preact/hooks';
import type { Approval, Operated } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { Confirm } from '../parts/confirm.tsx';
import { loadSession, may, session } from '../session/session.ts';
import { t } from '../words/language.ts';
import { money } from '../words/numbers.ts';
import { sayOutcome } from './say-outcome.ts';

interface Props {
  readonly approval: Approval;
  readonly onDone: () => void;
}

export function Decide({ approval, onDone }: Props) {
  const [asked, setAsked] = useState<'approve' | 'reject' | 'dismiss'>();
  const isOwn = approval.askedBy === session.value?.name;
  const mayApprove = may('refunds.approve') && !isOwn;
  if (approval.state !== 'waiting' || !(mayApprove || isOwn)) return null;
  const values = { amount: money(approval.amount, approval.currency), who: approval.askedBy };
  const { obstacle } = approval;
  const no = obstacle ? 'dismiss' : 'reject';
  return (
    <div class="actions">
      {mayApprove && !obstacle && (
        <button type="button" class="primary" onClick={() => setAsked('approve')}>
          {t('approve')}
        </button>
      )}
      <button type="button" onClick={() => setAsked(no)}>
        {t(no)}
      </button>
      {asked && (
        <Confirm
          title={t(asked)}
          action={t(asked)}
          isDanger={asked === 'approve'}
          onClose={() => setAsked(undefined)}
          onConfirm={async (idempotencyKey) => {
            const path = `/approvals/${approval.id}/${asked === 'approve' ? 'approve' : 'reject'}`;
            const answer = await ask<Operated | Approval>('POST', path, { idempotencyKey });
            setAsked(undefined);
            sayOutcome(answer, t(`${asked}.done`, values));
            onDone();
            await loadSession();
          }}
        >
          <p>{t(`${asked}.says`, values)}</p>
        </Confirm>
      )}
    </div>
  );
}
