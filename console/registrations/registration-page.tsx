/** One saved card or agreement: what it is, what was paid with it, its schedules, its end. */
import { useState } from 'preact/hooks';
import type { PaymentItem, RegistrationDetail, ScheduleItem } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Copied } from '../parts/copy.tsx';
import { Fact, PairList } from '../parts/facts.tsx';
import { Listed, usePageOf } from '../parts/listed.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { methodInWords } from '../parts/method.tsx';
import { Page } from '../parts/page.tsx';
import { say } from '../parts/toasts.tsx';
import { PaymentTable } from '../payments/payment-table.tsx';
import { ScheduleTable } from '../schedules/schedule-table.tsx';
import { entityName, may } from '../session/session.ts';
import { t } from '../words/language.ts';
import { dateTime, day } from '../words/numbers.ts';
import { SavedBadge } from './saved-badge.tsx';

export function RegistrationPage({ id }: { id: string }) {
  const path = `/registrations/${encodeURIComponent(id)}`;
  const answer = useAnswer<RegistrationDetail>(path);
  const schedules = useAnswer<{ items: readonly ScheduleItem[] }>(
    `/schedules?registration=${encodeURIComponent(id)}`,
  );
  const payments = usePageOf<PaymentItem>('/payments', { id });
  const [isLeaving, setLeaving] = useState(false);
  const { data } = answer;
  const method = data ? methodInWords(data.brand, data.last4) : t('storedCard');
  return (
    <Page
      title={method}
      beside={data && <SavedBadge state={data.state} />}
      actions={
        data &&
        data.state !== 'removed' &&
        may('registrations.remove') && (
          <button type="button" class="danger" onClick={() => setLeaving(true)}>
            {t('remove')}
          </button>
        )
      }
    >
      <Loaded answer={answer}>
        {(saved) => (
          <div class="split">
            <div>
              <section class="card" aria-labelledby="paid-with">
                <h2 id="paid-with">{t('paidWithIt')}</h2>
                <Listed answer={payments} empty={t('paidWithItNone')}>
                  {(items) => <PaymentTable name={t('paidWithIt')} rows={items} />}
                </Listed>
              </section>
              <section class="card" aria-labelledby="schedules">
                <h2 id="schedules">{t('schedules')}</h2>
                <Loaded answer={schedules}>
                  {({ items }) =>
                    items.length > 0 ? (
                      <ScheduleTable rows={items} onDone={schedules.reload} />
                    ) : (
                      <p class="quiet">{t('noSchedulesOfIt')}</p>
                    )
                  }
                </Loaded>
              </section>
            </div>
            <SavedFacts saved={saved} />
          </div>
        )}
      </Loaded>
      {isLeaving && (
        <Confirm
          title={t('removeSaved')}
          action={t('remove')}
          isDanger
          onClose={() => setLeaving(false)}
          onConfirm={async () => {
            await ask('DELETE', path);
            setLeaving(false);
            say(t('savedRemoved'));
            answer.reload();
            schedules.reload();
          }}
        >
          <p>{t('removeSavedText', { method })}</p>
        </Confirm>
      )}
    </Page>
  );
}

const SavedFacts = ({ saved }: { saved: RegistrationDetail }) => (
  <div>
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">{t('details')}</h2>
      <dl class="facts">
        <Fact name={t('id')}>
          <Copied text={saved.id} name={t('id')} />
        </Fact>
        <Fact name={t('savedOn')}>
          <time dateTime={saved.createdAt}>{dateTime(saved.createdAt)}</time>
        </Fact>
        <Fact name={t('belongsTo')}>
          <bdi>{entityName(saved.entityId)}</bdi>
        </Fact>
        {saved.holder && (
          <Fact name={t('holder')}>
            <bdi>{saved.holder}</bdi>
          </Fact>
        )}
        {saved.bin && (
          <Fact name={t('filter.bin')}>
            <bdi class="mono">{saved.bin}</bdi>
          </Fact>
        )}
        {saved.expiry && (
          <Fact name={t('expiryLabel')}>
            <bdi>{saved.expiry}</bdi>
          </Fact>
        )}
        {saved.reference && (
          <Fact name={t('reference')}>
            <Copied text={saved.reference} name={t('reference')} />
          </Fact>
        )}
        {saved.keptUntil && saved.state !== 'removed' && (
          <Fact name={t('keptUntil')}>
            <time dateTime={saved.keptUntil}>{day(saved.keptUntil)}</time>
          </Fact>
        )}
        {saved.endedAt && (
          <Fact name={saved.revokedBy ? t(`revokedBy.${saved.revokedBy}`) : t('endedOn')}>
            <time dateTime={saved.endedAt}>{dateTime(saved.endedAt)}</time>
          </Fact>
        )}
      </dl>
    </section>
    <PairList title={t('parameters')} pairs={saved.parameters} />
  </div>
);
