/** Schedules as rows, each with its end. */

import { useState } from 'preact/hooks';
import type { ScheduleItem, ScheduleState } from '../../contract/admin-api.ts';
import { ask, reloadingIfRefused } from '../api/ask.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Method } from '../parts/method.tsx';
import { Badge, type Tone } from '../parts/notice.tsx';
import { Result } from '../parts/result.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toasts.tsx';
import { may } from '../session/session.ts';
import { t } from '../words/language.ts';
import { count, money, shortTime } from '../words/numbers.ts';

export const SCHEDULE_TONES: Readonly<Record<ScheduleState, Tone>> = {
  active: 'good',
  suspended: 'bad',
  finished: 'neutral',
  cancelled: 'neutral',
  changed: 'neutral',
  'card-gone': 'neutral',
  'mode-changed': 'neutral',
};

interface Props {
  readonly rows: readonly ScheduleItem[];
  /** Whether the rows say what they pay with, and lead there. */
  readonly hasMethod?: boolean;
  readonly onDone: () => void;
}

export function ScheduleTable({ rows, hasMethod = false, onDone }: Props) {
  const [leaving, setLeaving] = useState<ScheduleItem>();
  const isEnded = ({ state }: ScheduleItem) => state !== 'active' && state !== 'suspended';
  return (
    <>
      <Table name={t('schedules')}>
        <thead>
          <tr>
            <th scope="col">{t('amount')}</th>
            <th scope="col">{t('stateLabel')}</th>
            {hasMethod && (
              <th scope="col" class="mid">
                {t('method')}
              </th>
            )}
            <th scope="col" class="mid">
              {t('nextRun')}
            </th>
            <th scope="col" class="number wide">
              {t('paidSoFar')}
            </th>
            <th scope="col" class="wide">
              {t('latestRun')}
            </th>
            {may('schedules.cancel') && <th scope="col">{t('actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {hasMethod ? (
                  <a class="row number" href={`/registrations/${row.registrationId}`}>
                    {money(row.amount, row.currency)}
                  </a>
                ) : (
                  <span class="number">{money(row.amount, row.currency)}</span>
                )}
                <span class="second">
                  {row.reference && <bdi class="reference">{row.reference}</bdi>}
                </span>
              </th>
              <td>
                <Badge tone={SCHEDULE_TONES[row.state]}>{t(`scheduleState.${row.state}`)}</Badge>
                {row.declinesInARow > 0 && (
                  <span class="second">{t('failuresInARow', { count: row.declinesInARow })}</span>
                )}
                {row.nextAt && (
                  <time class="second narrow" dateTime={row.nextAt}>
                    {shortTime(row.nextAt)}
                  </time>
                )}
              </td>
              {hasMethod && (
                <td class="mid">
                  <Method brand={row.brand} last4={null} />
                </td>
              )}
              <td class="mid">
                {row.nextAt ? <time dateTime={row.nextAt}>{shortTime(row.nextAt)}</time> : '–'}
              </td>
              <td class="number wide">{count(row.payments)}</td>
              <td class="wide">
                {row.latestPaymentId && (
                  <a href={`/payments/${row.latestPaymentId}`}>
                    {row.latestResultCode && row.latestResultDescription ? (
                      <Result
                        code={row.latestResultCode}
                        description={row.latestResultDescription}
                      />
                    ) : (
                      t('payment')
                    )}
                  </a>
                )}
              </td>
              {may('schedules.cancel') && (
                <td>
                  {!isEnded(row) && (
                    <button type="button" class="danger" onClick={() => setLeaving(row)}>
                      {t('cancelScheduleAction')}
                    </button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
      {leaving && (
        <Confirm
          title={t('cancelSchedule')}
          action={t('cancelScheduleAction')}
          isDanger
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await reloadingIfRefused(ask('DELETE', `/schedules/${leaving.id}`), onDone);
            setLeaving(undefined);
            say(t('scheduleCancelled'));
            onDone();
          }}
        >
          <p>{t('cancelScheduleText', { amount: money(leaving.amount, leaving.currency) })}</p>
        </Confirm>
      )}
    </>
  );
}
