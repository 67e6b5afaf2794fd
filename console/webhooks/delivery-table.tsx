/** Deliveries as rows that open with a click or with Enter, and can be chosen to be sent again. */
import type { DeliveryItem } from '../../contract/admin-api.ts';
import { Check } from '../parts/field.tsx';
import { Table } from '../parts/table.tsx';
import { may } from '../session/session.ts';
import { t } from '../words/language.ts';
import { count, shortTime } from '../words/numbers.ts';
import { DeliveryBadge } from './states.tsx';

interface Props {
  readonly webhookId: string;
  readonly rows: readonly DeliveryItem[];
  /** Ids, also of other pages. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

export function DeliveryTable({ webhookId, rows, chosen, onChoose }: Props) {
  const canChoose = may('deliveries.resend');
  const toggle = (ids: readonly string[], isOn: boolean) => {
    const others = [...chosen].filter((id) => !ids.includes(id));
    onChoose(new Set(isOn ? [...others, ...ids] : others));
  };
  const all = rows.map(({ id }) => id);
  return (
    <Table name={t('deliveries')}>
      <thead>
        <tr>
          {canChoose && (
            <th scope="col">
              <Check
                name="all"
                checked={all.every((id) => chosen.has(id))}
                onChange={(isOn) => toggle(all, isOn)}
              >
                <span class="unseen">{t('chooseAll')}</span>
              </Check>
            </th>
          )}
          <th scope="col">{t('typeLabel')}</th>
          <th scope="col">{t('stateLabel')}</th>
          <th scope="col" class="wide">
            {t('about')}
          </th>
          <th scope="col" class="number mid">
            {t('attempts')}
          </th>
          <th scope="col" class="mid">
            {t('lastAnswer')}
          </th>
          <th scope="col" class="mid">
            {t('when')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} class="opens">
            {canChoose && (
              <td>
                <Check
                  name="chosen"
                  checked={chosen.has(row.id)}
                  onChange={(isOn) => toggle([row.id], isOn)}
                >
                  <span class="unseen">
                    {t('chooseOne', { name: `${row.type}, ${shortTime(row.createdAt)}` })}
                  </span>
                </Check>
              </td>
            )}
            <th scope="row">
              <a class="row" href={`/webhooks/${webhookId}/deliveries/${row.id}`}>
                <bdi class="mono">{row.type}</bdi>
              </a>
              <time class="second narrow" dateTime={row.createdAt}>
                {shortTime(row.createdAt)}
              </time>
            </th>
            <td>
              <DeliveryBadge state={row.state} />
            </td>
            <td class="wide">
              {row.paymentId ? (
                <a class="mono" href={`/payments/${row.paymentId}`}>
                  {row.paymentId}
                </a>
              ) : (
                <bdi class="mono">{row.subjectId}</bdi>
              )}
            </td>
            <td class="number mid">{count(row.attempts)}</td>
            <td class="mid">{row.lastStatus ?? (row.attempts > 0 ? t('noAnswer') : '')}</td>
            <td class="mid">
              <time dateTime={row.createdAt}>{shortTime(row.createdAt)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
